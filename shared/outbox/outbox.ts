import type { BusEvent } from '../platform/event-bus';
import { dueAttributes, outboxKey } from '../platform/keys';
import type { Item, TransactItem } from '../platform/table';

/**
 * Work that a state change causes. It is written in the same transaction as the change, and relayed afterwards, so
 * that both happen or neither.
 *
 * - `event`: goes to the bus
 * - `message`: a message of ours that waits to be handed over; goes to the message queue
 * - `job`: chunks of a job; one message for each on the chunk queue
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
    };

export interface OutboxItem {
  id: string;
  entry: OutboxEntry;
  createdAt: string;
}

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
    ...outboxKey(id),
    ...dueAttributes('OUTBOX', { id, dueAt }),
    entity: 'outbox',
    id,
    entry,
    createdAt: now.toISOString(),
    expiresAtEpochSeconds: Math.floor((now.getTime() + KEPT_FOR_MS) / 1000),
  };
}

export function readOutboxItem(item: Record<string, unknown>): OutboxItem {
  return { id: item.id as string, entry: item.entry as OutboxEntry, createdAt: item.createdAt as string };
}
