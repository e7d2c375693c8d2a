import type { Charge } from '../../../shared/accounts/charge';
import { readAccount } from '../../../shared/accounts/account';
import { balanceOf } from '../../../shared/accounts/gather-credit-shards';
import { accountKey } from '../../../shared/platform/store/keys';
import type { Table } from '../../../shared/platform/store/table';

/** Returns all credits of an account that exists. */
export async function readCredits(table: Table, accountId: string): Promise<Charge> {
  const item = await table.get(accountKey(accountId));
  if (!item) throw new Error(`There is no account ${accountId}`);
  return balanceOf({ table }, readAccount(item));
}
