import { MEMBERSHIP_PREFIX, memberKey, userKey, USERS_PK } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import {
  listedUserItem,
  memberItem,
  membershipItem,
  type User,
  userEmailItem,
  userItem,
  type UserMembership,
} from './user';

/** A user with the role in an account. */
export interface Member {
  user: User;
  membership: UserMembership;
}

export async function findUser(table: Table, userId: string): Promise<User | undefined> {
  return userItem.readIfAny(await table.get(userKey(userId)));
}

/** @param email in lower case */
export async function findUserByEmail(table: Table, email: string): Promise<User | undefined> {
  const entry = userEmailItem.readIfAny(await table.get(userEmailItem.key(email)));
  return entry && findUser(table, entry.userId);
}

/** Every user, oldest first. */
export async function listUsers(table: Table): Promise<User[]> {
  const entries = await table.queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': USERS_PK },
    ConsistentRead: true,
  });
  const items = await table.batchGet(entries.map((entry) => userKey(listedUserItem.read(entry).userId)));
  return items.filter((item) => item !== undefined).map(userItem.read);
}

/** What a user is in each account. */
export async function listMembershipsOf(table: Table, userId: string): Promise<UserMembership[]> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': userKey(userId).pk, ':prefix': MEMBERSHIP_PREFIX },
    ConsistentRead: true,
  });
  return items.map(membershipItem.read);
}

/** The users of an account, oldest first. */
export async function listMembers(table: Table, accountId: string): Promise<Member[]> {
  const entries = await table.queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': memberKey(accountId, '').pk },
    ConsistentRead: true,
  });
  const userIds = entries.map((entry) => memberItem.read(entry).userId);
  const [users, memberships] = await Promise.all([
    table.batchGet(userIds.map(userKey)),
    table.batchGet(userIds.map((userId) => membershipItem.key({ userId, accountId }))),
  ]);
  return userIds.flatMap((_, index): Member[] => {
    const [user, membership] = [users[index], memberships[index]];
    return user && membership
      ? [{ user: userItem.read(user), membership: membershipItem.read(membership) }]
      : [];
  });
}
