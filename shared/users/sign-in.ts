import { type Clock, isoNow } from '../platform/clock';
import { commit } from '../platform/store/commit';
import { updateExpression } from '../platform/store/expressions';
import { userKey } from '../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Table } from '../platform/store/table';
import type { Ids } from '../platform/ids';
import { parseEmail } from './email';
import { listInvitationsOf } from './invitation';
import { listedUserItem, type User, userEmailItem, userIdentityItem, userItem } from './user';
import { findUser, findUserByEmail, listMembershipsOf } from './user-store';

/** Identity of the person according to the issuer. */
export interface IssuedIdentity {
  issuer: string;
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
}

type SignInRefusal = 'notInvited' | 'emailNotVerified' | 'invitationUsed' | 'noAccount';
type SignInResult = { user: User } | { refusal: SignInRefusal };

type Deps = { table: Table; clock: Clock; ids: Ids };

/**
 * Finds the user for the issuer's identity. The first sign-in with the verified e-mail address of an invitation binds
 * the identity to the user; from then on issuer and subject count, whatever the address becomes.
 *
 * **Source:** rules E6.
 */
export async function signIn(deps: Deps, identity: IssuedIdentity): Promise<SignInResult> {
  return retryOnConflict<SignInResult>(deps.table.waits, async () => {
    // 1. Look for a user with this identity.
    const known = userIdentityItem.readIfAny(await deps.table.get(userIdentityItem.key(identity)));
    const user = known && (await findUser(deps.table, known.userId));

    // 2. Look for an invited user.
    const email = identity.email === undefined ? undefined : parseEmail(identity.email);
    const invited = user ? { user } : await findInvited(deps, { email, identity });
    if ('refusal' in invited) return invited;
    if ('newEmail' in invited) return createUser(deps, { email: invited.newEmail, identity });

    // 3. Require an account or an invitation.
    const isInvited = async () =>
      email !== undefined && identity.isEmailVerified && (await listInvitationsOf(deps, email)).length > 0;
    if (!(await hasAccess(deps.table, invited.user)) && !(await isInvited())) return { refusal: 'noAccount' };
    return user ? noteSignIn(deps, user) : bindIdentity(deps, { user: invited.user, identity });
  });
}

/** Returns the address that the issuer has verified, in lower case. */
export const verifiedEmailOf = ({ email, isEmailVerified }: IssuedIdentity): string | undefined =>
  isEmailVerified && email !== undefined ? parseEmail(email) : undefined;

async function findInvited(
  deps: Deps,
  { email, identity }: { email: string | undefined; identity: IssuedIdentity },
): Promise<SignInResult | { newEmail: string }> {
  if (email === undefined) return { refusal: 'notInvited' };
  const user = await findUserByEmail(deps.table, email);
  const isInvited = user !== undefined || (await listInvitationsOf(deps, email)).length > 0;
  if (!isInvited) return { refusal: 'notInvited' };
  if (!identity.isEmailVerified) return { refusal: 'emailNotVerified' };
  if (!user) return { newEmail: email };
  return user.identity ? { refusal: 'invitationUsed' } : { user };
}

async function hasAccess(table: Table, user: User): Promise<boolean> {
  return user.isOperator || (await listMembershipsOf(table, user.id)).length > 0;
}

/** Creates a user for a person who has invitations to answer, and nothing else yet. */
async function createUser(
  { table, clock, ids }: Deps,
  { email, identity }: { email: string; identity: IssuedIdentity },
): Promise<SignInResult | typeof CONFLICT> {
  const { issuer, subject, name } = identity;
  const now = isoNow(clock);
  const id = ids.next('usr');
  const made = { id, email, identity: { issuer, subject }, name, createdAt: now, lastSignInAt: now };
  const result = await commit(table, [
    ...newIdentityParts({ issuer, subject, userId: id }),
    {
      write: {
        Put: {
          Item: userEmailItem.item(email, { userId: id }),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      onFail: 'emailTaken',
    },
    {
      // An update instead of a put: the function that signs users in may write only these attributes, and no role.
      write: {
        Update: {
          Key: userKey(id),
          ...updateExpression({ set: { entity: userItem.entity, ...made } }),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      onFail: 'idTaken',
    },
    { write: { Put: { Item: listedUserItem.item(id, { userId: id }) } } },
  ]);
  // Another sign-in or an operator's invitation was first: read again.
  return result.committed ? { user: { ...made, isOperator: false } } : CONFLICT;
}

const newIdentityParts = ({ userId, ...identity }: { issuer: string; subject: string; userId: string }) => [
  {
    write: {
      Put: {
        Item: userIdentityItem.item(identity, { userId }),
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    onFail: 'identityTaken' as const,
  },
];

async function noteSignIn({ table, clock }: Deps, user: User): Promise<SignInResult | typeof CONFLICT> {
  const result = await table.update({
    Key: userKey(user.id),
    ...updateExpression({ set: { lastSignInAt: isoNow(clock) } }),
    ConditionExpression: 'attribute_exists(pk)',
  });
  // The user has just been removed: read again.
  return result.written ? { user } : CONFLICT;
}

async function bindIdentity(
  { table, clock }: Deps,
  { user, identity }: { user: User; identity: IssuedIdentity },
): Promise<SignInResult | typeof CONFLICT> {
  const { issuer, subject } = identity;
  const bound = {
    identity: { issuer, subject },
    name: user.name ?? identity.name,
    lastSignInAt: isoNow(clock),
  };
  const result = await commit(table, [
    ...newIdentityParts({ issuer, subject, userId: user.id }),
    {
      write: {
        Update: {
          Key: userKey(user.id),
          ...updateExpression({ set: bound }),
          ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(#identity)',
        },
      },
      onFail: 'userChanged',
    },
  ]);
  // Another sign-in or a removal was first: read again.
  return result.committed ? { user: { ...user, identity: bound.identity } } : CONFLICT;
}
