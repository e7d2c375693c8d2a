import type { Item } from '../../platform/store/item';
import { DELIVERY_SHARDS, deliveriesPk } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import { type Delivery, readDelivery } from '../delivery';

/** Deliveries that are read at once from each partition. */
const READ_AT_ONCE = 25;

/**
 * Reads the next deliveries of an endpoint from all partitions together, in the order of their events' ids: at least
 * one, unless it was the last part.
 *
 * @param options.after event id after which to begin; absent: at the beginning
 */
export async function readInOrder(
  table: Table,
  options: { endpointId: string; after: string | undefined; isNewestFirst: boolean },
): Promise<{ items: Item[]; isLast: boolean }> {
  const { endpointId, after, isNewestFirst } = options;
  const isBehind = isNewestFirst ? '<' : '>';
  const partitions = await Promise.all(
    partitionsOf(endpointId).map((pk) =>
      table.queryPage({
        KeyConditionExpression: `pk = :pk${after === undefined ? '' : ` AND sk ${isBehind} :after`}`,
        ExpressionAttributeValues: { ':pk': pk, ...(after !== undefined && { ':after': after }) },
        ScanIndexForward: !isNewestFirst,
        ConsistentRead: true,
        Limit: READ_AT_ONCE,
      }),
    ),
  );
  const inOrder = (a: string, b: string) => (a < b === isNewestFirst ? 1 : -1);
  // A partition that was not read to its end may have further items that sort before items of the others.
  const [end] = partitions.flatMap(({ lastKey }) => (lastKey ? [String(lastKey.sk)] : [])).sort(inOrder);
  const items = partitions
    .flatMap((partition) => partition.items)
    .filter(({ sk }) => end === undefined || sk === end || inOrder(sk, end) < 0)
    .sort((a, b) => inOrder(a.sk, b.sk));
  return { items, isLast: end === undefined };
}

/** Reads every stored delivery of an endpoint in the order of their events' ids, after a given one if any. */
export async function* findAllDeliveries(
  table: Table,
  options: { endpointId: string; after?: string | undefined },
): AsyncGenerator<Delivery> {
  let { after } = options;
  for (;;) {
    const { endpointId } = options;
    const { items, isLast } = await readInOrder(table, { endpointId, after, isNewestFirst: false });
    for (const item of items) yield readDelivery(item);
    if (isLast) return;
    after = items.at(-1)?.sk;
  }
}

const partitionsOf = (endpointId: string): string[] =>
  Array.from({ length: DELIVERY_SHARDS }, (_, shard) => deliveriesPk(endpointId, shard));
