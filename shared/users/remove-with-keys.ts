import { listAccounts } from '../accounts/account-store';
import type { Person } from '../accounts/actor';
import { listKeysOf, settleKeysOf } from '../accounts/settle-keys';
import { forEachAtOnce } from '../platform/at-once';
import type { Clock } from '../platform/clock';
import type { Table } from '../platform/store/table';
import { checkRemoval, type MemberRefusal, removeMember, removeUser } from './change-members';
import type { Role } from './role';
import { findUser, listMembershipsOf } from './user-store';

type Deps = { table: Table; clock: Clock };

const ACCOUNTS_AT_ONCE = 10;

/** Of a removal: who gets the API keys of the user; absent: they are revoked. */
interface KeyChoice {
  handOverTo?: Person | undefined;
  /** Called before anything is written, and before a key is that the user made meanwhile. */
  beforeWrite?: (loss: Loss) => void;
}

/** What a user loses in an account: the role, and keys that are revoked or handed over, by their ids. */
export interface Loss {
  accountId: string;
  role?: Role;
  keys: string[];
}

const isLoss = ({ role, keys }: Loss) => role !== undefined || keys.length > 0;

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
): Promise<Loss | { refused: MemberRefusal }> {
  const { accountId } = removal;
  const checked = await checkRemoval(deps, removal);
  if ('refused' in checked) return checked;
  const loss = { accountId, ...checked, keys: await listKeysOf(deps.table, removal) };
  removal.beforeWrite?.(loss);
  const keys = await settleKeys(deps, { ...removal, loss });
  const result = await removeMember(deps, removal);
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
 * Removes a user from everywhere, and settles the user's API keys in the same order.
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
  // 1. May the user go?
  const user = await findUser(table, userId);
  if (!user) return { refused: 'noUser' };
  const own = new Map<string, Role>();
  for (const { accountId } of await listMembershipsOf(table, userId)) {
    const checked = await checkRemoval(deps, { accountId, userId });
    if ('role' in checked) own.set(accountId, checked.role);
    else if (checked.refused === 'lastAdmin') return { refused: checked.refused, accountId };
  }

  // 2. What does the user lose? An operator can have made keys of any account.
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

  // 3. Keys, user, keys.
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
