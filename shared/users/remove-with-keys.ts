import { listAccounts } from '../accounts/account-store';
import type { Person } from '../accounts/actor';
import { listKeysOf, settleKeysOf } from '../accounts/settle-keys';
import { forEachAtOnce } from '../platform/at-once';
import type { Clock } from '../platform/clock';
import type { Table } from '../platform/store/table';
import { changeRole, checkRemoval, type MemberRefusal, removeMember, removeUser } from './change-members';
import { type Role, scopesOf } from './role';
import { membershipItem } from './user';
import { findUser, listMembershipsOf } from './user-store';

type Deps = { table: Table; clock: Clock };

const ACCOUNTS_AT_ONCE = 10;

/** New owner of the API keys of a user who is removed or demoted; absent: the keys are revoked. */
interface KeyChoice {
  handOverTo?: Person | undefined;
  /** Called before anything is written, and again before a key is changed that the user created meanwhile. */
  beforeWrite?: (loss: Loss) => void;
}

/** Losses of a user in an account: the former role, and the ids of keys that are revoked or handed over. */
interface Loss {
  accountId: string;
  role?: Role;
  keys: string[];
}

const isLoss = ({ role, keys }: Loss) => role !== undefined || keys.length > 0;

/**
 * Removes a user from an account, and revokes or hands over the user's API keys of it. The keys come first, so that
 * none is left when the process dies in between, and are handled again afterwards, for those that the user created
 * meanwhile.
 *
 * @returns the role of the user in the account, and the ids of the keys that were revoked or handed over
 *
 * **Source:** rules E6.
 */
export async function removeMemberWithKeys(
  deps: Deps,
  removal: { accountId: string; userId: string } & KeyChoice,
): Promise<Loss | { refused: MemberRefusal }> {
  const checked = await checkRemoval(deps, removal);
  if ('refused' in checked) return checked;
  return settleAround(deps, { ...removal, ...checked, lose: () => removeMember(deps, removal) });
}

/**
 * Changes the role of a user in an account. A user who stops being an administrator loses the API keys like a removed
 * user: an administrator has created or seen them, with more rights than the new role has. The same role changes
 * nothing.
 *
 * @returns the former role, and the ids of the keys that were revoked or handed over
 *
 * **Source:** rules E6.
 */
export async function changeRoleWithKeys(
  deps: Deps,
  change: { accountId: string; userId: string; role: Role } & KeyChoice,
): Promise<Loss | { refused: MemberRefusal }> {
  const { accountId, userId, role } = change;
  const [member, user] = await Promise.all([
    deps.table.get(membershipItem.key(change)),
    findUser(deps.table, userId),
  ]);
  const from = membershipItem.readIfAny(member)?.role;
  if (from === undefined || !user) return { refused: 'noMember' };
  const isAdmin = (one: Role) =>
    scopesOf({ role: one, isOperator: user.isOperator }).includes('account:admin');
  if (isAdmin(role)) return changeRoleAlone(deps, change);
  if (!isAdmin(from)) {
    const changed = await changeRoleAlone(deps, change);
    // The user became an administrator meanwhile, and was demoted.
    if ('refused' in changed || changed.role === undefined || !isAdmin(changed.role)) return changed;
    return { ...changed, keys: await settleKeys(deps, { ...change, loss: changed }) };
  }
  const checked = await checkRemoval(deps, change);
  if ('refused' in checked) return checked;
  const lose = () => changeRole(deps, { accountId, userId, role });
  return settleAround(deps, { ...change, role: from, lose });
}

async function changeRoleAlone(
  deps: Deps,
  { beforeWrite, ...change }: { accountId: string; userId: string; role: Role } & KeyChoice,
): Promise<Loss | { refused: MemberRefusal }> {
  const loss: Loss = { accountId: change.accountId, keys: [] };
  const result = await changeRole(deps, {
    ...change,
    beforeWrite: (from) => {
      loss.role = from;
      beforeWrite?.(loss);
    },
  });
  return 'refused' in result ? result : loss;
}

async function settleAround(
  deps: Deps,
  options: {
    accountId: string;
    userId: string;
    role: Role;
    lose: () => Promise<object | { refused: MemberRefusal }>;
  } & KeyChoice,
): Promise<Loss | { refused: MemberRefusal }> {
  const { role, lose, ...removal } = options;
  const { accountId } = removal;
  const loss = { accountId, role, keys: await listKeysOf(deps.table, removal) };
  removal.beforeWrite?.(loss);
  const keys = await settleKeys(deps, { ...removal, loss });
  const result = await lose();
  if ('refused' in result) return result;
  return { ...loss, keys: [...keys, ...(await settleKeys(deps, { ...removal, loss }))] };
}

async function settleKeys(
  deps: Deps,
  { loss, ...removal }: { userId: string; loss: Loss } & KeyChoice,
): Promise<string[]> {
  const { accountId, keys } = loss;
  return settleKeysOf(deps, {
    ...{ ...removal, accountId },
    beforeEach: (keyId) => {
      if (!keys.includes(keyId)) removal.beforeWrite?.({ accountId, keys: [keyId] });
    },
  });
}

/**
 * Removes a user completely, and revokes or hands over the user's API keys in the same order.
 *
 * @returns the accounts that the user had or has left keys in
 *
 * **Source:** rules E6.
 */
export async function removeUserWithKeys(
  deps: Deps,
  removal: { userId: string } & KeyChoice,
): Promise<{ accounts: Loss[] } | { refused: 'noUser' } | { refused: 'lastAdmin'; accountId: string }> {
  const { table } = deps;
  const { userId } = removal;
  // 1. Check that the user can be removed.
  const user = await findUser(table, userId);
  if (!user) return { refused: 'noUser' };
  const own = new Map<string, Role>();
  for (const { accountId } of await listMembershipsOf(table, userId)) {
    const checked = await checkRemoval(deps, { accountId, userId });
    if ('role' in checked) own.set(accountId, checked.role);
    else if (checked.refused === 'lastAdmin') return { refused: checked.refused, accountId };
  }

  // 2. Collect the losses. An operator can have created keys of any account.
  const reached = user.isOperator ? (await listAccounts(table)).map(({ id }) => id) : [...own.keys()];
  const losses: Loss[] = [];
  await forEachAtOnce(reached, ACCOUNTS_AT_ONCE, async (accountId) => {
    const role = own.get(accountId);
    losses.push({
      accountId,
      ...(role && { role }),
      keys: await listKeysOf(table, { accountId, ...removal }),
    });
  });
  for (const loss of losses.filter(isLoss)) removal.beforeWrite?.(loss);

  // 3. Settle the keys, delete the user, settle the keys again.
  const settled = losses.map((loss) => ({ ...loss, keys: [] as string[] }));
  const settleAll = () =>
    forEachAtOnce([...losses.entries()], ACCOUNTS_AT_ONCE, async ([index, loss]) => {
      settled[index]?.keys.push(...(await settleKeys(deps, { ...removal, loss })));
    });
  await settleAll();
  const result = await removeUser(deps, userId);
  if ('refused' in result) return result;
  await settleAll();
  return { accounts: settled.filter(isLoss) };
}
