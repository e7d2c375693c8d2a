import type { SQSRecord } from 'aws-lambda';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { awsDomain } from '../aws/internal/aws-domain';
import { requestLimits } from '../aws/internal/request-limits';

/** Control over when SQS delivers received messages again. */
export interface Visibility {
  /** Changes the visibility timeout of at most ten messages of one queue. */
  change(queueArn: string, messages: HiddenMessage[]): Promise<void>;
}

export interface HiddenMessage {
  receiptHandle: string;
  /** Seconds from now. */
  seconds: number;
}

/**
 * Visibility timeouts after a message's first failures. By default a queue hides it for six timeouts of its worker: a
 * STOP or a receipt would wait for minutes because the table was busy for a moment. After later failures the default
 * applies, because the cause then lasts longer.
 */
export const HIDDEN_AFTER_FAILURE_SECONDS = [2, 4, 8, 16, 32, 60] as const;
const MAX_BATCH_ENTRIES = 10;

/** Part of a record that identifies it and tells how often it was received; tests and simulations may omit it. */
type FailedRecord = Partial<Pick<SQSRecord, 'receiptHandle' | 'eventSourceARN' | 'attributes'>>;

/** Makes SQS deliver the failed records of a batch, all of one queue, again soon. */
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

/** Creates the control; it loads the SDK's client at the first failure, because most instances never need it. */
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

/**
 * Returns the URL of a queue by its ARN, such as `arn:aws:sqs:us-east-1:123456789012:Name`: at AWS, or at the endpoint
 * that the environment names.
 */
function queueUrlOf(queueArn: string): string {
  const [, , , region = '', accountId, name] = queueArn.split(':');
  const { AWS_ENDPOINT_URL_SQS: own, AWS_ENDPOINT_URL: all } = process.env;
  const origin = own ?? all ?? `https://sqs.${region}.${awsDomain(region)}`;
  return new URL(`/${accountId}/${name}`, origin).href;
}
