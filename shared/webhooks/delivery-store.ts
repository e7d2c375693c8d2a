import type { Part } from '../platform/store/commit';
import { deliveryKey } from '../platform/store/keys';
import type { PutInput, Table } from '../platform/store/table';
import { type Delivery, readDeliveryIfAny, toDeliveryItem } from './delivery';
import { failedItem, waitingItem } from './queue-entries';

type PutPart<Refusal extends string> = Part<Refusal> & { write: { Put: PutInput } };

/**
 * Adds a new delivery, if this event has none for this endpoint yet. Its entry in the queue, or in the list of
 * failures, is written after it.
 *
 * @returns the delivery as it is stored
 */
export async function addDelivery(table: Table, delivery: Delivery): Promise<Delivery | undefined> {
  const { write } = deliveryInsert(delivery);
  const result = await table.put(write.Put);
  return result.written ? delivery : readDeliveryIfAny(result.found);
}

/** Marks a delivery as delivered; returns false when it is not in the state `from` any more. */
export async function endDelivery(table: Table, from: Delivery, delivered: Delivery): Promise<boolean> {
  const { written } = await table.put(deliveryPut(from, delivered).write.Put);
  return written;
}

/** Builds the writes of a new delivery with its entry, if this event has none for this endpoint yet. */
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
 * Builds the writes of the next state of a delivery, with its entry in the queue of its endpoint or in the list of
 * failures, if it is still in the state `from`. The worker removes its former entry in the queue, which other
 * deliveries may share.
 *
 * @param part of the endpoint's queue in which it then waits
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
        // The payload that an erasure has emptied meanwhile is not overwritten with the former one.
        ConditionExpression: `#status = :status AND attempts = :attempts AND ${
          from.erasures === undefined ? 'attribute_not_exists(erasures)' : 'erasures = :erasures'
        }`,
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':status': from.status,
          ':attempts': from.attempts,
          ...(from.erasures !== undefined && { ':erasures': from.erasures }),
        },
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

/** Returns deliveries in the order of `eventIds`, `undefined` for one that no longer exists. */
export async function findDeliveries(
  table: Table,
  options: { endpointId: string; eventIds: string[] },
): Promise<Array<Delivery | undefined>> {
  const { endpointId, eventIds } = options;
  const items = await table.batchGet(eventIds.map((eventId) => deliveryKey({ endpointId, eventId })));
  return items.map(readDeliveryIfAny);
}
