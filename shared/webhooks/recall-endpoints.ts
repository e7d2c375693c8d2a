import type { Clock } from '../platform/clock';
import type { Table } from '../platform/store/table';
import type { Endpoint } from './endpoint';
import { findEndpoints } from './endpoint-store';

/** Time for which endpoints are cached, because thousands of receipts arrive within moments of each other. */
const REMEMBERED_FOR_MS = 1_000;
const MAX_REMEMBERED = 1_000;

interface Remembered {
  untilMs: number;
  endpoints: Promise<Endpoint[]>;
}

const rememberedByTable = new WeakMap<Table, Map<string, Remembered>>();

/** Returns the account's endpoints as they were within the last second. */
export async function recallEndpoints(
  { table, clock }: { table: Table; clock: Clock },
  accountId: string,
): Promise<Endpoint[]> {
  const nowMs = clock.now().getTime();
  const remembered = rememberedByTable.get(table) ?? new Map<string, Remembered>();
  rememberedByTable.set(table, remembered);
  const known = remembered.get(accountId);
  if (known && known.untilMs > nowMs) return known.endpoints;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  const endpoints = findEndpoints(table, accountId).then((found) => found.map(({ endpoint }) => endpoint));
  endpoints.catch(() => remembered.delete(accountId));
  remembered.set(accountId, { untilMs: nowMs + REMEMBERED_FOR_MS, endpoints });
  return endpoints;
}
