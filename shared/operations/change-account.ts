import { isDeepStrictEqual } from 'node:util';
import { type Account, readAccount } from '../accounts/account';
import { type AccountChanges, findAccount, updateAsRead } from '../accounts/account-store';
import { followApprovalEmails } from '../accounts/approval-topics';
import { isShorter, overSince } from '../accounts/retention';
import { setClickRetention } from '../content/link-store';
import { applyRetentionLater } from '../erasure/account-task';
import type { Platform } from '../platform/platform';
import { commitOrUpdate, required } from '../platform/store/commit';
import type { Item } from '../platform/store/item';
import { accountKey } from '../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/**
 * Changes settings of an account. Items that have expired by the former retention stay expired, and a shorter one is
 * applied to what is stored. Settings that already have the new value are no change.
 *
 * @param options.beforeWrite called with the account and its changes; again after a concurrent change. If it throws,
 *   nothing is changed
 * @returns the account after the change; `undefined` when it does not exist
 *
 * **Source:** rules E2, E7.
 */
export async function changeAccount(
  deps: Deps,
  options: {
    accountId: string;
    changes: AccountChanges;
    beforeWrite?: (before: Account, changed: AccountChanges) => void;
  },
): Promise<Account | undefined> {
  const { accountId } = options;
  const { table } = deps;
  const { retentionDays } = options.changes;
  return retryOnConflict(table.waits, async () => {
    const item = await table.get(accountKey(accountId));
    if (!item) return undefined;
    const account = readAccount(item);
    const changes = changesOf(account, options.changes);
    const isSooner = retentionDays !== undefined && isShorter(retentionDays, account.retentionDays);
    // Links have a copy of the retention, for clicks, which is never the longer one.
    const copyRetention = async () =>
      retentionDays === undefined
        ? undefined
        : setClickRetention(table.unrecorded, { accountId, retentionDays });
    const isChange = Object.keys(changes).length > 0;
    if (isChange) options.beforeWrite?.(account, changes);
    if (isSooner) await copyRetention();
    if (isChange && !(await write(deps, { item, account, changes, isSooner }))) return CONFLICT;
    if (!isSooner) await copyRetention();
    return findAccount(table, accountId);
  });
}

function changesOf(account: Account, changes: AccountChanges): AccountChanges {
  const before = new Map<string, unknown>(Object.entries(account));
  const changed = Object.entries(changes).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value ?? undefined, before.get(name)),
  );
  return Object.fromEntries(changed);
}

/** @returns false after a concurrent change */
async function write(
  { table, clock, ids }: Deps,
  options: { item: Item; account: Account; changes: AccountChanges; isSooner: boolean },
): Promise<boolean> {
  const { item, account, changes, isSooner } = options;
  const now = clock.now();
  const retained = changes.retentionDays === undefined ? {} : { retainedSince: overSince(account, now) };
  // What came while it was off was not counted.
  const counted = changes.setAsideNumbers === true ? { hardFailuresSince: now.toISOString() } : {};
  const { approvalEmails: before } = account;
  const { approvalEmails: after = before } = changes;
  const result = await commitOrUpdate(table, [
    { write: updateAsRead(item, { ...changes, ...retained, ...counted }), onFail: 'changed' as const },
    ...required(isSooner ? [applyRetentionLater(account.id, now)] : []),
    ...required(followApprovalEmails(ids, { accountId: account.id, before, after, now })),
  ]);
  return result.committed;
}
