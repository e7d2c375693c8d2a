import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { ERROR_CODES } from '../errors/error-codes';
import { ServiceError } from '../errors/service-error';
import { StoreBusyError } from '../platform/store/retry-on-conflict';

/** The body of every error answer. **Source:** rules 7. */
export interface ErrorEnvelope {
  code: number;
  message: string;
  status: number;
  moreInfo: string;
  details?: Record<string, unknown>;
}

export function errorAnswer(options: {
  error: ServiceError;
  baseUrl: string;
  /** Whether a page of the console asks: a browser would ask its user for Basic credentials. */
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

/** How the SDK names a call that exceeded a limit of AWS, had no answer in time or met a fault of AWS, after its own retries. */
const UNAVAILABLE = [
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'InternalServerError',
  'ServiceUnavailable',
  'TimeoutError',
] as const;
/** How Node.js names a connection to AWS that was not made or broke. */
const BROKEN_CONNECTION = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'] as const;

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    UNAVAILABLE.some((name) => name === error.name) || BROKEN_CONNECTION.some((broken) => broken === code)
  );
}

/**
 * A write that kept meeting other writes, or a call that AWS does not answer now, may be repeated a moment later. Anything else that
 * is not an expected refusal is an internal error; its own text never reaches the client.
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
