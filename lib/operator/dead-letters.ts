import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { OperatorError } from './operator-error';

/** A queue of the service with its dead-letter queue. */
export interface WatchedQueue {
  name: string;
  url: string;
  deadLetterUrl: string;
}

export interface QueueCounts {
  /** To be taken now, being taken, and delayed. */
  waiting: number;
  deadLetters: number;
}

const BATCH = 10;
const WAIT_SECONDS = 1;
/** Long enough for sending and deleting a batch; what was not sent by then can be received again. */
const VISIBILITY_SECONDS = 60;

/** Reads the stack's output `Queues`. */
export function readWatchedQueues(output: string | undefined): WatchedQueue[] {
  if (output === undefined)
    throw new OperatorError('The service does not say what its queues are: deploy it again.');
  const queues = JSON.parse(output) as Record<string, [url: string, deadLetterUrl: string]>;
  return Object.entries(queues).map(([name, [url, deadLetterUrl]]) => ({ name, url, deadLetterUrl }));
}

export async function countMessages(sqs: SQSClient, queue: WatchedQueue): Promise<QueueCounts> {
  const [waiting, deadLetters] = await Promise.all([
    readCounts(sqs, queue.url),
    readCounts(sqs, queue.deadLetterUrl),
  ]);
  return { waiting: waiting.all, deadLetters: deadLetters.all };
}

/**
 * Puts dead letters back on their queue, as many as there are at the beginning: what fails once more and comes back is
 * not moved in circles.
 *
 * A batch is received, sent and then deleted. An interruption in between leaves messages in both queues, which does no
 * harm, as consumers take a message twice; it never leaves them in none.
 *
 * @returns how many were moved
 */
export async function redrive(
  sqs: SQSClient,
  queue: WatchedQueue,
  onMoved: (count: number) => void = () => undefined,
): Promise<number> {
  const { visible } = await readCounts(sqs, queue.deadLetterUrl);
  let moved = 0;
  while (moved < visible) {
    const messages = await receive(sqs, queue.deadLetterUrl, Math.min(BATCH, visible - moved));
    if (messages.length === 0) break;
    const sent = await send(sqs, queue.url, messages);
    await remove(sqs, queue.deadLetterUrl, sent);
    moved += sent.length;
    onMoved(sent.length);
    if (sent.length < messages.length) {
      throw new OperatorError(
        `SQS did not take ${messages.length - sent.length} messages of ${queue.name}; they are kept, try again in a minute.`,
      );
    }
  }
  return moved;
}

async function readCounts(sqs: SQSClient, url: string): Promise<{ visible: number; all: number }> {
  const { Attributes: attributes } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: url,
      AttributeNames: [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
        'ApproximateNumberOfMessagesDelayed',
      ],
    }),
  );
  const visible = Number(attributes?.ApproximateNumberOfMessages ?? 0);
  const notVisible = Number(attributes?.ApproximateNumberOfMessagesNotVisible ?? 0);
  const delayed = Number(attributes?.ApproximateNumberOfMessagesDelayed ?? 0);
  return { visible, all: visible + notVisible + delayed };
}

async function receive(sqs: SQSClient, url: string, most: number): Promise<Message[]> {
  const { Messages: messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      MaxNumberOfMessages: most,
      WaitTimeSeconds: WAIT_SECONDS,
      VisibilityTimeout: VISIBILITY_SECONDS,
      MessageSystemAttributeNames: ['MessageGroupId'],
    }),
  );
  return messages;
}

/** @returns those that SQS took */
async function send(sqs: SQSClient, url: string, messages: Message[]): Promise<Message[]> {
  const { Successful: successful = [] } = await sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: url,
      Entries: messages.map(({ Body: body = '', Attributes: attributes }, index) => ({
        Id: String(index),
        MessageBody: body,
        // Fair queues know by it whose message it is.
        ...(attributes?.MessageGroupId && { MessageGroupId: attributes.MessageGroupId }),
      })),
    }),
  );
  const taken = new Set(successful.map(({ Id: id }) => id));
  return messages.filter((_, index) => taken.has(String(index)));
}

async function remove(sqs: SQSClient, url: string, messages: Message[]): Promise<void> {
  if (messages.length === 0) return;
  await sqs.send(
    new DeleteMessageBatchCommand({
      QueueUrl: url,
      Entries: messages.map(({ ReceiptHandle: handle = '' }, index) => ({
        Id: String(index),
        ReceiptHandle: handle,
      })),
    }),
  );
}
