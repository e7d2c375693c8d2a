import type { BusEvent } from '../platform/event-bus';
import { updateExpression } from '../platform/store/expressions';
import { dueAttributes, type Key, outboxKey, webhookOutboxKey } from '../platform/store/keys';
import type { Item } from '../platform/store/item';
import type { TransactItem, UpdateInput } from '../platform/store/table';

/**
 * Work that a state change causes. It is written in the same transaction as the change, and relayed afterwards, so
 * that both happen or neither.
 *
 * - `event`: goes to the bus
 * - `message`: a message of ours that waits to be handed over; goes to the message queue
 * - `job`: chunks of a job; one message for each on the chunk queue
 * - `webhook`: an endpoint has deliveries that are due; goes to the webhook queue
 */
export type OutboxEntry =
  | { kind: 'event'; event: BusEvent }
  | { kind: 'message'; messageId: string; accountId: string; delaySeconds?: number | undefined }
  | {
      kind: 'job';
      jobId: string;
      accountId: string;
      from: string;
      firstChunk: number;
      lastChunk: number;
      delaySeconds?: number | undefined;
    }
  | { kind: 'webhook'; accountId: string; endpointId: string; delaySeconds?: number | undefined };

export interface OutboxItem {
  key: Key;
  id: string;
  entry: OutboxEntry;
  createdAt: string;
}

/** The one event that the worker of webhook deliveries tells. */
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
    ...keyOf(id, entry),
    ...dueAttributes('OUTBOX', { id, dueAt }),
    entity: 'outbox',
    id,
    entry,
    createdAt: now.toISOString(),
    expiresAtEpochSeconds: Math.floor((now.getTime() + KEPT_FOR_MS) / 1000),
  };
}

/**
 * Keeps a published event until somebody acknowledges that the deliveries it causes are written: a queue on the way may
 * lose it. If nobody does, it is published again, the less often the older it is.
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

export function readOutboxItem(item: Record<string, unknown>): OutboxItem {
  const { pk, sk } = item as Item;
  return {
    key: { pk, sk },
    id: item.id as string,
    entry: item.entry as OutboxEntry,
    createdAt: item.createdAt as string,
  };
}

/**
 * What the worker of webhook deliveries puts into the outbox has a partition of its own. That worker talks to servers
 * of strangers: it may write there and nowhere else in the outbox.
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
