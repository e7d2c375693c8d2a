import { ACCOUNT_IS_OPEN } from '../accounts/account-store';
import { type Clock, isoNow } from '../platform/clock';
import type { Ids } from '../platform/ids';
import { commit, type Part, required } from '../platform/store/commit';
import { updateExpression } from '../platform/store/expressions';
import { accountKey, userKey } from '../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Table, TransactItem } from '../platform/store/table';
import type { Role } from './role';
import {
  listedUserItem,
  memberItem,
  membershipItem,
  type User,
  userEmailItem,
  userItem,
  type UserMembership,
} from './user';
import { findUserByEmail } from './user-store';

type Deps = { table: Table; clock: Clock; ids: Ids };

export interface Invitation {
  /** In lower case, as `parseEmail` gives it. */
  email: string;
  name?: string | undefined;
  /** The account, and what the user is in it; absent: the user becomes an operator. */
  access: { accountId: string; role: Role } | 'operator';
}

export type InviteResult =
  | { invited: true; user: User }
  | { invited: false; refusal: 'alreadyMember' | 'alreadyOperator' | 'noOpenAccount' };

/**
 * Invites a person: the first sign-in with this e-mail address, verified by the issuer, makes the person the user. A user
 * who is there already gets the access besides.
 *
 * **Source:** rules E6.
 */
export async function inviteUser(deps: Deps, invitation: Invitation): Promise<InviteResult> {
  return retryOnConflict<InviteResult>(deps.table.waits, async () => {
    const known = await findUserByEmail(deps.table, invitation.email);
    const user = known ?? newUser(deps, invitation);
    const result = await commit(deps.table, [
      ...(known ? [] : newUserParts(user)),
      ...accessParts(deps, { user, isKnown: known !== undefined, access: invitation.access }),
    ]);
    if (result.committed) {
      return {
        invited: true,
        user: { ...user, isOperator: user.isOperator || invitation.access === 'operator' },
      };
    }
    // Another invitation was first, or the user has just been removed: look again.
    if (result.refusal === 'emailTaken' || result.refusal === 'userGone') return CONFLICT;
    return { invited: false, refusal: result.refusal };
  });
}

function newUser(deps: Deps, { email, name, access }: Invitation): User {
  return {
    id: deps.ids.next('usr'),
    email,
    ...(name !== undefined && { name }),
    isOperator: access === 'operator',
    createdAt: isoNow(deps.clock),
  };
}

const newUserParts = (user: User): Array<Part<'emailTaken'>> => [
  {
    write: {
      Put: {
        Item: userEmailItem.item(user.email, { userId: user.id }),
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    onFail: 'emailTaken',
  },
  ...required([
    { Put: { Item: userItem.item(user.id, user) } },
    { Put: { Item: listedUserItem.item(user.id, { userId: user.id }) } },
  ]),
];

function accessParts(
  deps: Deps,
  options: { user: User; isKnown: boolean; access: Invitation['access'] },
): Array<Part<'alreadyMember' | 'alreadyOperator' | 'noOpenAccount' | 'userGone'>> {
  const { user, isKnown, access } = options;
  if (access === 'operator') return isKnown ? [{ write: promotion(user), onFail: 'alreadyOperator' }] : [];
  const place = { userId: user.id, accountId: access.accountId };
  const membership: UserMembership = { ...place, role: access.role, createdAt: isoNow(deps.clock) };
  return [
    {
      write: { ConditionCheck: { Key: accountKey(access.accountId), ConditionExpression: ACCOUNT_IS_OPEN } },
      onFail: 'noOpenAccount',
    },
    {
      write: {
        Put: {
          Item: membershipItem.item(place, membership),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      onFail: 'alreadyMember',
    },
    ...required([{ Put: { Item: memberItem.item(place, { userId: user.id }) } }]),
    ...(isKnown
      ? [
          {
            write: {
              ConditionCheck: { Key: userKey(user.id), ConditionExpression: 'attribute_exists(pk)' },
            },
            onFail: 'userGone' as const,
          },
        ]
      : []),
  ];
}

function promotion(user: User): TransactItem {
  return {
    Update: {
      Key: userKey(user.id),
      ...updateExpression({ set: { isOperator: true } }, { values: { ':false': false } }),
      ConditionExpression:
        'attribute_exists(pk) AND (attribute_not_exists(isOperator) OR isOperator = :false)',
    },
  };
}

/**
 * Ends all sessions of a user.
 *
 * @returns `undefined` when there is no such user
 */
export async function signOutEverywhere(
  deps: Pick<Deps, 'table' | 'clock'>,
  userId: string,
): Promise<User | undefined> {
  const result = await deps.table.update({
    Key: userKey(userId),
    ...updateExpression({ set: { signedOutAt: isoNow(deps.clock) } }),
    ConditionExpression: 'attribute_exists(pk)',
  });
  return result.written && result.item ? userItem.read(result.item) : undefined;
}
