import { type Account, readAccount } from '../accounts/account';
import { addCredits, listAccounts } from '../accounts/account-store';
import { gatherCreditShards } from '../accounts/gather-credit-shards';
import { toSearchName } from '../audience/groups/group-list';
import { ServiceError } from '../errors/service-error';
import { accountKey } from '../platform/store/keys';
import type { Table } from '../platform/store/table';

/** @throws ServiceError NoSuchResource when the account does not exist, InvalidState when it is closed */
export async function requireOpenAccount(table: Table, accountId: string): Promise<Account> {
  const item = await table.get(accountKey(accountId));
  if (!item) throw new ServiceError('NoSuchResource', { cause: 'account' });
  const account = readAccount(item);
  if (account.closedAt === undefined) return account;
  throw new ServiceError('InvalidState', { details: { status: 'closed' } });
}

/** Finds another account that is not closed and has the same name, ignoring case. */
export async function findAccountByName(
  table: Table,
  options: { name: string; otherThan?: string | undefined },
): Promise<Account | undefined> {
  const wanted = toSearchName(options.name.trim());
  return (await listAccounts(table)).find(
    ({ id, name, closedAt }) =>
      id !== options.otherThan && closedAt === undefined && toSearchName(name.trim()) === wanted,
  );
}

/**
 * Adds credits to an account, or removes them with a negative number.
 *
 * @param options.beforeWrite called with the credits that are removed, and with those that are added
 * @returns `undefined` when the account has fewer credits; then nothing is removed
 * @throws ServiceError NoSuchResource when the account does not exist, InvalidState when it is closed
 */
export async function changeCredits(
  table: Table,
  options: {
    accountId: string;
    sms: number;
    mms: number;
    beforeWrite?: (taken: object, added: object) => void;
  },
): Promise<Account | undefined> {
  const { accountId, sms, mms } = options;
  const { hasCreditShards } = await requireOpenAccount(table, accountId);
  // Credits in the credit shards of a busy account can be removed as well.
  if (hasCreditShards && (sms < 0 || mms < 0))
    await gatherCreditShards({ table: table.unrecorded }, accountId);
  options.beforeWrite?.(
    { smsCredits: taken(sms), mmsCredits: taken(mms) },
    { smsCredits: added(sms), mmsCredits: added(mms) },
  );
  const result = await addCredits({ table, accountId, sms, mms });
  if ('account' in result) return result.account;
  if (result.refused === 'belowZero') return undefined;
  throw new ServiceError('NoSuchResource', { cause: 'account' });
}

const taken = (credits: number) => (credits < 0 ? -credits : null);
const added = (credits: number) => (credits > 0 ? credits : null);
