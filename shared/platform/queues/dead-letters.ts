import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { calling } from '../aws/callee';
import { FIRST_SENT_AT } from './first-sent';
import { sqsBody } from './sqs-body';

/** Dead-letter queue of the service, with the queue that its messages come from. */
export interface WatchedQueue {
  name: string;
  /** URL of the queue that its messages come from; absent when they come from none, and their work is in the table. */
  url: string | undefined;
  deadLetterUrl: string;
}

/** Part of a dead letter that identifies its work. */
export type DeadLetter = Pick<Message, 'Body' | 'MessageAttributes'>;

export type Letter = Message;

/** Access to the dead letters of queues, by the queue's name. */
export interface DeadLetters {
  /** Sifts the dead letters of a queue, see `sift` below. */
  sift(queue: string, options: Omit<Sifting, 'url'>): Promise<boolean>;
  /**
   * Puts a dead letter back on its queue.
   *
   * @returns true when SQS accepted it
   */
  putBack(queue: string, letter: Letter): Promise<boolean>;
}

interface Sifting {
  url: string;
  /** Handles a letter; returns false when it must stay. */
  deal: (letter: Letter) => Promise<boolean>;
  /** Called before each batch; returns false to stop. */
  mayGoOn: () => Promise<boolean>;
}

export interface QueueCounts {
  /** Number of visible, received and delayed messages; absent where dead letters come from no queue. */
  waiting: number | undefined;
  deadLetters: number;
}

/**
 * Creates the client. By default the SDK sends to the host in a queue's URL, and prints a warning when the environment
 * names another endpoint.
 */
export const createDeadLetterClient = () => new SQSClient({ useQueueUrlAsEndpoint: false });

export function createDeadLetters(queues: readonly WatchedQueue[]): DeadLetters {
  const sqs = createDeadLetterClient();
  const queueNamed = (name: string) => {
    const queue = queues.find((one) => one.name === name);
    if (queue?.url === undefined) throw new Error(`The dead letters of ${name} are not known`);
    return { url: queue.url, deadLetterUrl: queue.deadLetterUrl };
  };
  return {
    sift: async (name, options) => sift(sqs, { ...options, url: queueNamed(name).deadLetterUrl }),
    putBack: async (name, letter) => (await send(sqs, queueNamed(name).url, [letter])).length === 1,
  };
}

const BATCH = 10;
const WAIT_SECONDS = 1;
/**
 * Visibility timeout while a batch is moved, long enough to send and delete it; what was not sent by then can be
 * received again.
 */
const HIDDEN_FOR_SECONDS = 60;
/** Visibility timeout while dead letters are sifted: as long as the worker can run. */
const HIDDEN_WHILE_SIFTED_SECONDS = 300;

export async function countMessages(sqs: SQSClient, queue: WatchedQueue): Promise<QueueCounts> {
  const [waiting, deadLetters] = await Promise.all([
    queue.url === undefined ? undefined : countAll(sqs, queue.url),
    countAll(sqs, queue.deadLetterUrl),
  ]);
  return { waiting, deadLetters };
}

/** Receives a few dead letters without hiding them from other consumers. */
export async function peek(sqs: SQSClient, queue: WatchedQueue): Promise<Message[]> {
  return receive(sqs, { url: queue.deadLetterUrl, most: BATCH, hiddenForSeconds: 0 });
}

/**
 * Moves dead letters back to their queue, as many as there are at the beginning, so that a message that fails again is
 * not moved a second time.
 *
 * A batch is received, sent and then deleted. An interruption in between leaves messages in both queues, which is
 * harmless because consumers are idempotent; it never loses them.
 *
 * @param options.atMost largest number of messages to move; absent: all of them
 * @returns number of moved messages, and of those that SQS refused: the move ends at the first batch with a refused
 *   message, which is kept
 */
export async function redrive(
  sqs: SQSClient,
  options: { url: string; deadLetterUrl: string; atMost?: number },
): Promise<{ moved: number; refused: number }> {
  const { url, deadLetterUrl, atMost = Number.POSITIVE_INFINITY } = options;
  const most = Math.min(atMost, await countAll(sqs, deadLetterUrl));
  let refused = 0;
  const moved = await takeOut(sqs, {
    url: deadLetterUrl,
    most,
    pass: async (messages) => {
      const sent = await send(sqs, url, messages);
      refused = messages.length - sent.length;
      return sent;
    },
  });
  return { moved, refused };
}

/**
 * Deletes dead letters that come from no queue, as many as there are at the beginning, after the timer has requeued
 * their work. A letter that arrives meanwhile may be deleted too: its work is still in the table.
 *
 * @param options.takeUp requeues the work; runs first, and only when there are dead letters; when it throws, all of
 *   them are kept
 * @param options.atMost largest number of letters to delete; absent: all of them
 * @returns number of deleted letters
 */
export async function settle(
  sqs: SQSClient,
  options: { deadLetterUrl: string; takeUp: () => Promise<void>; atMost?: number },
): Promise<number> {
  const { deadLetterUrl: url, takeUp, atMost = Number.POSITIVE_INFINITY } = options;
  const most = Math.min(atMost, await countAll(sqs, url));
  if (most === 0) return 0;
  await takeUp();
  return takeOut(sqs, { url, most, pass: async (messages) => messages });
}

