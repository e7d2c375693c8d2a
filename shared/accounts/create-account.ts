import { isoNow } from '../platform/clock';
import { accountKey } from '../platform/store/keys';
import type { Platform } from '../platform/platform';
import { type Account, readAccount } from './account';
import { insertAccount } from './account-store';
import { followApprovalEmails } from './approval-topics';

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
  const { ids, clock, table } = platform;
  const createdAt = isoNow(clock);
  const account = readAccount({ ...accountKey(id), ...settings, id, smsCredits, mmsCredits, createdAt });
  const told = { accountId: id, before: [], after: account.approvalEmails, now: clock.now() };
  await insertAccount(table, account, followApprovalEmails(ids, told));
  return account;
}
