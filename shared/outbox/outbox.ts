import {
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
import type { BusEvent } from '../platform/event-bus';
import type { Platform } from '../platform/platform';
import { currentTrace } from '../platform/tracing';
import { defineItem } from '../platform/store/define-item';
import { updateExpression } from '../platform/store/expressions';
import { dueAttributes, type Key, outboxKey, webhookOutboxKey } from '../platform/store/keys';
import type { Item } from '../platform/store/item';
import type { TransactItem, UpdateInput } from '../platform/store/table';

/**
 * Work that a state change causes. It is written in the same transaction as the change, and relayed afterwards, so
 * that both happen or neither.
 *
 * - `event`: goes to the bus
 * - `message`: a message of the service that waits to be handed over; goes to the message queue
 * - `job`: chunks of a job; one message for each on the chunk queue, or on the paced queue where the sender is slow
 * - `webhook`: an endpoint has deliveries that are due; goes to the webhook queue
 * - `erasure`: a person is to be erased; goes to the erasure queue
 * - `transfer`: an import or export to work on; goes to the transfer queue
 * - `campaign`: a campaign has something to do; goes to the campaign queue
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
    /** Whether they go to the paced queue. */
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
  object({ kind: literal('transfer'), accountId: string(), transferId: string() }),
  object({
    kind: literal('campaign'),
    accountId: string(),
    campaignId: string(),
    delaySeconds: optional(number()),
  }),
]);
export type OutboxEntry = InferOutput<typeof outboxEntry>;

const storedOutbox = defineItem({
  entity: 'outbox',
  key: (key: Key) => key,
  value: object({
    id: string(),
    entry: outboxEntry,
    createdAt: string(),
    /** Of what wrote it; absent where that is not traced. */
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

/** The one event that the worker of webhook deliveries causes. */
export const ENDPOINT_DISABLED = 'webhooks.endpoint.disabled';

/** What the ids of outbox items begin with: by it the bus tells their events from others. */
export const OUTBOX_ID_PREFIX = 'out_';

/** The stream relays at once; what is still there a minute later is relayed by the timer. */
const RELAY_AGAIN_AFTER_MS = 60_000;
/** Only cleans up after a relay that could not delete: far longer than any outage. */
const KEPT_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/** The write that puts an entry into the outbox, for the transaction of the change that causes it. */
export function putIntoOutbox(options: { id: string; entry: OutboxEntry; now: Date }): TransactItem {
  return { Put: { Item: outboxItem(options) } };
}

export function outboxItem(options: { id: string; entry: OutboxEntry; now: Date }): Item {
  const { id, entry, now } = options;
  const dueAt = new Date(now.getTime() + RELAY_AGAIN_AFTER_MS).toISOString();
  return {
    ...storedOutbox.item(keyOf(id, entry), { id, entry, createdAt: now.toISOString(), ...traceOf(entry) }),
    ...dueAttributes('OUTBOX', { id, dueAt }),
    expiresAtEpochSeconds: Math.floor((now.getTime() + KEPT_FOR_MS) / 1000),
  };
}

/** Of a job its first chunk stands for all: a trace with every chunk of a large one is more than X-Ray keeps. */
function traceOf(entry: OutboxEntry): { trace?: string } {
  const trace = entry.kind === 'job' && entry.firstChunk > 1 ? undefined : currentTrace();
  return trace === undefined ? {} : { trace };
}

/**
 * Keeps a published event until `fan-out-events` has written its deliveries and acknowledges it: a queue in between can
 * lose it. Without an acknowledgement it is published again, at longer and longer intervals.
 */
export function awaitAcknowledgement(item: OutboxItem, now: Date): UpdateInput {
  const ageMs = now.getTime() - Date.parse(item.createdAt);
  const dueAt = new Date(now.getTime() + Math.max(RELAY_AGAIN_AFTER_MS, ageMs)).toISOString();
  return {
    Key: item.key,
    ...updateExpression({ set: dueAttributes('EVENT', { id: item.id, dueAt }) }),
    // It may have been acknowledged before the bus has answered.
    ConditionExpression: 'attribute_exists(pk)',
  };
}

/** @throws StoredItemError */
export function readOutboxItem(item: Item): OutboxItem {
  const { pk, sk } = item;
  return { key: { pk, sk }, ...storedOutbox.read(item) };
}

/** Logs and counts items that are not as declared and leaves them in the outbox: the others are relayed. */
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
 * Items from the worker of webhook deliveries have a partition of their own. That worker talks to servers outside the
 * service: it may write there and nowhere else in the outbox.
 */
function isOfDeliveries(entry: OutboxEntry): boolean {
  return entry.kind === 'webhook' || (entry.kind === 'event' && isOfDeliveriesType(entry.event.detailType));
}

const isOfDeliveriesType = (eventType: string) => eventType === ENDPOINT_DISABLED;

const keyOf = (id: string, entry: OutboxEntry) =>
  isOfDeliveries(entry) ? webhookOutboxKey(id) : outboxKey(id);

/** Whether an item lies where its entry may lie; every entry lay in the common partition once. */
export function isInItsPlace({ key, id, entry }: OutboxItem): boolean {
  return key.pk === outboxKey(id).pk || key.pk === keyOf(id, entry).pk;
}

/** Where an event waits to be acknowledged. */
export function acknowledgedKeys(event: { type: string; outboxId: string }): Key[] {
  const { type, outboxId } = event;
  return [outboxKey(outboxId), ...(isOfDeliveriesType(type) ? [webhookOutboxKey(outboxId)] : [])];
}
