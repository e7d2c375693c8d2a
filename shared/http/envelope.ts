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
}): APIGatewayProxyStructuredResultV2 {
  const { name, code, details, retryAfterSeconds } = options.error;
  const { status, message } = ERROR_CODES[code];
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
        'www-authenticate': 'Basic realm="messaging", charset="UTF-8"',
      }),
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    },
    body: JSON.stringify(envelope),
  };
}

/** How DynamoDB and Lambda's SDK clients name what exceeds a limit of AWS, after their own retries. */
const THROTTLED = [
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
] as const;

const isThrottled = (error: unknown) =>
  error instanceof Error && THROTTLED.some((name) => name === error.name);

/**
 * A write that kept meeting other writes, or a call that AWS throttles, may be repeated a moment later. Anything else that
 * is not an expected refusal is an internal error; its own text never reaches the client.
 */
export function toServiceError(error: unknown, requestId: string): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof StoreBusyError || isThrottled(error)) {
    return new ServiceError('ServiceUnavailable', { retryAfterSeconds: 1 });
  }
  return internalError(requestId);
}

function internalError(requestId: string): ServiceError {
  return new ServiceError('InternalError', { details: { requestId } });
}
