import { createHash } from 'node:crypto';
import { array, object, optional, parse, string } from 'valibot';
import type { Item } from '../platform/store/item';
import {
  ENDPOINT_QUEUE_PARTS,
  endpointQueueKey,
  FAILED_PREFIX,
  failedKey,
  type Key,
  type QueuePart,
  WAITING_PREFIX,
  waitingKey,
} from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import type { Delivery } from './delivery';

const waitingEntry = object({
  /** Event of the only delivery. */
  eventId: optional(string()),
  /** Events of a page of deliveries that were added together. */
  eventIds: optional(array(string())),
  dueAt: string(),
});
const failedEntry = object({ eventId: string() });

/** Entry in the queue of an endpoint: one delivery, or several that were added together and are due together. */
export interface WaitingEntry {
  key: Key;
  eventIds: string[];
  dueAt: string;
}

/** Deliveries on a page: so many typical event ids are less than a write unit. */
const EVENTS_A_PAGE = 25;
/** Pages per part above which deliveries are spread over the parts, so that few events occupy few workers. */
const PAGES_A_PART = 2;

const dueAtOf = ({ nextAttemptAt, eventTime }: Delivery) => nextAttemptAt ?? eventTime;

/** Builds the entry of a waiting delivery. @param part of its endpoint's queue */
export function waitingItem(delivery: Delivery, part: QueuePart['part']): Item {
  const { endpointId, eventId, expiresAtEpochSeconds } = delivery;
  const dueAt = dueAtOf(delivery);
  const key = waitingKey({ endpointId, part }, { dueAt, name: eventId });
  return { ...key, eventId, dueAt, expiresAtEpochSeconds };
}

/** Builds the entry of a delivery that was given up. */
export function failedItem({ endpointId, eventId, eventTime, expiresAtEpochSeconds }: Delivery): Item {
  return { ...failedKey(endpointId, { eventTime, eventId }), eventId, eventTime, expiresAtEpochSeconds };
}

/**
 * Builds the entries of an endpoint's waiting deliveries. Deliveries that are due together share pages, and the pages
 * are spread over the parts of the queue. The same deliveries make the same pages; other pages never overwrite them.
 */
export function waitingItems(deliveries: Delivery[]): Array<{ part: number; item: Item }> {
  const byDueAt = new Map<string, Delivery[]>();
  for (const delivery of deliveries) {
    const dueAt = dueAtOf(delivery);
    byDueAt.set(dueAt, [...(byDueAt.get(dueAt) ?? []), delivery]);
  }
  return [...byDueAt.values()].flatMap((together) => {
    const sorted = together.toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1));
    const pages: Array<{ part: number; item: Item }> = [];
    const parts = Math.min(ENDPOINT_QUEUE_PARTS, Math.ceil(sorted.length / (PAGES_A_PART * EVENTS_A_PAGE)));
    for (let start = 0; start < sorted.length; start += EVENTS_A_PAGE) {
      const part = pages.length % parts;
      pages.push({ part, item: waitingPage(sorted.slice(start, start + EVENTS_A_PAGE), part) });
    }
    return pages;
  });
}

function waitingPage(deliveries: Delivery[], part: number): Item {
  const [first] = deliveries as [Delivery];
  if (deliveries.length === 1) return waitingItem(first, part);
  const dueAt = dueAtOf(first);
  const eventIds = deliveries.map(({ eventId }) => eventId);
  const name = `PAGE#${createHash('sha256').update(eventIds.join(' ')).digest('base64url')}`;
  const { endpointId, expiresAtEpochSeconds } = first;
  return { ...waitingKey({ endpointId, part }, { dueAt, name }), eventIds, dueAt, expiresAtEpochSeconds };
}

/** Finds the entries of due deliveries, oldest first; without `dueBy` those of all waiting deliveries. */
export const findWaiting = async (
  table: Table,
  options: QueuePart & { dueBy?: Date; limit: number },
): Promise<WaitingEntry[]> =>
  readWaiting(table, {
    ...options,
    from: WAITING_PREFIX,
    // "$" sorts behind "#", so that entries of this very millisecond are included.
    to: `${WAITING_PREFIX}${options.dueBy?.toISOString() ?? '~'}$`,
  });

/**
 * Finds the entries of deliveries that are due later, in the order of their times.
 *
 * @param options.after sort key of the entry before the first one; absent: all that are due after the time
 */
export const findWaitingLater = async (
  table: Table,
  options: QueuePart & { dueAfter: string; after: string | undefined; limit: number },
): Promise<WaitingEntry[]> =>
  readWaiting(table, {
    ...options,
    from: options.after === undefined ? `${WAITING_PREFIX}${options.dueAfter}$` : `${options.after}!`,
    to: `${WAITING_PREFIX}~`,
  });

/** Reads the entries between two sort keys. */
async function readWaiting(
  table: Table,
  { from, to, limit, ...part }: QueuePart & { from: string; to: string; limit: number },
): Promise<WaitingEntry[]> {
  const { items } = await table.queryPage({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':pk': endpointQueueKey(part).pk, ':from': from, ':to': to },
    Limit: limit,
    ConsistentRead: true,
  });
  return items.map(readEntry);
}

function readEntry(item: Item): WaitingEntry {
  const { eventId, eventIds = [], dueAt } = parse(waitingEntry, item);
  const { pk, sk } = item;
  return { key: { pk, sk }, eventIds: eventId === undefined ? eventIds : [eventId], dueAt };
}

/** Finds the ids of events whose delivery was given up, by the time of the event. */
export async function* findFailed(
  table: Table,
  options: { endpointId: string; since?: string },
): AsyncGenerator<string> {
  const items = table.query({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': endpointQueueKey({ endpointId: options.endpointId }).pk,
      ':first': FAILED_PREFIX + (options.since ?? ''),
      ':last': `${FAILED_PREFIX}~`,
    },
    ConsistentRead: true,
  });
  for await (const item of items) yield parse(failedEntry, item).eventId;
}
