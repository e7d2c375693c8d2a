import { MEMBERSHIP_PREFIX, memberKey, operatorKey, userKey, USERS_PK } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import {
  listedUserItem,
  memberItem,
  membershipItem,
  readUser,
  type User,
  userEmailItem,
  type UserMembership,
} from './user';

/** User with the role in an account. */
export interface Member {
  user: User;
  membership: UserMembership;
}

export async function findUser(table: Table, userId: string): Promise<User | undefined> {
  const [user] = await readUsers(table, [userId]);
  return user;
}

/** Reads users in the order of their ids; `undefined` for one that does not exist. */
async function readUsers(table: Table, userIds: string[]): Promise<Array<User | undefined>> {
  const items = await table.batchGet([...userIds.map(userKey), ...userIds.map(operatorKey)]);
  return userIds.map((_, index) => {
    const item = items[index];
    return item && readUser(item, items[userIds.length + index]);
  });
}

/** @param email in lower case */
export async function findUserByEmail(table: Table, email: string): Promise<User | undefined> {
  const entry = userEmailItem.readIfAny(await table.get(userEmailItem.key(email)));
  return entry && findUser(table, entry.userId);
}

/** Lists all users, oldest first. */
export async function listUsers(table: Table): Promise<User[]> {
  const entries = await table.queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': USERS_PK },
    ConsistentRead: true,
  });
  const users = await readUsers(
    table,
    entries.map((entry) => listedUserItem.read(entry).userId),
  );
  return users.filter((user) => user !== undefined);
}

/** Lists the memberships of a user in accounts. */
export async function listMembershipsOf(table: Table, userId: string): Promise<UserMembership[]> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': userKey(userId).pk, ':prefix': MEMBERSHIP_PREFIX },
    ConsistentRead: true,
  });
  return items.map(membershipItem.read);
}

/** Lists the users of an account, oldest first. */
export async function listMembers(table: Table, accountId: string): Promise<Member[]> {
  const entries = await table.queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': memberKey(accountId, '').pk },
    ConsistentRead: true,
  });
  return findMembers(table, { accountId, userIds: entries.map((entry) => memberItem.read(entry).userId) });
}

/** Finds those of some users who are users of the account, in the order of the ids. */
export async function findMembers(
  table: Table,
  { accountId, userIds }: { accountId: string; userIds: string[] },
): Promise<Member[]> {
  const [users, memberships] = await Promise.all([
    readUsers(table, userIds),
    table.batchGet(userIds.map((userId) => membershipItem.key({ userId, accountId }))),
  ]);
  return userIds.flatMap((_, index): Member[] => {
    const [user, membership] = [users[index], memberships[index]];
    return user && membership ? [{ user, membership: membershipItem.read(membership) }] : [];
  });
}
