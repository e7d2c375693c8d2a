import { number, object, string } from 'valibot';
import { SIGN_IN_TIMEOUT_MS } from '../limits';
import { type Clock, epochMs } from '../platform/clock';
import type { Ids } from '../platform/ids';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { signInKey } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import { hashToken } from './session';

/** A sign-in that is under way at the issuer. The browser and the issuer have its state, the table has the hash. */
const signInItem = defineItem({
  entity: 'signIn',
  key: signInKey,
  value: object({
    nonce: string(),
    /** Of PKCE: shows the issuer that the code is taken by who asked for it. */
    codeVerifier: string(),
    /** Path of the console that the user wanted to see. */
    returnTo: string(),
    expiresAtEpochSeconds: number(),
  }),
});
export type SignInAttempt = Omit<ValueOf<typeof signInItem>, 'expiresAtEpochSeconds'>;

/** @returns the state, which the issuer returns */
export async function beginSignIn(
  deps: { table: Table; clock: Clock; ids: Ids },
  attempt: SignInAttempt,
): Promise<string> {
  const state = deps.ids.secret();
  const expiresAtEpochSeconds = Math.ceil((epochMs(deps.clock) + SIGN_IN_TIMEOUT_MS) / 1000);
  await deps.table.put({ Item: signInItem.item(hashToken(state), { ...attempt, expiresAtEpochSeconds }) });
  return state;
}

/** Takes the attempt, once. @returns `undefined` for a state that is unknown, too old, or was used before */
export async function takeSignIn(
  { table, clock }: { table: Table; clock: Clock },
  state: string,
): Promise<SignInAttempt | undefined> {
  const taken = await table.delete({
    Key: signInKey(hashToken(state)),
    ConditionExpression: 'attribute_exists(pk)',
  });
  const attempt = taken.written && taken.item ? signInItem.read(taken.item) : undefined;
  return attempt && epochMs(clock) < attempt.expiresAtEpochSeconds * 1000 ? attempt : undefined;
}
