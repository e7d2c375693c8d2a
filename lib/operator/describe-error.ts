import { ServiceError } from '../../shared/errors/service-error';
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

function describeAwsError(error: Error): string | undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ECONNRESET') {
    return `The service's table cannot be reached (${code}).`;
  }
  switch (error.name) {
    case 'TimeoutError':
      return "The service's table does not answer.";
    case 'ResourceNotFoundException':
      return 'The table does not exist.';
    case 'CredentialsProviderError':
      return `No AWS credentials were found: ${error.message}`;
    case 'AccessDeniedException':
    case 'UnrecognizedClientException':
    case 'ExpiredTokenException':
      return `AWS refused the credentials: ${error.message}`;
    case 'TransactionConflictException':
      return 'The same item is being changed by someone else at this moment; try again.';
    default:
      return error.message === 'Region is missing' ? 'No AWS region is set: set AWS_REGION.' : undefined;
  }
}
