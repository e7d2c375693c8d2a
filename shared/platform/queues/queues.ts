import { GetQueueAttributesCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type RequestLimits, requestLimits } from '../aws/internal/request-limits';
import { TRACE_ATTRIBUTE, type TraceHeader } from '../observability/tracing';
import { type Refusal, sendInPages } from './internal/send-in-pages';

/** Queues, named after their messages. */
export type QueueName =
  | 'message'
  | 'chunk'
  | 'paced'
  | 'webhook'
  | 'erasure'
  | 'transfer'
  | 'campaign'
  | 'customEvent';

export interface QueueMessage {
  body: unknown;
  /** Group in an SQS fair queue: a group with many messages does not delay the others. */
  groupId?: string | undefined;
  /** Delay; at most 900, the limit of SQS. */
  delaySeconds?: number | undefined;
  /** Trace that the worker continues. */
  trace?: TraceHeader | undefined;
}

/** Queues to send to. A queue message is only a hint, so losing one merely delays work. */
export interface Queues {
  /**
   * Sends messages, several requests at a time. Messages that SQS refuses for the moment are sent again after a pause;
   * those that it has accepted are not.
   *
   * @returns indexes of the messages that SQS did not accept
   */
  send(queue: QueueName, messages: QueueMessage[]): Promise<number[]>;
}

/** Queues whose depth can be read. */
export interface MeasuredQueues extends Queues {
  /** Returns the approximate number of messages that wait for a worker, without delayed ones. */
  countWaiting(queue: QueueName): Promise<number>;
}

export const LONGEST_QUEUE_DELAY_SECONDS = 900;

export function createQueues(
  urlOf: (queue: QueueName) => string,
  limits: Partial<RequestLimits> = {},
): MeasuredQueues {
  const client = new SQSClient({ maxAttempts: 5, requestHandler: requestLimits(limits) });
  return {
    async send(queue, messages) {
      const url = urlOf(queue);
      return sendInPages(messages, { send: (page) => sendPage({ client, url, page }) });
    },
    async countWaiting(queue) {
      const { Attributes: attributes } = await client.send(
        new GetQueueAttributesCommand({
          QueueUrl: urlOf(queue),
          AttributeNames: ['ApproximateNumberOfMessages'],
        }),
      );
      return Number(attributes?.ApproximateNumberOfMessages ?? 0);
    },
  };
}

async function sendPage(options: {
  client: SQSClient;
  url: string;
  page: QueueMessage[];
}): Promise<Refusal[]> {
  const answer = await options.client.send(
    new SendMessageBatchCommand({
      QueueUrl: options.url,
      Entries: options.page.map((message, index) => ({
        Id: String(index),
        MessageBody: JSON.stringify(message.body),
        ...(message.groupId !== undefined && { MessageGroupId: message.groupId }),
        ...(message.delaySeconds !== undefined && { DelaySeconds: message.delaySeconds }),
        ...(message.trace !== undefined && {
          MessageSystemAttributes: {
            [TRACE_ATTRIBUTE]: { DataType: 'String', StringValue: message.trace },
          },
        }),
      })),
    }),
  );
  return (answer.Failed ?? []).map(({ Id: id, SenderFault: isOurFault }) => ({
    position: Number(id),
    isTransient: isOurFault !== true,
  }));
}
