import { type Clock, isoNow } from '../platform/clock';
import { commit } from '../platform/store/commit';
import { updateExpression } from '../platform/store/expressions';
import { userKey } from '../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Table } from '../platform/store/table';
import { parseEmail } from './email';
import { type User, userIdentityItem } from './user';
import { findUser, findUserByEmail, listMembershipsOf } from './user-store';

/** What the issuer says of the person. */
export interface IssuedIdentity {
  issuer: string;
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
}

export type SignInRefusal = 'notInvited' | 'emailNotVerified' | 'invitationUsed' | 'noAccount';
export type SignInResult = { user: User } | { refusal: SignInRefusal };

type Deps = { table: Table; clock: Clock };

/**
 * Finds the user that the issuer means. The first sign-in takes up the invitation of a verified e-mail address; from then
 * on issuer and subject count, whatever the address becomes.
 *
 * **Source:** rules E6.
 */
export async function signIn(deps: Deps, identity: IssuedIdentity): Promise<SignInResult> {
  return retryOnConflict<SignInResult>(deps.table.waits, async () => {
    // 1. Who was here before.
    const known = userIdentityItem.readIfAny(await deps.table.get(userIdentityItem.key(identity)));
    const user = known && (await findUser(deps.table, known.userId));

    // 2. Who was invited.
    const invited = user ? { user } : await findInvited(deps.table, identity);
    if ('refusal' in invited) return invited;

    // 3. Who has something to see.
    if (!(await hasAccess(deps.table, invited.user))) return { refusal: 'noAccount' };
    return user ? noteSignIn(deps, user) : acceptInvitation(deps, { user: invited.user, identity });
  });
}

async function findInvited(table: Table, identity: IssuedIdentity): Promise<SignInResult> {
  const email = identity.email === undefined ? undefined : parseEmail(identity.email);
  const user = email === undefined ? undefined : await findUserByEmail(table, email);
  if (!user) return { refusal: 'notInvited' };
  if (!identity.isEmailVerified) return { refusal: 'emailNotVerified' };
  return user.identity ? { refusal: 'invitationUsed' } : { user };
}

async function hasAccess(table: Table, user: User): Promise<boolean> {
  return user.isOperator || (await listMembershipsOf(table, user.id)).length > 0;
}

async function noteSignIn({ table, clock }: Deps, user: User): Promise<SignInResult | typeof CONFLICT> {
  const result = await table.update({
    Key: userKey(user.id),
    ...updateExpression({ set: { lastSignInAt: isoNow(clock) } }),
    ConditionExpression: 'attribute_exists(pk)',
  });
  // The user has just been removed: look again.
  return result.written ? { user } : CONFLICT;
}

async function acceptInvitation(
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
    {
      write: {
        Put: {
          Item: userIdentityItem.item({ issuer, subject }, { userId: user.id }),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      onFail: 'identityTaken',
    },
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
  // Another sign-in or a removal was first: look again.
  return result.committed ? { user: { ...user, identity: bound.identity } } : CONFLICT;
}