/**
 * Examines every dead letter of a queue once and deletes those that were handled. The others can be received again
 * after all have been examined.
 *
 * @returns true when all of them were examined
 */
async function sift(sqs: SQSClient, { url, deal, mayGoOn }: Sifting): Promise<boolean> {
  const kept: Message[] = [];
  try {
    while (await mayGoOn()) {
      const letters = await receive(sqs, { url, most: BATCH, hiddenForSeconds: HIDDEN_WHILE_SIFTED_SECONDS });
      if (letters.length === 0) return true;
      const dealtWith: Message[] = [];
      for (const letter of letters) ((await deal(letter)) ? dealtWith : kept).push(letter);
      await remove(sqs, url, dealtWith);
    }
    return false;
  } finally {
    await release(sqs, url, kept);
  }
}

/**
 * Receives messages in batches, passes each batch to `pass`, deletes the messages that it returns, and ends when it
 * returns fewer than it got.
 */
async function takeOut(
  sqs: SQSClient,
  options: { url: string; most: number; pass: (messages: Message[]) => Promise<Message[]> },
): Promise<number> {
  const { url, most, pass } = options;
  let taken = 0;
  while (taken < most) {
    const messages = await receive(sqs, {
      url,
      most: Math.min(BATCH, most - taken),
      hiddenForSeconds: HIDDEN_FOR_SECONDS,
    });
    if (messages.length === 0) break;
    const passed = await pass(messages);
    await remove(sqs, url, passed);
    taken += passed.length;
    if (passed.length < messages.length) break;
  }
  return taken;
}

/** Counts visible messages, messages that a consumer has received, and delayed ones. */
async function countAll(sqs: SQSClient, url: string): Promise<number> {
  const { Attributes: attributes } = await calling(
    'SQS',
    sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: url,
        AttributeNames: [
          'ApproximateNumberOfMessages',
          'ApproximateNumberOfMessagesNotVisible',
          'ApproximateNumberOfMessagesDelayed',
        ],
      }),
    ),
  );
  return (
    Number(attributes?.ApproximateNumberOfMessages ?? 0) +
    Number(attributes?.ApproximateNumberOfMessagesNotVisible ?? 0) +
    Number(attributes?.ApproximateNumberOfMessagesDelayed ?? 0)
  );
}

async function receive(
  sqs: SQSClient,
  options: { url: string; most: number; hiddenForSeconds: number },
): Promise<Message[]> {
  const { Messages: messages = [] } = await calling(
    'SQS',
    sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: options.url,
        MaxNumberOfMessages: options.most,
        WaitTimeSeconds: WAIT_SECONDS,
        VisibilityTimeout: options.hiddenForSeconds,
        MessageSystemAttributeNames: ['MessageGroupId', 'SentTimestamp'],
        MessageAttributeNames: ['All'],
      }),
    ),
  );
  return messages;
}

/** Returns the time at which a dead letter was first sent to its queue, in epoch milliseconds as SQS writes it. */
export function firstSentAtOf({
  Attributes: attributes,
  MessageAttributes: own,
}: Message): string | undefined {
  return own?.[FIRST_SENT_AT]?.StringValue ?? attributes?.SentTimestamp;
}

/**
 * Sends messages to a queue.
 *
 * @returns the messages that SQS accepted
 */
async function send(sqs: SQSClient, url: string, messages: Message[]): Promise<Message[]> {
  const { Successful: successful = [] } = await calling(
    'SQS',
    sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: url,
        Entries: messages.map((message, index) => {
          const firstSentAt = firstSentAtOf(message);
          const groupId = message.Attributes?.MessageGroupId;
          return {
            Id: String(index),
            MessageBody: sqsBody(message.Body ?? ''),
            // Fair queues use it to tell whose message it is.
            ...(groupId !== undefined && { MessageGroupId: groupId }),
            ...(firstSentAt !== undefined && {
              MessageAttributes: { [FIRST_SENT_AT]: { DataType: 'Number', StringValue: firstSentAt } },
            }),
          };
        }),
      }),
    ),
  );
  const taken = new Set(successful.map(({ Id: id }) => id));
  return messages.filter((_, index) => taken.has(String(index)));
}

async function remove(sqs: SQSClient, url: string, messages: Message[]): Promise<void> {
  if (messages.length === 0) return;
  await calling(
    'SQS',
    sqs.send(
      new DeleteMessageBatchCommand({
        QueueUrl: url,
        Entries: messages.map(({ ReceiptHandle: handle = '' }, index) => ({
          Id: String(index),
          ReceiptHandle: handle,
        })),
      }),
    ),
  );
}

async function release(sqs: SQSClient, url: string, messages: Message[]): Promise<void> {
  for (let first = 0; first < messages.length; first += BATCH) {
    await calling(
      'SQS',
      sqs.send(
        new ChangeMessageVisibilityBatchCommand({
          QueueUrl: url,
          Entries: messages.slice(first, first + BATCH).map(({ ReceiptHandle: handle = '' }, index) => ({
            Id: String(index),
            ReceiptHandle: handle,
            VisibilityTimeout: 0,
          })),
        }),
      ),
    );
  }
}
