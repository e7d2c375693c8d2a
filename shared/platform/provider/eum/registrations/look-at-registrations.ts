import type { PinpointSMSVoiceV2Client } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { describeAwsError } from '../../../aws/describe-aws-error';
import { requestLimits } from '../../../aws/internal/request-limits';
import { ServiceError } from '../../../../errors/service-error';
import { withRegistrations } from './with-registrations';

/** Time for all calls of a request: less than that of the function, which would be answered with a 503 otherwise. */
const USUAL_DEADLINE_MS = 11_000;
const REFUSED = ['AccessDeniedException', 'UnrecognizedClientException', 'ExpiredTokenException'];

/**
 * Runs calls that read from End User Messaging, for a request that waits for them.
 *
 * @throws ServiceError AwsNotReadable when AWS does not answer in time, or does not let the service read
 */
export async function lookAtRegistrations<Value>(
  look: (eum: PinpointSMSVoiceV2Client) => Promise<Value>,
  { deadlineMs = USUAL_DEADLINE_MS }: { deadlineMs?: number } = {},
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ServiceError('AwsNotReadable', { cause: 'silent' })), deadlineMs);
  });
  try {
    return await Promise.race([
      withRegistrations(look, { maxAttempts: 3, requestHandler: requestLimits() }),
      deadline,
    ]);
  } catch (error) {
    throw refusalOf(error) ?? error;
  } finally {
    clearTimeout(timer);
  }
}

/** Converts an error of AWS, or of the connection to it; `undefined` for any other one. */
function refusalOf(error: unknown): ServiceError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (REFUSED.includes(error.name)) {
    const right = /\bsms-voice:\w+/.exec(error.message)?.[0] ?? 'a right';
    return new ServiceError('AwsNotReadable', { cause: 'denied', mentions: { right } });
  }
  if (error.name === 'ThrottlingException') {
    return new ServiceError('AwsNotReadable', { cause: 'throttled' });
  }
  const { $metadata: metadata } = error as { $metadata?: { httpStatusCode?: number } };
  // The SDK adds it to each error of a call, also where there was no answer.
  if (metadata === undefined && describeAwsError(error) === undefined) return undefined;
  return metadata?.httpStatusCode === undefined
    ? new ServiceError('AwsNotReadable', { cause: 'silent' })
    : new ServiceError('AwsNotReadable', { cause: 'failed', mentions: { exception: error.name } });
}
