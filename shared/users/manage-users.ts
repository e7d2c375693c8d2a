import { ACCOUNT_IS_OPEN } from '../accounts/account-store';
import { type Clock, isoNow } from '../platform/clock';
import type { Ids } from '../platform/ids';
import { commit, type Part, required } from '../platform/store/commit';
import { updateExpression } from '../platform/store/expressions';
import { accountKey, userKey } from '../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Table } from '../platform/store/table';
import type { Role } from './role';
import {
  listedUserItem,
  memberItem,
  membershipItem,
  operatorItem,
  type User,
  userEmailItem,
  userItem,
  type UserMembership,
} from './user';
import { findUser, findUserByEmail } from './user-store';

type Deps = { table: Table; clock: Clock; ids: Ids };

interface Invitation {
  /** Address in lower case, as `parseEmail` returns it. */
  email: string;
  name?: string | undefined;
  /** Account and role of the user; `operator`: the user becomes an operator. */
  access: { accountId: string; role: Role } | 'operator';
  /** Called with the user, new or existing. */
  beforeWrite?: (user: User) => void;
}

export type InviteResult =
  | { invited: true; user: User }
  | { invited: false; refusal: 'alreadyMember' | 'alreadyOperator' | 'noOpenAccount' };

/**
 * Invites a person: the first sign-in with this e-mail address, verified by the issuer, binds the person to the user.
 * An existing user gets the additional access.
 *
 * **Source:** rules E6.
 */
export async function inviteUser(deps: Deps, invitation: Invitation): Promise<InviteResult> {
  return retryOnConflict<InviteResult>(deps.table.waits, async () => {
    const known = await findUserByEmail(deps.table, invitation.email);
    const user = known ?? newUser(deps, invitation);
    invitation.beforeWrite?.(user);
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
    // Another invitation was first, or the user has just been removed: read again.
    if (result.refusal === 'emailTaken' || result.refusal === 'userGone') return CONFLICT;
    return { invited: false, refusal: result.refusal };
  });
}

function newUser(deps: Deps, { email, name }: Invitation): User {
  return {
    id: deps.ids.next('usr'),
    email,
    ...(name !== undefined && { name }),
    isOperator: false,
    createdAt: isoNow(deps.clock),
  };
}

const newUserParts = ({ isOperator: _, ...user }: User): Array<Part<'emailTaken'>> => [
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
  const isStillThere: Array<Part<'userGone'>> = isKnown
    ? [
        {
          write: { ConditionCheck: { Key: userKey(user.id), ConditionExpression: 'attribute_exists(pk)' } },
          onFail: 'userGone',
        },
      ]
    : [];
  if (access === 'operator') return [promotion(deps, user), ...isStillThere];
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
    ...isStillThere,
  ];
}

function promotion(deps: Deps, { id }: User): Part<'alreadyOperator'> {
  return {
    write: {
      Put: {
        Item: operatorItem.item(id, { userId: id, createdAt: isoNow(deps.clock) }),
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    onFail: 'alreadyOperator',
  };
}

/**
 * Ends all sessions of a user.
 *
 * @returns `undefined` when the user does not exist
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
  return result.written ? findUser(deps.table, userId) : undefined;
}
