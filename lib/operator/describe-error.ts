import { ServiceError } from '../../shared/errors/service-error';
import { describeAwsError } from '../../shared/platform/describe-aws-error';
import { OperatorError } from './operator-error';

/** The sentence on stderr for whatever a command threw. */
export function describeError(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  if (error instanceof ServiceError) return describeServiceError(error);
  if (!(error instanceof Error)) return String(error);
  return describeAwsError(error) ?? `${error.name}: ${error.message}`;
}

function describeServiceError(error: ServiceError): string {
  const { errors, ...others } = error.details ?? {};
  const places = (errors ?? []) as Array<{ pointer: string; reason: string }>;
  const parts = [
    error.message,
    ...places.map(({ pointer, reason }) => `${pointer} ${reason}.`),
    ...(Object.keys(others).length > 0 ? [`Details: ${JSON.stringify(others)}`] : []),
  ];
  return parts.join(' ');
}
