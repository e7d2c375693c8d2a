import { ENDPOINT_QUEUE_PARTS } from '../../../shared/platform/store/keys';
import type { Table } from '../../../shared/platform/store/table';
import { findWaiting, type WaitingEntry } from '../../../shared/webhooks/queue-entries';

/** Returns all waiting entries of an endpoint, by the parts of its queue. */
export async function findAllWaiting(table: Table, endpointId: string): Promise<WaitingEntry[][]> {
  const parts = Array.from({ length: ENDPOINT_QUEUE_PARTS }, (_, part) => part);
  return Promise.all(parts.map((part) => findWaiting(table, { endpointId, part, limit: 1_000 })));
}
