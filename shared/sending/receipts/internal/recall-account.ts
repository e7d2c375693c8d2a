import { findAccount } from '../../../accounts/account-store';
import type { Account } from '../../../accounts/account';
import { epochMs } from '../../../platform/clock';
import type { Platform } from '../../../platform/platform';
import { Remembered } from '../../../platform/store/remembered';

/**
 * Time for which settings are cached. A change of the time zone only moves the day in which a few texts are counted; hard
 * failures are counted so much longer or later.
 */
const REMEMBERED_FOR_MS = 60_000;

type Settings = Pick<Account, 'timeZone' | 'setAsideNumbers' | 'hardFailuresSince'>;
const accounts = new Remembered<{ untilMs: number; settings: Settings | undefined }>();

/** Returns settings of an account as they were within the last minute; `undefined` for an account that is gone. */
export async function recallAccount(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  accountId: string,
): Promise<Settings | undefined> {
  const nowMs = epochMs(clock);
  const known = accounts.get(table, accountId);
  if (known && known.untilMs > nowMs) return known.settings;
  const settings = await findAccount(table, accountId);
  accounts.set(table, accountId, { untilMs: nowMs + REMEMBERED_FOR_MS, settings });
  return settings;
}
