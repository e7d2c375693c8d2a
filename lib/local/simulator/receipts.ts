import { PublishBatchCommand, type SNSClient } from '@aws-sdk/client-sns';
import { countSegments } from '../../../shared/content/segments';
import { settleWithinStopTimeout } from '../lifecycle';
import type { MovableClock } from '../clock';
import type { Log } from '../mappings';
import { chooseReceipt } from './answers';
import type { SentMessage } from './sent-log';

export type ReceiptStatus = 'pending' | 'delivered' | 'failed';

const RECEIPT_DELAY_MS = 1_000;
const TICK_MS = 100;
/** Limit of SNS: entries of one batch call. */
const RECEIPTS_PER_CALL = 10;
/** Limit of receipts in a tick: after a broadcast they arrive slowly, as real ones do. */
const RECEIPTS_PER_TICK = 500;
const CALLS_AT_ONCE = 2;

interface ReceiptPublisher {
  /** Registers a message that was taken: its receipt follows about a second later, if its number has one. */
  expect(message: SentMessage): void;
  publishNow(message: SentMessage, status: ReceiptStatus): Promise<void>;
  /** Forgets receipts that were not published yet. */
  clear(): void;
  stop(): Promise<void>;
}

/** Publishes delivery receipts to a topic, in batches and at a bounded pace. */
export function createReceiptPublisher(options: {
  sns: SNSClient;
  topicArn: string;
  clock: MovableClock;
  log: Log;
  /** Returns true for phones that are reported as not delivered; absent: those that the README names. */
  isUnreachable?: (to: string) => boolean;
}): ReceiptPublisher {
  const { clock, log } = options;
  let waiting: Array<{ message: SentMessage; status: ReceiptStatus; dueMs: number }> = [];
  let next = 0;
  let timer: NodeJS.Timeout | undefined;
  let publishing: Promise<void> | undefined;
  let isStopped = false;

  const takeDue = (): Array<{ message: SentMessage; status: ReceiptStatus }> => {
    const nowMs = clock.now().getTime();
    const start = next;
    while (next < waiting.length && next - start < RECEIPTS_PER_TICK && (waiting[next]?.dueMs ?? 0) <= nowMs)
      next++;
    const due = waiting.slice(start, next);
    if (next === waiting.length) {
      waiting = [];
      next = 0;
    }
    return due;
  };

  const publishDue = async (): Promise<void> => {
    const due = takeDue();
    const calls = Array.from({ length: Math.ceil(due.length / RECEIPTS_PER_CALL) }, (_, index) =>
      due.slice(index * RECEIPTS_PER_CALL, (index + 1) * RECEIPTS_PER_CALL),
    );
    const worker = async (): Promise<void> => {
      for (let batch = calls.pop(); batch !== undefined; batch = calls.pop()) {
        await publish(
          options,
          batch.map(({ message, status }) => receiptEvent({ message, status, now: clock.now() })),
        );
      }
    };
    try {
      await Promise.all(Array.from({ length: CALLS_AT_ONCE }, worker));
    } catch (error) {
      log.error('Cannot publish delivery receipts', error, { count: due.length });
    }
  };

  const schedule = (delayMs: number): void => {
    if (isStopped || publishing !== undefined || waiting.length === 0) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      publishing = publishDue().finally(() => {
        publishing = undefined;
        schedule(TICK_MS);
      });
    }, delayMs);
  };
  const endListening = clock.onAdvance(() => schedule(0));

  return {
    expect: (message) => {
      const status = chooseReceipt(message.to, options.isUnreachable);
      if (status === undefined) return;
      waiting.push({ message, status, dueMs: clock.now().getTime() + RECEIPT_DELAY_MS });
      if (timer === undefined) schedule(TICK_MS);
    },
    publishNow: (message, status) => publish(options, [receiptEvent({ message, status, now: clock.now() })]),
    clear: () => {
      waiting = [];
      next = 0;
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      endListening();
      if (publishing !== undefined) await settleWithinStopTimeout([publishing]);
    },
  };
}

async function publish(
  { sns, topicArn }: { sns: SNSClient; topicArn: string },
  events: object[],
): Promise<void> {
  const { Failed: failed = [] } = await sns.send(
    new PublishBatchCommand({
      TopicArn: topicArn,
      PublishBatchRequestEntries: events.map((event, index) => ({
        Id: String(index),
        Message: JSON.stringify(event),
      })),
    }),
  );
  if (failed.length > 0)
    throw new Error(`The topic did not take ${failed.length} of ${events.length} events.`);
}

const REPORTED: Record<ReceiptStatus, { messageStatus: string; messageStatusDescription: string }> = {
  pending: { messageStatus: 'PENDING', messageStatusDescription: 'Message has been sent to phone carrier' },
  delivered: { messageStatus: 'DELIVERED', messageStatusDescription: 'Message has been accepted by phone' },
  failed: {
    messageStatus: 'UNREACHABLE',
    messageStatusDescription: 'Phone is currently unreachable or unavailable',
  },
};

/** Prices in US dollars for each part: made up, similar to what AWS charges for a number of the United States. */
const PRICES = {
  text: { message: 0.00581, carrier: 0.00302 },
  media: { message: 0.0195, carrier: 0.0065 },
};
const MICRO = 1_000_000;
const times = (parts: number, price: number) => Math.round(parts * price * MICRO) / MICRO;

/** Number that every pool chooses here. */
const NUMBER_OF_POOL = '+15555550190';

/** Builds the event with which AWS End User Messaging reports the outcome of a message. */
export function receiptEvent(options: { message: SentMessage; status: ReceiptStatus; now: Date }): object {
  const { message, status, now } = options;
  const { messageStatus, messageStatusDescription } = REPORTED[status];
  const isMedia = message.mediaUrl !== undefined;
  const isOfPool = /^pool[:-]/.test(message.from);
  const { encoding, segments } = countSegments(message.body);
  const parts = isMedia ? 1 : segments;
  const price = PRICES[isMedia ? 'media' : 'text'];
  return {
    eventType: `${isMedia ? 'MEDIA' : 'TEXT'}_${messageStatus}`,
    eventVersion: '1.0',
    eventTimestamp: now.getTime(),
    isFinal: status !== 'pending',
    originationPhoneNumber: isOfPool ? NUMBER_OF_POOL : message.from,
    destinationPhoneNumber: message.to,
    isoCountryCode: 'US',
    messageId: message.providerMessageId,
    messageRequestTimestamp: Date.parse(message.at),
    ...(!isMedia && { messageEncoding: encoding === 'GSM-7' ? 'GSM' : 'Unicode' }),
    messageType: 'TRANSACTIONAL',
    messageStatus,
    messageStatusDescription,
    context: {
      messageId: message.messageId,
      ...(isOfPool && { pool: 'yes' }),
      ...(message.trace !== undefined && { trace: message.trace }),
    },
    totalMessageParts: parts,
    totalMessagePrice: times(parts, price.message),
    totalCarrierFee: times(parts, price.carrier),
  };
}
