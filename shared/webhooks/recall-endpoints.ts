import type { Clock } from '../platform/clock';
import { Remembered } from '../platform/store/remembered';
import type { Table } from '../platform/store/table';
import type { Endpoint } from './endpoint';
import { findEndpoints } from './endpoint-store';

/** Time for which endpoints are cached, because thousands of receipts arrive within moments of each other. */
const REMEMBERED_FOR_MS = 1_000;
const endpointsOf = new Remembered<{ untilMs: number; endpoints: Promise<Endpoint[]> }>();

/** Returns the account's endpoints as they were within the last second. */
export async function recallEndpoints(
  { table, clock }: { table: Table; clock: Clock },
  accountId: string,
): Promise<Endpoint[]> {
  const nowMs = clock.now().getTime();
  const known = endpointsOf.get(table, accountId);
  if (known && known.untilMs > nowMs) return known.endpoints;
  const endpoints = findEndpoints(table, accountId).then((found) => found.map(({ endpoint }) => endpoint));
  endpoints.catch(() => endpointsOf.delete(table, accountId));
  endpointsOf.set(table, accountId, { untilMs: nowMs + REMEMBERED_FOR_MS, endpoints });
  return endpoints;
}
