import type { Account } from '../accounts/account';
import { type AccountChanges, findAccount, updateAccount, updateRetention } from '../accounts/account-store';
import { isShorter, overSince } from '../accounts/retention';
import { setClickRetention } from '../content/link-store';
import { applyRetentionLater } from '../erasure/retention-task';
import type { Platform } from '../platform/platform';
import { commit, required } from '../platform/store/commit';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';

type Deps = Pick<Platform, 'table' | 'clock'>;

/**
 * Changes settings of an account. What is over by the retention so far stays over, and a shorter one is applied to what is
 * stored.
 *
 * @returns the account after the change; `undefined` when there is none
 *
 * **Source:** rules E2, E7.
 */
export async function changeAccount(
  deps: Deps,
  { accountId, changes }: { accountId: string; changes: AccountChanges },
): Promise<Account | undefined> {
  const { table } = deps;
  const { retentionDays } = changes;
  if (retentionDays === undefined) return updateAccount({ table, accountId, changes });
  return retryOnConflict(table.waits, async () => {
    const account = await findAccount(table, accountId);
    if (!account) return undefined;
    const isSooner = isShorter(retentionDays, account.retentionDays);
    // Links have their own copy, for clicks: it is never the longer one.
    if (isSooner) await setClickRetention(table, { accountId, retentionDays });
    if (!(await changeRetention(deps, { account, changes, isSooner }))) return CONFLICT;
    if (!isSooner) await setClickRetention(table, { accountId, retentionDays });
    return findAccount(table, accountId);
  });
}

/** @returns false when another change came first */
async function changeRetention(
  { table, clock }: Deps,
  { account, changes, isSooner }: { account: Account; changes: AccountChanges; isSooner: boolean },
): Promise<boolean> {
  const now = clock.now();
  const isSame = changes.retentionDays === account.retentionDays;
  const retained = isSame ? {} : { retainedSince: overSince(account, now) };
  const result = await commit(table, [
    { write: updateRetention(account, { ...changes, ...retained }), onFail: 'changed' as const },
    ...required(isSooner ? [applyRetentionLater(account.id, now)] : []),
  ]);
  return result.committed;
}
