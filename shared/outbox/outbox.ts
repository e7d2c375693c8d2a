import {
  array,
  type InferOutput,
  literal,
  looseObject,
  number,
  object,
  optional,
  pipe,
  string,
  transform,
  variant,
} from 'valibot';
import type { E164 } from '../phone-numbers/e164';
import type { BusEvent } from '../platform/queues/event-bus';
import type { Platform } from '../platform/platform';
import { currentTrace } from '../platform/observability/tracing';
import { regionSide } from '../platform/region-side';
import { defineItem } from '../platform/store/define-item';
import { updateExpression } from '../platform/store/expressions';
import { dueAttributes, type Key, outboxKey, webhookOutboxKey } from '../platform/store/keys';
import type { Item } from '../platform/store/item';
import { storedEventData } from '../platform/store/stored-map';
import { storedText } from '../platform/store/stored-text';
import type { TransactItem, UpdateInput } from '../platform/store/table';

const customEvent = object({
  id: string(),
  name: string(),
  to: storedText<E164>(),
  /** The client's own id of the event: it enters once for each automation. */
  key: optional(string()),
  data: optional(storedEventData()),
  /** When it happened, ISO time. */
  at: string(),
});
/** Event about a person, reported by a client. **Source:** rules E10.6. */
export type CustomEvent = InferOutput<typeof customEvent>;

/**
 * Work caused by a state change. It is written in the same transaction as the change, and relayed afterwards, so that
 * both happen or neither.
 *
 * - `event`: goes to the bus
 * - `message`: a message of the service that waits to be handed over; goes to the message queue
 * - `job`: chunks of a job; one message for each on the chunk queue, or on the paced queue where the sender is slow
 * - `webhook`: an endpoint has deliveries that are due; goes to the webhook queue
 * - `erasure`: a person is to be erased; goes to the erasure queue
 * - `transfer`: an import or export to work on, or the contacts of an import to look up; goes to the transfer queue
 * - `campaign`: a campaign has something to do; goes to the campaign queue. With an ended job of an automation it stays
 *   here until the worker has looked at the job
 * - `feedback`: a person clicked or answered a message, which the provider is told; goes to the message queue
 * - `approvalNotice`: something awaits an approval or was decided on, which is told by e-mail; goes to the campaign queue
 * - `approvalTopics`: addresses that get these e-mails were added or removed; goes to the campaign queue
 * - `customEvents`: events that a client reported; stay here until the worker of the custom-event queue has taken them
 */
const outboxEntry = variant('kind', [
  object({
    kind: literal('event'),
    event: pipe(
      looseObject({ detailType: string(), time: string(), detail: looseObject({}) }),
      transform((event): BusEvent => event),
    ),
  }),
  object({
    kind: literal('message'),
    messageId: string(),
    accountId: string(),
    delaySeconds: optional(number()),
  }),
  object({
    kind: literal('job'),
    jobId: string(),
    accountId: string(),
    from: string(),
    firstChunk: number(),
    lastChunk: number(),
    /** Set when the chunks go to the paced queue. */
    isPaced: optional(literal(true)),
    delaySeconds: optional(number()),
  }),
  object({
    kind: literal('webhook'),
    accountId: string(),
    endpointId: string(),
    part: optional(number()),
    delaySeconds: optional(number()),
  }),
  object({ kind: literal('erasure'), accountId: string(), erasureId: string() }),
  object({
    kind: literal('transfer'),
    accountId: string(),
    transferId: string(),
    /** Set when the contacts of a completed import are to be looked up. */
    lookUp: optional(literal(true)),
  }),
  object({
    kind: literal('campaign'),
    accountId: string(),
    /** Also the id of an automation. */
    campaignId: string(),
    /** Ended job of an automation whose results its worker looks at. */
    jobId: optional(string()),
    delaySeconds: optional(number()),
  }),
  object({ kind: literal('feedback'), accountId: string(), providerMessageId: string() }),
  object({
    kind: literal('approvalNotice'),
    accountId: string(),
    /** Also the id of an automation. */
    campaignId: string(),
    /** The notice, which its worker reads. */
    notice: looseObject({}),
  }),
  object({
    kind: literal('approvalTopics'),
    accountId: string(),
    /** Hashes of the addresses: the worker looks which of them the account still has. */
    topics: array(string()),
  }),
  object({ kind: literal('customEvents'), accountId: string(), events: array(customEvent) }),
]);
export type OutboxEntry = InferOutput<typeof outboxEntry>;

const storedOutbox = defineItem({
  entity: 'outbox',
  key: (key: Key) => key,
  value: object({
    id: string(),
    entry: outboxEntry,
    createdAt: string(),
    /** Trace of the code that wrote the item; absent when it was not traced. */
    trace: optional(string()),
  }),
});

export interface OutboxItem {
  key: Key;
  id: string;
  entry: OutboxEntry;
  createdAt: string;
  trace?: string | undefined;
}

/** The only event that the worker of webhook deliveries causes. */
export const ENDPOINT_DISABLED = 'webhooks.endpoint.disabled';

/** Prefix of the ids of outbox items, by which the bus recognizes their events. */
export const OUTBOX_ID_PREFIX = 'out_';

/** Time after which the timer relays an item that the stream has not relayed, or that is not acknowledged. */
const RELAY_AGAIN_AFTER_MS = 60_000;
/** Time to live that only cleans up after a relay that could not delete; far longer than any outage. */
const KEPT_FOR_MS = 30 * 24 * 60 * 60 * 1000;

