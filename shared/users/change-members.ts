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

/** `lastAdmin`: an account that is open is not left without an administrator; make another user one first. */
export type MemberRefusal = 'noMember' | 'lastAdmin';

/**
 * Gives a user of an account another role in it. It holds from the user's next request on. The same role changes nothing.
 *
 * @param options.beforeWrite called with the role before
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
 * Signs a user out of an account: sessions that are there do not reach it any more, and stay for the user's other accounts.
 *
 * @returns whether the account has the user
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

/** Finds what a user is in an account, or why the user cannot lose it. */
export async function checkRemoval(
  { table }: Deps,
  place: Place,
): Promise<{ role: Role } | { refused: MemberRefusal }> {
  const known = membershipItem.readIfAny(await table.get(membershipItem.key(place)));
  if (!known) return { refused: 'noMember' };
  return (await keepAnAdmin(table, known)) ? { role: known.role } : { refused: 'lastAdmin' };
}

/** Takes an account away from a user, from the next request on. Users without any account cannot sign in. */
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
 * Removes a user with all of the user's accounts. Sessions end with the user. The user stays, with the accounts that are
 * left, where an open account would be left without an administrator.
 */
export async function removeUser(
  { table }: Deps,
  userId: string,
): Promise<{ removed: true } | { refused: 'noUser' } | { refused: 'lastAdmin'; accountId: string }> {
  const user = await findUser(table, userId);
  if (!user) return { refused: 'noUser' };
  // 1. Each account, before anything is written where one has no other administrator.
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

  // 2. The user.
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

  // 3. What an invitation added meanwhile refers to a user who is gone, and gives no one anything.
  for (const { accountId } of await listMembershipsOf(table, userId)) {
    await removeMember({ table }, { accountId, userId });
  }
  return result.committed ? { removed: true } : { refused: 'noUser' };
}

/**
 * What a transaction must find for the account to keep an administrator when this member is none any more: another one, who
 * is one still. Two administrators who remove each other at once conflict, and one of them is refused.
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
