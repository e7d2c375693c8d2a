import { isFree } from '../../accounts/charge';
import { countSegments } from '../../content/segments';
import type { Message, MessagePurpose } from '../../messages/message';
import { UNKNOWN_AS_ANSWERED } from '../../messages/outcome';
import type { Delivery } from '../../webhooks/delivery';

/** Step in the history of a message. */
export interface TimelineEntry {
  /** ISO time; absent when an earlier release did not store it. */
  at?: string | undefined;
  what: string;
  details: string;
}

type Clicks = ReadonlyArray<{ at: string; link: string; userAgentClass?: string | undefined }>;

/**
 * Returns everything that is known of a message in order of time.
 *
 * @param options.deliveries webhook deliveries about the message
 */
export function buildTimeline(
  message: Message,
  options: { clicks: Clicks; deliveries: readonly Delivery[] },
): TimelineEntry[] {
  const entries = [
    ...tellBeginning(message),
    ...tellWaits(message),
    ...tellOutcome(message),
    ...tellReport(message),
    ...options.clicks.map(({ at, link, userAgentClass }) => ({
      at,
      what: 'clicked',
      details: sentence([link, userAgentClass === 'bot' ? 'by a program that fetches previews' : undefined]),
    })),
    ...options.deliveries.map(tellDelivery),
  ];
  return inTimeOrder(entries);
}

/** Sorts by time; an entry without a time stays after the entry before it. */
function inTimeOrder(entries: TimelineEntry[]): TimelineEntry[] {
  let last = '';
  const dated = entries.map((entry) => ({ entry, key: (last = entry.at ?? last) }));
  return dated.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))).map(({ entry }) => entry);
}

/** Purposes of the texts that the service sends by itself, in words. */
const PURPOSES: Readonly<Record<MessagePurpose, string | undefined>> = {
  send: undefined,
  optInMessage: 'opt-in message',
  optInConfirmation: 'request to confirm',
  keywordReply: 'answer to a keyword',
  autoReply: 'automatic answer',
};

function tellBeginning(message: Message): TimelineEntry[] {
  const { createdAt: at, direction, to, from, purpose, mediaUrl, erased, charge } = message;
  const numbers = erased ? 'the person was erased' : `from ${from} to ${to}`;
  if (direction === 'inbound') return [{ at, what: 'received', details: numbers }];
  const { encoding, segments } = countSegments(message.body);
  const size = erased ? undefined : mediaUrl === undefined ? `${segments} × ${encoding}` : 'MMS';
  return [
    { at, what: 'accepted', details: sentence([numbers, size, PURPOSES[purpose]]) },
    isFree(charge)
      ? { at, what: 'free of charge', details: '' }
      : { at, what: 'charged', details: creditsOf(message) },
  ];
}

function tellWaits({ waits = [], phase, nextAttemptAt }: Message): TimelineEntry[] {
  return [
    ...waits.map(({ at, until, times, why, providerRequestId }) => ({
      at,
      what: 'waited',
      details: sentence([
        why,
        `until ${until}`,
        times > 1 ? `${times} times` : undefined,
        request(providerRequestId),
      ]),
    })),
    ...(phase === 'waiting' && nextAttemptAt !== undefined
      ? [{ at: nextAttemptAt, what: 'is due', details: 'the next try' }]
      : []),
  ];
}

function tellOutcome(message: Message): TimelineEntry[] {
  const { status, settledAt, sentAt, attempts, errorType, errorMessage } = message;
  if (message.direction === 'inbound') return [];
  const tries = attempts > 1 ? `after ${attempts} tries` : undefined;
  const answer = [message.providerReason, request(message.providerRequestId)];
  switch (status) {
    case 'queued':
      return [];
    case 'sent':
      return [
        {
          at: sentAt,
          what: 'sent',
          details: sentence([provider(message.providerMessageId), tries, ...answer]),
        },
      ];
    case 'unknown': {
      const { errorMessage: words } = UNKNOWN_AS_ANSWERED;
      const details = sentence(['the charge is kept', words, tries, ...answer]);
      return [{ at: settledAt, what: UNKNOWN_AS_ANSWERED.errorType, details }];
    }
    case 'failed':
      return [
        { at: settledAt, what: 'failed', details: sentence([errorType, errorMessage, tries, ...answer]) },
        ...(isFree(message.charge) ? [] : [{ at: settledAt, what: 'refunded', details: creditsOf(message) }]),
      ];
  }
}

function tellReport(message: Message): TimelineEntry[] {
  const { deliveryStatus, deliveryStatusAt: at, channel, readAt, parts, price } = message;
  if (deliveryStatus === undefined) return [];
  const by = channel === undefined ? undefined : `by ${channel.toUpperCase()}`;
  const words = [by, message.eventType, message.eventDescription ?? message.carrierReason];
  const place = [message.carrier, message.country];
  const cost = [
    parts === undefined ? undefined : parts === 1 ? '1 part' : `${parts} parts`,
    price === undefined ? undefined : `$${price}`,
  ];
  return [
    { at, what: `reported ${deliveryStatus}`, details: sentence([...words, ...place, ...cost]) },
    ...(readAt === undefined ? [] : [{ at: readAt, what: 'reported read', details: '' }]),
  ];
}

function tellDelivery(delivery: Delivery): TimelineEntry {
  const { eventType, endpointId, status, attempts, lastError, lastAttemptAt, createdAt, eventId } = delivery;
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  return {
    at: lastAttemptAt ?? createdAt,
    what: `webhook ${status}`,
    details: sentence([eventType, eventId, endpointId, tries, lastError]),
  };
}

function creditsOf({ charge: { sms, mms } }: Message): string {
  const amounts = [sms > 0 ? `${sms} SMS` : undefined, mms > 0 ? `${mms} MMS` : undefined];
  return `${amounts.filter((amount) => amount !== undefined).join(' and ')} credits`;
}

const request = (id: string | undefined) => (id === undefined ? undefined : `request ${id}`);
const provider = (id: string | undefined) => (id === undefined ? undefined : `provider's id ${id}`);

function sentence(words: Array<string | undefined>): string {
  return words.filter((word) => word !== undefined && word !== '').join('; ');
}
