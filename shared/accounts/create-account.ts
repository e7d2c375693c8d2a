import { isoNow } from '../platform/clock';
import { accountKey } from '../platform/store/keys';
import type { Platform } from '../platform/platform';
import { type Account, readAccount } from './account';
import { insertAccount } from './account-store';

/** Settings of a new account. Absent ones get their defaults: no credits, no SILENT opt-in, the usual limits. */
export type AccountSettings = Pick<Account, 'name'> & Partial<Omit<Account, 'createdAt' | 'closedAt'>>;

/**
 * Creates an account, with an id of its own unless one is given.
 *
 * @throws Error when the given id is taken
 */
export async function createAccount(
  platform: Pick<Platform, 'table' | 'clock' | 'ids'>,
  settings: AccountSettings,
): Promise<Account> {
  const { id = platform.ids.next('acc'), smsCredits = 0, mmsCredits = 0 } = settings;
  const createdAt = isoNow(platform.clock);
  const account = readAccount({ ...accountKey(id), ...settings, id, smsCredits, mmsCredits, createdAt });
  await insertAccount(platform.table, account);
  return account;
}
