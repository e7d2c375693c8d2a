import type { Account } from '../accounts/account';
import type { Caller } from './caller';
import { requireScope } from './require-scope';

/**
 * Refuses that a caller without the right to launch puts phones on the test list of the account: any user who writes
 * campaigns can send texts to them.
 *
 * @param groupId group that the phones would join
 *
 * @throws ServiceError Forbidden
 *
 * **Source:** rules E4.
 */
export function checkTestList(
  { account, caller }: { account: Pick<Account, 'testGroup'>; caller: Caller },
  groupId: string | undefined,
): void {
  if (groupId !== undefined && groupId === account.testGroup) requireScope(caller, 'campaigns:launch');
}
