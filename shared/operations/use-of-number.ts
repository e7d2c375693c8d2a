import { readAccount } from '../accounts/account';
import { listAllGroups } from '../audience/groups/list-groups';
import { accountKey } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import { findNumber } from '../senders/number-store';

/**
 * Reason why a number cannot be removed from an account: it is not assigned, or settings or groups of the account use
 * it.
 */
type UseOfNumber =
  | { used: 'notAssigned' }
  | { used: 'defaultNumber' }
  | { used: 'sendsForGroups'; groupIds: string[] };

/** @returns `undefined` when the number can be removed from the account */
export async function findUseOfNumber(
  table: Table,
  { accountId, number }: { accountId: string; number: string },
): Promise<UseOfNumber | undefined> {
  if (!(await findNumber(table, { accountId, number }))) return { used: 'notAssigned' };
  const account = await table.get(accountKey(accountId));
  if (account && readAccount(account).defaultNumber === number) return { used: 'defaultNumber' };
  const groups = (await listAllGroups(table, accountId)).filter(({ from }) => from === number);
  return groups.length === 0 ? undefined : { used: 'sendsForGroups', groupIds: groups.map(({ id }) => id) };
}
