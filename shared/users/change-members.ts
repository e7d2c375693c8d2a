import { readAccount } from '../accounts/account';
import { type Clock, isoNow } from '../platform/clock';
import { commit, type Part, required } from '../platform/store/commit';
import { updateExpression } from '../platform/store/expressions';
import { accountKey, operatorKey, userKey } from '../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Table } from '../platform/store/table';
import type { Role } from './role';
import {
  listedUserItem,
  memberItem,
  membershipItem,
  userEmailItem,
  userIdentityItem,
  type UserMembership,
} from './user';
import { findUser, listMembers, listMembershipsOf } from './user-store';

type Deps = { table: Table };
type Place = { accountId: string; userId: string };

/**
 * Reason why a member cannot be changed. `lastAdmin`: an open account needs an administrator; another user must become
 * one first.
 */
export type MemberRefusal = 'noMember' | 'lastAdmin';

/**
 * Changes the role of a user in an account, from the user's next request on. The same role changes nothing.
 *
 * @param options.beforeWrite called with the role before the change
 *
 * **Source:** rules E6.
 */
export async function changeRole(
  { table }: Deps,
  options: Place & { role: Role; beforeWrite?: (from: Role) => void },
): Promise<{ changed: UserMembership } | { refused: MemberRefusal }> {
  const { role } = options;
  return retryOnConflict(table.waits, async () => {
    const known = membershipItem.readIfAny(await table.get(membershipItem.key(options)));
    if (!known) return { refused: 'noMember' as const };
    if (known.role === role) return { changed: known };
    const keepers = role === 'admin' ? [] : await keepAnAdmin(table, known);
    if (!keepers) return { refused: 'lastAdmin' as const };
    options.beforeWrite?.(known.role);
    const result = await commit(table, [
      {
        write: {
          Update: {
            Key: membershipItem.key(options),
            ...updateExpression({ set: { role } }, { values: { ':known': known.role } }),
            ConditionExpression: 'attribute_exists(pk) AND #role = :known',
          },
        },
        onFail: 'changedMeanwhile',
      },
      ...keepers,
    ]);
    return result.committed ? { changed: { ...known, role } } : CONFLICT;
  });
}

/**
 * Signs a user out of an account: existing sessions lose access to it, but stay valid for the user's other accounts.
 *
 * @returns true when the user is a member of the account
 */
export async function signOutOfAccount(
  { table, clock }: Deps & { clock: Clock },
  place: Place,
): Promise<boolean> {
  const { written } = await table.update({
    Key: membershipItem.key(place),
    ...updateExpression({ set: { signedOutAt: isoNow(clock) } }),
    ConditionExpression: 'attribute_exists(pk)',
  });
  return written;
}

/** Returns the role of a user in an account, or the reason why the user cannot be removed. */
export async function checkRemoval(
  { table }: Deps,
  place: Place,
): Promise<{ role: Role } | { refused: MemberRefusal }> {
  const known = membershipItem.readIfAny(await table.get(membershipItem.key(place)));
  if (!known) return { refused: 'noMember' };
  return (await keepAnAdmin(table, known)) ? { role: known.role } : { refused: 'lastAdmin' };
}

/** Removes a user from an account, from the next request on. Users without any account cannot sign in. */
export async function removeMember(
  { table }: Deps,
  place: Place,
): Promise<{ removed: true } | { refused: MemberRefusal }> {
  return retryOnConflict(table.waits, async () => {
    const known = membershipItem.readIfAny(await table.get(membershipItem.key(place)));
    if (!known) return { refused: 'noMember' as const };
    const keepers = await keepAnAdmin(table, known);
    if (!keepers) return { refused: 'lastAdmin' as const };
    const result = await commit(table, [
      {
        write: {
          Delete: {
            Key: membershipItem.key(place),
            ConditionExpression: 'attribute_exists(pk) AND #role = :known',
            ExpressionAttributeNames: { '#role': 'role' },
            ExpressionAttributeValues: { ':known': known.role },
          },
        },
        onFail: 'changedMeanwhile',
      },
      { write: { Delete: { Key: memberItem.key(place) } } },
      ...keepers,
    ]);
    return result.committed ? { removed: true as const } : CONFLICT;
  });
}

/**
 * Removes a user from all accounts and deletes the user, which ends the user's sessions. If an open account would lose
 * its last administrator, the user stays, with the remaining accounts.
 */
export async function removeUser(
  { table }: Deps,
  userId: string,
): Promise<{ removed: true } | { refused: 'noUser' } | { refused: 'lastAdmin'; accountId: string }> {
  const user = await findUser(table, userId);
  if (!user) return { refused: 'noUser' };
  // 1. Check that each account has another administrator, before anything is written.
  const memberships = await listMembershipsOf(table, userId);
  for (const membership of memberships) {
    if (!(await keepAnAdmin(table, membership))) {
      return { refused: 'lastAdmin', accountId: membership.accountId };
    }
  }
  for (const { accountId } of memberships) {
    const result = await removeMember({ table }, { accountId, userId });
    if ('refused' in result && result.refused === 'lastAdmin') return { refused: result.refused, accountId };
  }

  // 2. Delete the user.
  const result = await commit(table, [
    {
      write: { Delete: { Key: userKey(userId), ConditionExpression: 'attribute_exists(pk)' } },
      onFail: 'noUser',
    },
    ...required([
      { Delete: { Key: userEmailItem.key(user.email) } },
      { Delete: { Key: listedUserItem.key(userId) } },
      { Delete: { Key: operatorKey(userId) } },
      ...(user.identity ? [{ Delete: { Key: userIdentityItem.key(user.identity) } }] : []),
    ]),
  ]);

  // 3. Remove memberships that an invitation has added meanwhile; without a user they give access to nothing.
  for (const { accountId } of await listMembershipsOf(table, userId)) {
    await removeMember({ table }, { accountId, userId });
  }
  return result.committed ? { removed: true } : { refused: 'noUser' };
}

/**
 * Builds the checks by which an account keeps an administrator when this member stops being one: another member must
 * still be one. When two administrators remove each other at once, the transactions conflict, and one of them is
 * refused.
 *
 * @returns `undefined` when the member is the last administrator of an open account
 */
async function keepAnAdmin(
  table: Table,
  { accountId, userId, role }: UserMembership,
): Promise<Array<Part<'changedMeanwhile'>> | undefined> {
  if (role !== 'admin') return [];
  const members = await listMembers(table, accountId);
  const other = members.find(({ user, membership }) => user.id !== userId && membership.role === 'admin');
  if (!other) {
    const account = await table.get(accountKey(accountId));
    return account && readAccount(account).closedAt === undefined ? undefined : [];
  }
  return [
    {
      write: {
        ConditionCheck: {
          Key: membershipItem.key({ accountId, userId: other.user.id }),
          ConditionExpression: '#role = :admin',
          ExpressionAttributeNames: { '#role': 'role' },
          ExpressionAttributeValues: { ':admin': 'admin' },
        },
      },
      onFail: 'changedMeanwhile',
    },
  ];
}
