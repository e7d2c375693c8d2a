import { listAccounts } from '../accounts/account-store';
import type { Person } from '../accounts/actor';
import { settleKeysOf } from '../accounts/api-keys';
import { forEachAtOnce } from '../platform/at-once';
import type { Clock } from '../platform/clock';
import type { Table } from '../platform/store/table';
import { type MemberRefusal, refuseRemoval, removeMember, removeUser } from './change-members';
import type { Role } from './role';
import { findUser, listMembershipsOf } from './user-store';

type Deps = { table: Table; clock: Clock };

const ACCOUNTS_AT_ONCE = 10;

/** Of a removal: who gets the API keys of the user; absent: they are revoked. */
interface KeyChoice {
  handOverTo?: Person | undefined;
}

/** What a user has lost in an account: the role, if the user had one there, and the ids of keys. */
interface Lost {
  role: Role | undefined;
  keys: string[];
}

/**
 * Takes an account away from a user, and settles the user's API keys of it. The keys come first, so that no key is left when
 * the process dies in between, and once more afterwards, for those that the user made meanwhile.
 *
 * @returns what the user was in the account, and the ids of the keys that were revoked or handed over
 *
 * **Source:** rules E6.
 */
export async function removeMemberWithKeys(
  deps: Deps,
  removal: { accountId: string; userId: string } & KeyChoice,
): Promise<Lost | { refused: MemberRefusal }> {
  const refused = await refuseRemoval(deps, removal);
  if (refused) return { refused };
  const keys = await settleKeysOf(deps, removal);
  let role: Role | undefined;
  const result = await removeMember(deps, removal, (membership) => (role = membership.role));
  if ('refused' in result) return result;
  return { role, keys: [...keys, ...(await settleKeysOf(deps, removal))] };
}

/**
 * Removes a user from everywhere, and settles the user's API keys in the same order.
 *
 * @returns the accounts that the user had or has left keys in
 *
 * **Source:** rules E6.
 */
export async function removeUserWithKeys(
  deps: Deps,
  removal: { userId: string } & KeyChoice,
): Promise<
  | { accounts: Array<Lost & { accountId: string }> }
  | { refused: 'noUser' }
  | { refused: 'lastAdmin'; accountId: string }
> {
  const { table } = deps;
  const { userId } = removal;
  // 1. May the user go?
  const user = await findUser(table, userId);
  if (!user) return { refused: 'noUser' };
  const own = (await listMembershipsOf(table, userId)).map(({ accountId }) => accountId);
  for (const accountId of own) {
    const refused = await refuseRemoval(deps, { accountId, userId });
    if (refused === 'lastAdmin') return { refused, accountId };
  }

  // 2. Keys, user, keys. An operator can have made keys of any account.
  const reached = user.isOperator ? (await listAccounts(table)).map(({ id }) => id) : own;
  const roles = new Map<string, Role>();
  const keysOf = new Map(own.map((accountId): [string, string[]] => [accountId, []]));
  const settleAll = () =>
    forEachAtOnce(reached, ACCOUNTS_AT_ONCE, async (accountId) => {
      const keys = await settleKeysOf(deps, { accountId, ...removal });
      if (keys.length > 0) keysOf.set(accountId, [...(keysOf.get(accountId) ?? []), ...keys]);
    });
  await settleAll();
  const result = await removeUser(deps, userId, ({ accountId, role }) => roles.set(accountId, role));
  if ('refused' in result) return result;
  await settleAll();
  return {
    accounts: [...keysOf].map(([accountId, keys]) => ({ accountId, role: roles.get(accountId), keys })),
  };
}
