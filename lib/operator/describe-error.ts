import { ServiceError } from '../../shared/errors/service-error';
import { calleeOf, TABLE } from '../../shared/platform/callee';
import { OperatorError } from './operator-error';

/** Node.js errors of a connection that could not be opened, or broke. */
const NO_CONNECTION: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
]);

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
  const callee = calleeOf(error);
  const { code, hostname } = error as NodeJS.ErrnoException & { hostname?: string };
  if (code !== undefined && NO_CONNECTION.has(code)) {
    return `${callee} cannot be reached (${hostname === undefined ? code : `${code} ${hostname}`}).`;
  }
  switch (error.name) {
    case 'TimeoutError':
      return `${callee} does not answer.`;
    case 'ResourceNotFoundException':
      return callee === TABLE ? 'The table does not exist.' : `${callee}: ${error.message}`;
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
