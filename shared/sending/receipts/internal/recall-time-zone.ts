import { findAccount } from '../../../accounts/account-store';
import { epochMs } from '../../../platform/clock';
import type { Platform } from '../../../platform/platform';
import { Remembered } from '../../../platform/store/remembered';

/** Time for which a time zone is cached: a change of it only moves the day in which a few texts are counted. */
const REMEMBERED_FOR_MS = 60_000;
const timeZones = new Remembered<{ untilMs: number; timeZone: string }>();

/** Returns the account's time zone as it was within the last minute; UTC for an account that is gone. */
export async function recallTimeZone(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  accountId: string,
): Promise<string> {
  const nowMs = epochMs(clock);
  const known = timeZones.get(table, accountId);
  if (known && known.untilMs > nowMs) return known.timeZone;
  const timeZone = (await findAccount(table, accountId))?.timeZone ?? 'UTC';
  timeZones.set(table, accountId, { untilMs: nowMs + REMEMBERED_FOR_MS, timeZone });
  return timeZone;
}
