import { ERROR_CODES } from '../../shared/errors/error-codes';
import { describePlace } from '../../shared/errors/error-message';
import type { InvalidField } from '../../shared/errors/error-details';
import { ServiceError } from '../../shared/errors/service-error';
import { describeAwsError } from '../../shared/platform/aws/describe-aws-error';
import { OperatorError } from './operator-error';

/** Returns the sentence on stderr for anything that a command threw. */
export function describeError(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  if (error instanceof ServiceError) return describeServiceError(error);
  if (!(error instanceof Error)) return String(error);
  return describeAwsError(error) ?? `${error.name}: ${error.message}`;
}

function describeServiceError(error: ServiceError): string {
  const { errors, ...others } = error.details ?? {};
  const parts = [
    ...(errors
      ? [
          ERROR_CODES[error.code].message,
          ...(errors as InvalidField[]).map((one) => `${describePlace(one)}.`),
        ]
      : [error.message]),
    ...(Object.keys(others).length > 0 ? [`Details: ${JSON.stringify(others)}`] : []),
  ];
  return parts.join(' ');
}
