import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { ERROR_CODES } from '../errors/error-codes';
import { ServiceError } from '../errors/service-error';
import { StoreBusyError } from '../platform/store/retry-on-conflict';

/** Body of every error response. **Source:** rules 7. */
interface ErrorEnvelope {
  code: number;
  message: string;
  status: number;
  moreInfo: string;
  details?: Record<string, unknown>;
}

export function errorAnswer(options: {
  error: ServiceError;
  baseUrl: string;
  /** Set for a request of the console's pages: a browser would ask its user for Basic credentials. */
  isForConsole?: boolean;
}): APIGatewayProxyStructuredResultV2 {
  const { name, code, message, details, retryAfterSeconds, allowedMethods } = options.error;
  const { status } = ERROR_CODES[code];
  const envelope: ErrorEnvelope = {
    code,
    message,
    status,
    moreInfo: `${options.baseUrl}/docs/errors#${code}`,
    ...(details && { details }),
  };
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/json',
      ...(name === 'AuthenticationFailed' && {
        'www-authenticate': options.isForConsole
          ? 'Session realm="messaging"'
          : 'Basic realm="messaging", charset="UTF-8"',
      }),
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      ...(allowedMethods && { allow: allowedMethods.join(', ') }),
    },
    body: JSON.stringify(envelope),
  };
}

/**
 * Names that the SDK gives to errors of calls that exceeded a limit of AWS, timed out or failed in AWS, after its own
 * retries.
 */
const UNAVAILABLE = [
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'InternalServerError',
  'ServiceUnavailable',
  'TimeoutError',
] as const;
/** Codes of Node.js for a connection to AWS that was refused or broken. */
const BROKEN_CONNECTION = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'] as const;

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    UNAVAILABLE.some((name) => name === error.name) || BROKEN_CONNECTION.some((broken) => broken === code)
  );
}

/**
 * Converts an error into a ServiceError. A write with repeated conflicts, or a call that AWS does not answer now, can
 * be repeated a moment later. Anything else is an internal error, whose text never reaches the client.
 */
export function toServiceError(error: unknown, requestId: string): ServiceError {
  if (error instanceof ServiceError) return error;
  const cause = error instanceof StoreBusyError ? 'busy' : isUnavailable(error) ? 'unavailable' : undefined;
  if (cause) return new ServiceError('ServiceUnavailable', { cause, retryAfterSeconds: 1 });
  return internalError(requestId);
}

function internalError(requestId: string): ServiceError {
  return new ServiceError('InternalError', { details: { requestId } });
}
