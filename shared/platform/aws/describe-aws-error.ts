import { calleeOf, TABLE } from './callee';

/** Node.js error codes of a connection that could not be opened or broke. */
const NO_CONNECTION: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Describes an error of AWS, or of the connection to it, for the operator; `undefined` for any other error. */
export function describeAwsError(error: Error): string | undefined {
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
