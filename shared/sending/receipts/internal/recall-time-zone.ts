import { findAccount } from '../../../accounts/account-store';
import { epochMs } from '../../../platform/clock';
import type { Platform } from '../../../platform/platform';
import type { Table } from '../../../platform/store/table';

/** Time for which a time zone is cached: a change of it only moves the day in which a few texts are counted. */
const REMEMBERED_FOR_MS = 60_000;
const MAX_REMEMBERED = 1_000;

interface Remembered {
  untilMs: number;
  timeZone: string;
}

const rememberedByTable = new WeakMap<Table, Map<string, Remembered>>();

/** Returns the account's time zone as it was within the last minute; UTC for an account that is gone. */
export async function recallTimeZone(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  accountId: string,
): Promise<string> {
  const nowMs = epochMs(clock);
  const remembered = rememberedByTable.get(table) ?? new Map<string, Remembered>();
  rememberedByTable.set(table, remembered);
  const known = remembered.get(accountId);
  if (known && known.untilMs > nowMs) return known.timeZone;
  const timeZone = (await findAccount(table, accountId))?.timeZone ?? 'UTC';
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(accountId, { untilMs: nowMs + REMEMBERED_FOR_MS, timeZone });
  return timeZone;
}
