import { object, optional, picklist, string } from 'valibot';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import type { Item } from '../platform/store/item';
import {
  memberKey,
  operatorKey,
  userAccountKey,
  userEmailKey,
  userIdentityKey,
  userKey,
  userListKey,
} from '../platform/store/keys';
import { ROLES } from './role';

/** A person who uses the console. An administrator or the operator invites users; no one signs up without an invitation. */
export const userItem = defineItem({
  entity: 'user',
  key: userKey,
  value: object({
    id: string(),
    /** In lower case. */
    email: string(),
    name: optional(string()),
    /** Who the user is for the issuer, from the first sign-in on. */
    identity: optional(object({ issuer: string(), subject: string() })),
    /** Sessions that began by then are over. */
    signedOutAt: optional(string()),
    lastSignInAt: optional(string()),
    createdAt: string(),
  }),
});
/** `isOperator`: whether the user stands above accounts. */
export type User = ValueOf<typeof userItem> & { isOperator: boolean };

/**
 * What makes a user an operator. It lies in a partition of its own, so that only the function behind the operators' routes, and
 * the operator's command line, can write it.
 */
export const operatorItem = defineItem({
  entity: 'operator',
  key: operatorKey,
  value: object({ userId: string(), createdAt: string() }),
});

/** A user, of the two items that tell of one. */
export const readUser = (item: Item, operator: Item | undefined): User => ({
  ...userItem.read(item),
  isOperator: operator !== undefined,
});

/** What a user is in an account. */
export const membershipItem = defineItem({
  entity: 'userAccount',
  key: ({ userId, accountId }: { userId: string; accountId: string }) => userAccountKey(userId, accountId),
  value: object({
    userId: string(),
    accountId: string(),
    role: picklist(ROLES),
    /** Sessions that began by then do not reach the account. */
    signedOutAt: optional(string()),
    createdAt: string(),
  }),
});
export type UserMembership = ValueOf<typeof membershipItem>;

/** An entry in the account's list of its users. */
export const memberItem = defineItem({
  entity: 'member',
  key: ({ accountId, userId }: { accountId: string; userId: string }) => memberKey(accountId, userId),
  value: object({ userId: string() }),
});

export const userEmailItem = defineItem({
  entity: 'userEmail',
  key: userEmailKey,
  value: object({ userId: string() }),
});

export const userIdentityItem = defineItem({
  entity: 'userIdentity',
  key: userIdentityKey,
  value: object({ userId: string() }),
});

export const listedUserItem = defineItem({
  entity: 'listedUser',
  key: userListKey,
  value: object({ userId: string() }),
});

/** Whether the user has signed in yet. */
export const statusOf = ({ identity }: User): 'invited' | 'active' => (identity ? 'active' : 'invited');
