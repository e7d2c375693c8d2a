import type { Part } from '../platform/store/commit';
import { deliveryKey } from '../platform/store/keys';
import type { PutInput, Table } from '../platform/store/table';
import { type Delivery, readDeliveryIfAny, toDeliveryItem } from './delivery';
import { failedItem, waitingItem } from './queue-entries';

type PutPart<Refusal extends string> = Part<Refusal> & { write: { Put: PutInput } };

/**
 * Adds a new delivery, if there is none of this event for this endpoint yet. Its place in the queue, or in the list of
 * the failed, is written after it.
 *
 * @returns the delivery as it is now
 */
export async function addDelivery(table: Table, delivery: Delivery): Promise<Delivery | undefined> {
  const { write } = deliveryInsert(delivery);
  const result = await table.put(write.Put);
  return result.written ? delivery : readDeliveryIfAny(result.found);
}

/** Notes that a delivery has arrived; false when it is not in the state `from` any more. */
export async function endDelivery(table: Table, from: Delivery, delivered: Delivery): Promise<boolean> {
  const { written } = await table.put(deliveryPut(from, delivered).write.Put);
  return written;
}

/** Writes a new delivery with its place, if there is none of this event for this endpoint yet. */
export function insertDelivery(delivery: Delivery): Array<Part<'exists'>> {
  return [deliveryInsert(delivery), ...placeWrites(delivery, undefined)];
}

function deliveryInsert(delivery: Delivery): PutPart<'exists'> {
  return {
    write: { Put: { Item: toDeliveryItem(delivery), ConditionExpression: 'attribute_not_exists(pk)' } },
    onFail: 'exists',
  };
}

/**
 * Writes the next state of a delivery, with its place in the queue of its endpoint or in the list of the failed, if it is
 * still in the state `from`. Its former place in the queue is removed by the worker: others may share it.
 *
 * @param part of the endpoint's queue in which it waits from then on
 */
export function moveDelivery(
  from: Delivery,
  to: Delivery,
  part?: number,
): [Part<'stale'>, ...Array<Part<never>>] {
  const failed = from.status === 'failed' ? failedItem(from) : undefined;
  return [
    deliveryPut(from, to),
    ...(failed ? [{ write: { Delete: { Key: { pk: failed.pk, sk: failed.sk } } } }] : []),
    ...placeWrites(to, part),
  ];
}

function deliveryPut(from: Delivery, to: Delivery): PutPart<'stale'> {
  return {
    write: {
      Put: {
        Item: toDeliveryItem(to),
        // A payload that an erasure has emptied since is not written again as it was.
        ConditionExpression: `#status = :status AND attempts = :attempts AND ${
          from.erased ? 'attribute_exists' : 'attribute_not_exists'
        }(erased)`,
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':status': from.status, ':attempts': from.attempts },
      },
    },
    onFail: 'stale',
  };
}

function placeWrites(delivery: Delivery, part: number | undefined): Array<Part<never>> {
  switch (delivery.status) {
    case 'pending':
      return [{ write: { Put: { Item: waitingItem(delivery, part) } } }];
    case 'failed':
      return [{ write: { Put: { Item: failedItem(delivery) } } }];
    case 'delivered':
      return [];
  }
}

export async function findDelivery(
  table: Table,
  options: { endpointId: string; eventId: string },
): Promise<Delivery | undefined> {
  const { endpointId, eventId } = options;
  const [delivery] = await findDeliveries(table, { endpointId, eventIds: [eventId] });
  return delivery;
}

/** In the order of `eventIds`, `undefined` where there is none any more. */
export async function findDeliveries(
  table: Table,
  options: { endpointId: string; eventIds: string[] },
): Promise<Array<Delivery | undefined>> {
  const { endpointId, eventIds } = options;
  const items = await table.batchGet(eventIds.map((eventId) => deliveryKey({ endpointId, eventId })));
  return items.map(readDeliveryIfAny);
}
