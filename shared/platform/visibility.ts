import type { SQSRecord } from 'aws-lambda';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { requestLimits } from './request-limits';

/** When SQS shows the messages again that a worker has taken. */
export interface Visibility {
  /** Of messages of one queue, at most ten. */
  change(queueArn: string, messages: HiddenMessage[]): Promise<void>;
}

export interface HiddenMessage {
  receiptHandle: string;
  /** From now. */
  seconds: number;
}

/**
 * How long a message stays hidden after its first failures. A queue by itself hides it for six timeouts of its worker,
 * minutes in which a STOP or a receipt would wait because the table was busy for a moment. After later failures it does:
 * whatever is wrong then takes longer.
 */
export const HIDDEN_AFTER_FAILURE_SECONDS = [2, 4, 8, 16, 32, 60] as const;
const MAX_BATCH_ENTRIES = 10;

/** What of a record says where it is and how often it was taken; tests and simulations may leave it out. */
type FailedRecord = Partial<Pick<SQSRecord, 'receiptHandle' | 'eventSourceARN' | 'attributes'>>;

/** Has the failed records of a batch, all of one queue, shown again soon. */
export async function showAgainSoon(visibility: Visibility, failed: readonly FailedRecord[]): Promise<void> {
  const queueArn = failed[0]?.eventSourceARN;
  if (queueArn === undefined) return;
  const messages = failed.flatMap(({ receiptHandle, attributes }) => {
    const seconds = HIDDEN_AFTER_FAILURE_SECONDS[Number(attributes?.ApproximateReceiveCount) - 1];
    return receiptHandle === undefined || seconds === undefined ? [] : [{ receiptHandle, seconds }];
  });
  for (let first = 0; first < messages.length; first += MAX_BATCH_ENTRIES) {
    await visibility.change(queueArn, messages.slice(first, first + MAX_BATCH_ENTRIES));
  }
}

/** Loads the SDK's client at the first failure: most instances never need it. */
export function createVisibility(): Visibility {
  let client: SQSClient | undefined;
  return {
    async change(queueArn, messages) {
      const { ChangeMessageVisibilityBatchCommand, SQSClient } = await import('@aws-sdk/client-sqs');
      client ??= new SQSClient({ maxAttempts: 2, requestHandler: requestLimits() });
      await client.send(
        new ChangeMessageVisibilityBatchCommand({
          QueueUrl: queueUrlOf(queueArn),
          Entries: messages.map(({ receiptHandle, seconds }, index) => ({
            Id: String(index),
            ReceiptHandle: receiptHandle,
            VisibilityTimeout: seconds,
          })),
        }),
      );
    },
  };
}

/** `arn:aws:sqs:us-east-1:123456789012:Name` at AWS, or where the environment says that SQS is. */
function queueUrlOf(queueArn: string): string {
  const [, partition, , region, accountId, name] = queueArn.split(':');
  const { AWS_ENDPOINT_URL_SQS: own, AWS_ENDPOINT_URL: all } = process.env;
  const domain = partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  const origin = own ?? all ?? `https://sqs.${region}.${domain}`;
  return new URL(`/${accountId}/${name}`, origin).href;
}