interface NewOutboxItem {
  id: string;
  entry: OutboxEntry;
  now: Date;
  /** True for an item of one of an import's rows: the timer relays the items of everything else first. */
  isOfImport?: boolean | undefined;
}

/** Builds the write that puts an entry into the outbox, for the transaction of the change that causes it. */
export function putIntoOutbox(options: NewOutboxItem): TransactItem {
  return { Put: { Item: outboxItem(options) } };
}

export function outboxItem(options: NewOutboxItem): Item {
  const { id, entry, now, isOfImport } = options;
  const dueAt = new Date(now.getTime() + RELAY_AGAIN_AFTER_MS).toISOString();
  return {
    ...storedOutbox.item(keyOf(id, entry), { id, entry, createdAt: now.toISOString(), ...traceOf(entry) }),
    ...dueAttributes(isOfImport ? 'EVENT' : 'OUTBOX', { id, dueAt }),
    // The relay of each region is called for its own items alone: their changes are in the streams of both.
    ...(regionSide() === 'second' && { side: 'second' }),
    expiresAtEpochSeconds: Math.floor((now.getTime() + KEPT_FOR_MS) / 1000),
  };
}

/**
 * Returns the current trace. Of a job only the first chunk is traced, because a trace with every chunk of a large job
 * is more than X-Ray stores.
 */
function traceOf(entry: OutboxEntry): { trace?: string } {
  const trace = entry.kind === 'job' && entry.firstChunk > 1 ? undefined : currentTrace();
  return trace === undefined ? {} : { trace };
}

/** Returns true for an entry that stays in the outbox until its worker deletes it: nothing else repeats it. */
export const isAcknowledged = (entry: OutboxEntry): boolean =>
  entry.kind === 'event' ||
  entry.kind === 'customEvents' ||
  (entry.kind === 'campaign' && entry.jobId !== undefined);

/**
 * Keeps a published event until `fan-out-events` has written its deliveries and acknowledges it, because a queue in
 * between can lose it. Events that a client reported, and ended jobs of automations, are kept in the same way for their
 * workers. Without an acknowledgement it is published again: a minute after its change, which it is written with, and
 * then at increasing intervals.
 *
 * @returns `undefined` while the first of these times is still ahead
 */
export function awaitAcknowledgement(item: OutboxItem, now: Date): UpdateInput | undefined {
  const ageMs = now.getTime() - Date.parse(item.createdAt);
  if (ageMs < RELAY_AGAIN_AFTER_MS) return undefined;
  const dueAt = new Date(now.getTime() + ageMs).toISOString();
  return {
    Key: item.key,
    ...updateExpression({ set: dueAttributes('EVENT', { id: item.id, dueAt }) }),
    // It may have been acknowledged before the bus answered.
    ConditionExpression: 'attribute_exists(pk)',
  };
}

/**
 * Builds the write that leaves only some of reported events in the outbox. It fails when others have left since they
 * were read.
 */
export function keepCustomEvents(options: {
  key: Key;
  entry: Extract<OutboxEntry, { kind: 'customEvents' }>;
  events: CustomEvent[];
}): UpdateInput {
  const { key, entry, events } = options;
  return {
    Key: { pk: key.pk, sk: key.sk },
    UpdateExpression: 'SET #entry.#events = :events',
    ConditionExpression: 'size(#entry.#events) = :before',
    ExpressionAttributeNames: { '#entry': 'entry', '#events': 'events' },
    ExpressionAttributeValues: { ':events': events, ':before': entry.events.length },
  };
}

/** @throws StoredItemError */
export function readOutboxItem(item: Item): OutboxItem {
  const { pk, sk } = item;
  return { key: { pk, sk }, ...storedOutbox.read(item) };
}

/** Reads outbox items. Invalid ones are logged, counted and left in the outbox, so that the others are relayed. */
export function readOutboxItems(platform: Pick<Platform, 'log' | 'metrics'>, items: Item[]): OutboxItem[] {
  return items.flatMap((item) => {
    try {
      return [readOutboxItem(item)];
    } catch (error) {
      platform.log.error('Outbox item not readable', error, { pk: item.pk, sk: item.sk });
      platform.metrics.record('OutboxItemsUnreadable', 1);
      return [];
    }
  });
}

/**
 * Returns true for items of the worker of webhook deliveries, which have a partition of their own. That worker connects
 * to servers outside the service, and may write to no other partition of the outbox.
 */
function isOfDeliveries(entry: OutboxEntry): boolean {
  return entry.kind === 'webhook' || (entry.kind === 'event' && isOfDeliveriesType(entry.event.detailType));
}

const isOfDeliveriesType = (eventType: string) => eventType === ENDPOINT_DISABLED;

const keyOf = (id: string, entry: OutboxEntry) =>
  isOfDeliveries(entry) ? webhookOutboxKey(id) : outboxKey(id);

/**
 * Returns true when an item is in a partition that its entry may be in; formerly all entries were in the common
 * partition.
 */
export function isInItsPlace({ key, id, entry }: OutboxItem): boolean {
  return key.pk === outboxKey(id).pk || key.pk === keyOf(id, entry).pk;
}

/** Returns the keys under which an event can wait to be acknowledged. */
export function acknowledgedKeys(event: { type: string; outboxId: string }): Key[] {
  const { type, outboxId } = event;
  return [outboxKey(outboxId), ...(isOfDeliveriesType(type) ? [webhookOutboxKey(outboxId)] : [])];
}
