import {
  type CancellationReason,
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';

/** **Source:** AWS SDKs Reference Guide, "Retry behavior"; DynamoDB Developer Guide, "Error handling". */
const THROTTLED = new Set([
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'SlowDown',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  'TransactionInProgressException',
]);
const TRANSIENT_STATUS = new Set([500, 502, 503, 504]);
const BROKEN_CONNECTION = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
]);

/** Thrown when an attempt has no answer in time; has the name of the SDK's error. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

const textOf = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);

/** Returns the error that the SDK would throw for this answer. */
export function toServiceError(answer: {
  status: number;
  requestId: string | undefined;
  body: Record<string, unknown>;
}): Error {
  const { status, requestId, body } = answer;
  const name = textOf(body.__type, 'UnknownError').replace(/^.*#/, '');
  const message = textOf(body.message ?? body.Message, name);
  const $metadata = { httpStatusCode: status, ...(requestId !== undefined && { requestId }) };
  switch (name) {
    case 'ConditionalCheckFailedException': {
      const item = body.Item as CancellationReason['Item'];
      return new ConditionalCheckFailedException({ message, $metadata, ...(item && { Item: item }) });
    }
    case 'TransactionCanceledException': {
      const CancellationReasons = body.CancellationReasons as CancellationReason[];
      return new TransactionCanceledException({ message, $metadata, CancellationReasons });
    }
    case 'TransactionConflictException':
      return new TransactionConflictException({ message, $metadata });
    default:
      return new DynamoDBServiceException({
        name,
        message,
        $fault: status >= 500 ? 'server' : 'client',
        $metadata,
      });
  }
}

export const isThrottle = (error: unknown): boolean => THROTTLED.has((error as Error).name);

/** Returns true when another attempt may succeed. */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof TimeoutError || isThrottle(error)) return true;
  if (BROKEN_CONNECTION.has((error as NodeJS.ErrnoException).code ?? '')) return true;
  if (!(error instanceof DynamoDBServiceException)) return false;
  return TRANSIENT_STATUS.has(error.$metadata.httpStatusCode ?? 0);
}
