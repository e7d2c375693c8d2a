import { type Clock, isoNow } from '../platform/clock';
import { quotaKey } from '../platform/keys';
import type { Table } from '../platform/table';

/** The UTC day that a time counts towards, `YYYY-MM-DD`. */
export function quotaDay(clock: Clock): string {
  return isoNow(clock).slice(0, 'YYYY-MM-DD'.length);
}

/** Recipients that broadcast and batch have accepted today, by UTC. */
export async function quotaUsedToday(
  deps: { table: Table; clock: Clock },
  accountId: string,
): Promise<number> {
  const item = await deps.table.get(quotaKey(accountId, quotaDay(deps.clock)));
  return (item?.used as number | undefined) ?? 0;
}
