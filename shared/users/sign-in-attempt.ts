import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { number, object, parse, string, type InferOutput } from 'valibot';
import { countRecent } from '../accounts/recent-times';
import { SIGN_IN_TIMEOUT_MS, SIGN_IN_WINDOW_MS, SIGN_INS_OF_ADDRESS } from '../limits';
import { type Clock, epochMs } from '../platform/clock';
import type { Ids } from '../platform/ids';
import { seal, unseal } from '../platform/secrets/seal';
import { signInTimesKey } from '../platform/store/keys';
import type { Table } from '../platform/store/table';

/** Sign-in in progress at the issuer. It is stored, sealed, in a cookie of the browser, and not in the service. */
const attemptSchema = object({
  /** Value that the issuer returns. */
  state: string(),
  nonce: string(),
  /** PKCE verifier: proves to the issuer that the code is redeemed by the client that requested it. */
  codeVerifier: string(),
  /** Path of the console that the user wanted to see. */
  returnTo: string(),
  expiresAtMs: number(),
});
export type SignInAttempt = InferOutput<typeof attemptSchema>;

const CONTEXT = 'sign-in';

/** @returns the state for the issuer, and the cookie with which the issuer's response is checked */
export function beginSignIn(
  deps: { clock: Clock; ids: Ids },
  { key, ...attempt }: Pick<SignInAttempt, 'nonce' | 'codeVerifier' | 'returnTo'> & { key: Buffer },
): { state: string; cookie: string } {
  const state = deps.ids.secret();
  const expiresAtMs = epochMs(deps.clock) + SIGN_IN_TIMEOUT_MS;
  return {
    state,
    cookie: seal(JSON.stringify({ ...attempt, state, expiresAtMs }), { key, context: CONTEXT }),
  };
}

/** @returns `undefined` for a cookie that was not issued here, has another state, or is too old */
export function readSignIn(
  { clock }: { clock: Clock },
  options: { cookie: string | undefined; state: string | undefined; key: Buffer },
): SignInAttempt | undefined {
  const { cookie, state, key } = options;
  if (cookie === undefined) return undefined;
  let attempt: SignInAttempt;
  try {
    attempt = parse(attemptSchema, JSON.parse(unseal(cookie, { key, context: CONTEXT })));
  } catch {
    return undefined;
  }
  return attempt.state === state && epochMs(clock) < attempt.expiresAtMs ? attempt : undefined;
}

/**
 * Counts a sign-in that returns from the issuer, by the network that it comes from. The table has a keyed hash of the
 * address.
 *
 * @returns seconds to wait when there were too many
 *
 * **Source:** rules E6.
 */
export async function countSignIn(
  deps: { table: Table; clock: Clock },
  { address, key }: { address: string; key: Buffer },
): Promise<{ retryAfterSeconds: number } | undefined> {
  const addressHash = createHmac('sha256', key).update(networkOf(address)).digest('base64url');
  return countRecent(deps, {
    key: signInTimesKey(addressHash),
    windowMs: SIGN_IN_WINDOW_MS,
    most: SIGN_INS_OF_ADDRESS,
  });
}

/** Returns the network of an address: one customer has at least 64 bits of IPv6 addresses. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length;
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
