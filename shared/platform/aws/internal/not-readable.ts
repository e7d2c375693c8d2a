import { isNativeError } from 'node:util/types';
import { ServiceError } from '../../../errors/service-error';
import { describeAwsError } from '../describe-aws-error';

const REFUSED = [
  'AccessDenied',
  'AccessDeniedException',
  'UnrecognizedClientException',
  'ExpiredTokenException',
];

/**
 * Converts an error of a call to AWS, or of the connection to it, into the answer to a request that reads from AWS;
 * `undefined` for any other error.
 */
export function notReadableOf(error: unknown): ServiceError | undefined {
  if (!isNativeError(error)) return undefined;
  if (REFUSED.includes(error.name)) {
    const right = /\b[a-z-]+:[A-Z]\w+/.exec(error.message)?.[0] ?? 'a right';
    return new ServiceError('AwsNotReadable', { cause: 'denied', mentions: { right } });
  }
  if (error.name === 'ThrottlingException' || error.name === 'Throttling') {
    return new ServiceError('AwsNotReadable', { cause: 'throttled' });
  }
  const { $metadata: metadata } = error as { $metadata?: { httpStatusCode?: number } };
  // The SDK adds it to each error of a call, also where there was no answer.
  if (metadata === undefined && describeAwsError(error) === undefined) return undefined;
  return metadata?.httpStatusCode === undefined
    ? new ServiceError('AwsNotReadable', { cause: 'silent' })
    : new ServiceError('AwsNotReadable', { cause: 'failed', mentions: { exception: error.name } });
}
