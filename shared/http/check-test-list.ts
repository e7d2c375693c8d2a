import type { Account } from '../accounts/account';
import type { Caller } from './caller';
import { requireScope } from './require-scope';

/**
 * Refuses that a user without the right to launch puts phones on the test list of the account: such users send texts to
 * them. API keys may, since their tests take the right to launch.
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
  const isTestList = groupId !== undefined && groupId === account.testGroup;
  if (isTestList && caller.type === 'user') requireScope(caller, 'campaigns:launch');
}
