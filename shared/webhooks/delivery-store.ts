import { object, parse, string } from 'valibot';
import type { Part } from '../platform/store/commit';
import {
  deliveryKey,
  FAILED_PREFIX,
  failedKey,
  type Key,
  endpointQueueKey,
  WAITING_PREFIX,
  waitingKey,
} from '../platform/store/keys';
import type { Item } from '../platform/store/item';
import type { PutInput, Table } from '../platform/store/table';
import { type Delivery, deliveryItem } from './delivery';

const waitingEntry = object({ eventId: string(), dueAt: string() });
const failedEntry = object({ eventId: string() });

/** Where a delivery stands in the queue of its endpoint. */
export interface WaitingEntry {
  key: Key;
  eventId: string;
  dueAt: string;
}

/**
 * Adds a new delivery, if there is none of this event for this endpoint yet: first the delivery, then its place in the
 * queue. When a worker dies between the two, the next attempt at the event completes it.
 */
export async function addDelivery(table: Table, delivery: Delivery): Promise<void> {
  const [{ write }] = insertDelivery(delivery);
  const result = await table.put(write.Put);
  const added = result.written ? delivery : deliveryItem.readIfAny(result.found);
  const entry = added?.attempts === 0 ? entryOf(added) : undefined;
  if (entry) await table.put({ Item: entry });
}

/**
 * Notes that a delivery has arrived, if it is still in the state `from`, and takes it out of the queue. Its place in the
 * queue of a worker that dies between the two is a leftover, which the next worker removes.
 */
export async function endDelivery(table: Table, from: Delivery, delivered: Delivery): Promise<void> {
  const [{ write }] = moveDelivery(from, delivered);
  const { written } = await table.put(write.Put);
  const left = entryOf(from);
  if (written && left) await table.delete({ Key: { pk: left.pk, sk: left.sk } });
}

type PutPart<Refusal extends string> = Part<Refusal> & { write: { Put: PutInput } };

/** Writes a new delivery, if there is none of this event for this endpoint yet. */
export function insertDelivery(delivery: Delivery): [PutPart<'exists'>, ...Array<Part<never>>] {
  return [
    {
      write: {
        Put: { Item: deliveryItem.item(delivery, delivery), ConditionExpression: 'attribute_not_exists(pk)' },
      },
      onFail: 'exists',
    },
    ...entryWrites(delivery),
  ];
}

/**
 * Writes the next state of a delivery, with its place in the queue of its endpoint or in the list of the failed, if it is
 * still in the state `from`.
 */
export function moveDelivery(from: Delivery, to: Delivery): [PutPart<'stale'>, ...Array<Part<never>>] {
  const left = entryOf(from);
  return [
    {
      write: {
        Put: {
          Item: deliveryItem.item(to, to),
          // A payload that an erasure has emptied since is not written again as it was.
          ConditionExpression: `#status = :status AND attempts = :attempts AND ${
            from.erased ? 'attribute_exists' : 'attribute_not_exists'
          }(erased)`,
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':status': from.status, ':attempts': from.attempts },
        },
      },
      onFail: 'stale',
    },
    ...(left ? [{ write: { Delete: { Key: { pk: left.pk, sk: left.sk } } } }] : []),
    ...entryWrites(to),
  ];
}

function entryWrites(delivery: Delivery): Array<Part<never>> {
  const entry = entryOf(delivery);
  return entry ? [{ write: { Put: { Item: entry } } }] : [];
}

/** The short item by which a delivery that waits or that failed is found; a delivered one has none. */
function entryOf(delivery: Delivery): Item | undefined {
  const { endpointId, eventId, eventTime, nextAttemptAt, expiresAtEpochSeconds } = delivery;
  switch (delivery.status) {
    case 'pending': {
      const dueAt = nextAttemptAt ?? eventTime;
      return { ...waitingKey(endpointId, { dueAt, eventId }), eventId, dueAt, expiresAtEpochSeconds };
    }
    case 'failed':
      return { ...failedKey(endpointId, { eventTime, eventId }), eventId, eventTime, expiresAtEpochSeconds };
    case 'delivered':
      return undefined;
  }
}

/** Deliveries that are due, longest due first; without `dueBy` all that wait. */
export async function findWaiting(
  table: Table,
  options: { endpointId: string; dueBy?: Date; limit: number },
): Promise<WaitingEntry[]> {
  const { pk } = endpointQueueKey(options.endpointId);
  const { items } = await table.queryPage({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': pk,
      ':first': WAITING_PREFIX,
      // "$" sorts behind "#", so that the very millisecond is included.
      ':last': `${WAITING_PREFIX}${options.dueBy?.toISOString() ?? '~'}$`,
    },
    Limit: options.limit,
    ConsistentRead: true,
  });
  return items.map((item) => ({ key: { pk: item.pk, sk: item.sk }, ...parse(waitingEntry, item) }));
}

export async function findDelivery(
  table: Table,
  options: { endpointId: string; eventId: string },
): Promise<Delivery | undefined> {
  const item = await table.get(deliveryKey(options.endpointId, options.eventId));
  return deliveryItem.readIfAny(item);
}

/** In the order of `eventIds`, `undefined` where there is none any more. */
export async function findDeliveries(
  table: Table,
  options: { endpointId: string; eventIds: string[] },
): Promise<Array<Delivery | undefined>> {
  const items = await table.batchGet(
    options.eventIds.map((eventId) => deliveryKey(options.endpointId, eventId)),
  );
  return items.map((item) => deliveryItem.readIfAny(item));
}

/** Ids of the events whose delivery was given up, by the time of the event. */
export async function* findFailed(
  table: Table,
  options: { endpointId: string; since?: string },
): AsyncGenerator<string> {
  const items = table.query({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': endpointQueueKey(options.endpointId).pk,
      ':first': FAILED_PREFIX + (options.since ?? ''),
      ':last': `${FAILED_PREFIX}~`,
    },
    ConsistentRead: true,
  });
  for await (const item of items) yield parse(failedEntry, item).eventId;
}

/** Every delivery of an endpoint that is kept, in the order of their events' ids; after one of them, if it is given. */
export async function* findAllDeliveries(
  table: Table,
  options: { endpointId: string; after?: string | undefined },
): AsyncGenerator<Delivery> {
  const { endpointId, after } = options;
  const items = table.query({
    KeyConditionExpression: `pk = :pk${after === undefined ? '' : ' AND sk > :after'}`,
    ExpressionAttributeValues: {
      ':pk': deliveryKey(endpointId, '').pk,
      ...(after !== undefined && { ':after': after }),
    },
    ConsistentRead: true,
  });
  for await (const item of items) yield deliveryItem.read(item);
}
