import { createHash } from 'node:crypto';
import { number, object, optional, string } from 'valibot';
import { SESSION_IDLE_MS, SESSION_LIFETIME_MS, SESSION_SEEN_INTERVAL_MS } from '../limits';
import { type Clock, epochMs, isoNow } from '../platform/clock';
import type { Ids } from '../platform/ids';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { updateExpression } from '../platform/store/expressions';
import { sessionKey } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import type { User } from './user';

/** Session of a browser that is signed in as a user. Only the browser has the token: the table has its hash. */
const sessionItem = defineItem({
  entity: 'session',
  key: sessionKey,
  value: object({
    userId: string(),
    /** Address that the issuer verified at the sign-in; in lower case. */
    email: optional(string()),
    /**
     * The issuer's ID token, sealed: signing out passes it to the issuer, which then ends its own session without
     * confirmation.
     */
    sealedIdToken: optional(string()),
    createdAt: string(),
    lastSeenAt: string(),
    expiresAtEpochSeconds: number(),
  }),
});
export type Session = ValueOf<typeof sessionItem>;

/** Hashes a token. A token has 256 random bits, so a slow hash would add nothing. */
export const hashToken = (token: string) => createHash('sha256').update(token, 'utf8').digest('hex');

/**
 * @param issued.email the address that the issuer has verified; absent: none
 * @returns the token, which is stored nowhere else
 */
export async function startSession(
  deps: { table: Table; clock: Clock; ids: Ids },
  userId: string,
  issued: { email?: string | undefined; sealedIdToken?: string | undefined } = {},
): Promise<string> {
  const token = deps.ids.secret();
  const now = isoNow(deps.clock);
  const session: Session = {
    userId,
    ...(issued.email !== undefined && { email: issued.email }),
    ...(issued.sealedIdToken !== undefined && { sealedIdToken: issued.sealedIdToken }),
    createdAt: now,
    lastSeenAt: now,
    expiresAtEpochSeconds: Math.ceil((epochMs(deps.clock) + SESSION_LIFETIME_MS) / 1000),
  };
  await deps.table.put({ Item: sessionItem.item(hashToken(token), session) });
  return token;
}

/**
 * Finds the session of a token; `undefined` when there is none, or it has ended. The user may have been signed out
 * since.
 */
export async function findSession(
  { table, clock }: { table: Table; clock: Clock },
  token: string,
): Promise<Session | undefined> {
  const session = sessionItem.readIfAny(await table.get(sessionKey(hashToken(token))));
  return session && isLive(session, epochMs(clock)) ? session : undefined;
}

function isLive({ createdAt, lastSeenAt }: Session, nowMs: number): boolean {
  return (
    nowMs < Date.parse(createdAt) + SESSION_LIFETIME_MS && nowMs < Date.parse(lastSeenAt) + SESSION_IDLE_MS
  );
}

/** Returns true when the session is valid for the user: it began after the user was last signed out everywhere. */
export const isSessionOf = (session: Session, user: User): boolean =>
  session.userId === user.id && isLaterThan(session, user);

/** Returns true when the session began after the user, or the user's access to an account, was last signed out. */
export const isLaterThan = (
  session: Pick<Session, 'createdAt'>,
  { signedOutAt }: { signedOutAt?: string | undefined },
): boolean => signedOutAt === undefined || session.createdAt > signedOutAt;

/** Returns the time at which the session ends at the latest. */
export const endOf = ({ createdAt }: Session): string =>
  new Date(Date.parse(createdAt) + SESSION_LIFETIME_MS).toISOString();

/** Prolongs a session that is in use. Most requests write nothing. */
export async function touchSession(
  { table, clock }: { table: Table; clock: Clock },
  { token, session }: { token: string; session: Session },
): Promise<void> {
  if (epochMs(clock) - Date.parse(session.lastSeenAt) < SESSION_SEEN_INTERVAL_MS) return;
  await table.update({
    Key: sessionKey(hashToken(token)),
    ...updateExpression({ set: { lastSeenAt: isoNow(clock) } }),
    // The session may have been ended meanwhile.
    ConditionExpression: 'attribute_exists(pk)',
  });
}

/** @returns the session that has ended; `undefined` when there was none */
export async function endSession(table: Table, token: string): Promise<Session | undefined> {
  const ended = await table.delete({
    Key: sessionKey(hashToken(token)),
    ConditionExpression: 'attribute_exists(pk)',
  });
  return ended.written && ended.item ? sessionItem.read(ended.item) : undefined;
}
