import { PublishBatchCommand, type SNSClient } from '@aws-sdk/client-sns';
import { countSegments } from '../../../shared/content/segments';
import { settleWithinStopTimeout } from '../lifecycle';
import type { MovableClock } from '../clock';
import type { Log } from '../mappings';
import { chooseRcsReceipts, chooseReceipt, type ReceiptStatus } from './answers';
import type { SentMessage } from './sent-log';

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
  /** @throws RangeError for a status that only RCS reports, of another message */
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
  /** Ids of the messages that have fallen back from RCS to a text. */
  const fallenBack = new Set<string>();
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

  const eventOf = (message: SentMessage, status: ReceiptStatus): object => {
    if (status === 'fallen_back') fallenBack.add(message.messageId);
    const hasFallenBack = fallenBack.has(message.messageId);
    return receiptEvent({ message, status, hasFallenBack, now: clock.now() });
  };

  const publishDue = async (): Promise<void> => {
    const due = takeDue();
    // In their order: what follows a fallback is reported by a number.
    const events = due.map(({ message, status }) => eventOf(message, status));
    const calls = Array.from({ length: Math.ceil(events.length / RECEIPTS_PER_CALL) }, (_, index) =>
      events.slice(index * RECEIPTS_PER_CALL, (index + 1) * RECEIPTS_PER_CALL),
    );
    const worker = async (): Promise<void> => {
      for (let batch = calls.pop(); batch !== undefined; batch = calls.pop()) await publish(options, batch);
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
      const dueMs = clock.now().getTime() + RECEIPT_DELAY_MS;
      const { to } = message;
      const status = chooseReceipt(to, options.isUnreachable);
      const statuses = isByRcs(message)
        ? chooseRcsReceipts(to, options.isUnreachable)
        : status === undefined
          ? []
          : [status];
      waiting.push(...statuses.map((one) => ({ message, status: one, dueMs })));
      if (waiting.length > 0 && timer === undefined) schedule(TICK_MS);
    },
    publishNow: async (message, status) => {
      if (!isByRcs(message) && (status === 'read' || status === 'fallen_back')) {
        throw new RangeError('Only RCS reports this: of texts from a pool with "rcs" in its name.');
      }
      await publish(options, [eventOf(message, status)]);
    },
    clear: () => {
      waiting = [];
      next = 0;
      fallenBack.clear();
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
  invalid: { messageStatus: 'INVALID', messageStatusDescription: 'Invalid phone number' },
  read: { messageStatus: 'READ', messageStatusDescription: 'Message has been read by recipient' },
  fallen_back: {
    messageStatus: 'FALLEN_BACK_TO_SMS',
    messageStatusDescription: 'Message has fallen back to SMS',
  },
};
/** Names of events of RCS where they differ from those of texts. */
const RCS_EVENTS: Partial<Record<ReceiptStatus, string>> = {
  pending: 'RCS_SENT',
  failed: 'RCS_FAILED',
  invalid: 'RCS_FAILED',
};

/** Prices in US dollars for each part: made up, similar to what AWS charges for a number of the United States. */
const PRICES = {
  text: { message: 0.00581, carrier: 0.00302 },
  media: { message: 0.0195, carrier: 0.0065 },
  rcs: { message: 0.007, carrier: 0.00494 },
};
const MICRO = 1_000_000;
const times = (parts: number, price: number) => Math.round(parts * price * MICRO) / MICRO;

/** Number that every pool chooses here. */
const NUMBER_OF_POOL = '+15555550190';
/** RCS agent of every pool that has one here, and its id at the platform. */
const AGENT_OF_POOL = 'rcs-00000000000000000000000000000190';
const AGENT_AT_PLATFORM = { rcsBusinessId: 'local_agent', agentIsoCountryCode: 'US' };

/** Returns true for a text from a pool with an RCS agent: here, one with `rcs` in its name. */
const isByRcs = ({ from, mediaUrl }: SentMessage): boolean =>
  mediaUrl === undefined && /^pool[:-].*rcs/i.test(from);

/**
 * Builds the event with which AWS End User Messaging reports the outcome of a message.
 *
 * @param options.hasFallenBack true for a message that is not on its way by RCS any more
 */
export function receiptEvent(options: {
  message: SentMessage;
  status: ReceiptStatus;
  hasFallenBack?: boolean;
  now: Date;
}): object {
  const { message, status, hasFallenBack = false, now } = options;
  const { messageStatus, messageStatusDescription } = REPORTED[status];
  const isMedia = message.mediaUrl !== undefined;
  const isOfPool = /^pool[:-]/.test(message.from);
  const isRcsEvent = isByRcs(message) && (!hasFallenBack || status === 'fallen_back' || status === 'read');
  const { encoding, segments } = countSegments(message.body);
  const parts = isMedia || isRcsEvent ? 1 : segments;
  const price = PRICES[isMedia ? 'media' : isRcsEvent ? 'rcs' : 'text'];
  const isPriced = !isRcsEvent || status === 'delivered';
  return {
    eventType: isRcsEvent
      ? (RCS_EVENTS[status] ?? `RCS_${messageStatus}`)
      : `${isMedia ? 'MEDIA' : 'TEXT'}_${messageStatus}`,
    eventVersion: '1.0',
    eventTimestamp: now.getTime(),
    isFinal: status !== 'pending' && status !== 'fallen_back',
    originationPhoneNumber: isRcsEvent ? AGENT_OF_POOL : isOfPool ? NUMBER_OF_POOL : message.from,
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
    totalMessagePrice: isPriced ? times(parts, price.message) : 0,
    totalCarrierFee: isPriced ? times(parts, price.carrier) : 0,
    ...(isRcsEvent && AGENT_AT_PLATFORM),
  };
}
