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

/**
 * Person who uses the console. An administrator or the operator invites users; without an invitation a sign-up is
 * refused.
 */
export const userItem = defineItem({
  entity: 'user',
  key: userKey,
  value: object({
    id: string(),
    /** Address in lower case. */
    email: string(),
    name: optional(string()),
    /** Identity of the user at the issuer, from the first sign-in on. */
    identity: optional(object({ issuer: string(), subject: string() })),
    /** Sessions that began by then have ended. */
    signedOutAt: optional(string()),
    lastSignInAt: optional(string()),
    createdAt: string(),
  }),
});
/** User; `isOperator` is true for a user above accounts. */
export type User = ValueOf<typeof userItem> & { isOperator: boolean };

/**
 * Marks a user as an operator. The item is in a partition of its own, so that only the function of the operators'
 * routes, and the operator's command line, can write it.
 */
export const operatorItem = defineItem({
  entity: 'operator',
  key: operatorKey,
  value: object({ userId: string(), createdAt: string() }),
});

/** Builds a user from its two items. */
export const readUser = (item: Item, operator: Item | undefined): User => ({
  ...userItem.read(item),
  isOperator: operator !== undefined,
});

/** Membership of a user in an account. */
export const membershipItem = defineItem({
  entity: 'userAccount',
  key: ({ userId, accountId }: { userId: string; accountId: string }) => userAccountKey(userId, accountId),
  value: object({
    userId: string(),
    accountId: string(),
    role: picklist(ROLES),
    /** Sessions that began by then have no access to the account. */
    signedOutAt: optional(string()),
    createdAt: string(),
  }),
});
export type UserMembership = ValueOf<typeof membershipItem>;

/** Entry in the account's list of its users. */
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

/** Returns `invited` until the user's first sign-in. */
export const statusOf = ({ identity }: User): 'invited' | 'active' => (identity ? 'active' : 'invited');
