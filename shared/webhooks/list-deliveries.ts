import { SEARCH_AT_MOST_MS } from '../limits';
import type { ListPage } from '../lists/list-query';
import { type Clock, epochMs } from '../platform/clock';
import type { Table } from '../platform/store/table';
import { type Delivery, readDelivery } from './delivery';
import { readInOrder } from './internal/read-in-order';

/**
 * Reads a page of the stored deliveries of an endpoint, newest event id first. A filtered page ends when it is full,
 * the list has ended, or two seconds have passed.
 */
export async function listDeliveries(
  { table, clock }: { table: Table; clock: Clock },
  options: { endpointId: string; status: Delivery['status'] | undefined; page: ListPage },
): Promise<{ deliveries: Delivery[]; nextPlace: string | undefined }> {
  const { endpointId, status, page } = options;
  const endsAtMs = epochMs(clock) + SEARCH_AT_MOST_MS;
  const deliveries: Delivery[] = [];
  let place = page.place;
  for (;;) {
    const { items, isLast } = await readInOrder(table, { endpointId, after: place, isNewestFirst: true });
    for (const item of items) {
      const delivery = readDelivery(item);
      if (status !== undefined && delivery.status !== status) continue;
      if (deliveries.length === page.limit) return { deliveries, nextPlace: deliveries.at(-1)?.eventId };
      deliveries.push(delivery);
    }
    if (isLast) return { deliveries, nextPlace: undefined };
    place = items.at(-1)?.sk;
    if (epochMs(clock) >= endsAtMs) return { deliveries, nextPlace: place };
  }
}
