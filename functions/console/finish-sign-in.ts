import { authorizationCodeGrant, type Configuration, fetchUserInfo } from 'openid-client';
import type { Event, Result } from '../../shared/http/http-event';
import { clearCookie, readCookie, SESSION_COOKIE, setCookie } from '../../shared/http/session-cookie';
import { SESSION_LIFETIME_MS } from '../../shared/limits';
import { getPlatform } from '../../shared/platform/platform';
import { getSignInKey } from '../../shared/platform/secrets/sign-in-key';
import { endSession, startSession } from '../../shared/users/session';
import { hasSecondFactor } from '../../shared/users/second-factor';
import { type IssuedIdentity, signIn, verifiedEmailOf } from '../../shared/users/sign-in';
import { countSignIn, readSignIn, type SignInAttempt } from '../../shared/users/sign-in-attempt';
import { callbackUrl } from './addresses';
import { sealIdToken } from './end-at-issuer';
import { findIssuer } from './issuer';
import { type PageName, showPage } from './page';
import { SIGN_IN_COOKIE } from './start-sign-in';

/** Handles GET /console/auth/callback, to which the issuer redirects. */
export async function finishSignIn(event: Event): Promise<Result> {
  const platform = getPlatform();
  // 1. Find the sign-in that this browser began. The issuer accepts its code once.
  const { state, error } = event.queryStringParameters ?? {};
  const key = await getSignInKey();
  const attempt = readSignIn(platform, { cookie: readCookie(event, SIGN_IN_COOKIE), state, key });
  if (!attempt) return refuse('startAgain');
  if (error !== undefined) return refuse('refusedByIssuer');

  // 2. Limit sign-ins from one address, because each calls the issuer.
  const limited = await countSignIn(platform, { address: event.requestContext.http.sourceIp, key });
  if (limited) return refuseForNow(limited);

  // 3. Redeem the code for the identity at the issuer.
  let issued: Issued;
  try {
    issued = await redeemCode(await findIssuer(), { event, attempt });
  } catch (failure) {
    platform.log.warn('A sign-in failed at the issuer', { reason: nameOf(failure) });
    return refuse('startAgain');
  }

  // 4. Require a second factor, if the stack does.
  const { identity, idToken } = issued;
  if (platform.config.signIn().requiresMfa && !hasSecondFactor(issued.amr)) {
    platform.log.info('A sign-in was refused', { reason: 'secondFactorMissing' });
    return refuse('secondFactorMissing');
  }

  // 5. Find the user, and start a session in place of the browser's former one.
  const result = await signIn(platform, identity);
  if ('refusal' in result) {
    platform.log.info('A sign-in was refused', { reason: result.refusal });
    return refuse(result.refusal);
  }
  const token = await startSession(platform, result.user.id, {
    email: verifiedEmailOf(identity),
    sealedIdToken: sealIdToken(idToken, key),
  });
  const older = readCookie(event, SESSION_COOKIE);
  if (older !== undefined) await endSession(platform.table, older);
  return {
    statusCode: 303,
    headers: { location: attempt.returnTo, 'cache-control': 'no-store' },
    cookies: [
      clearCookie(SIGN_IN_COOKIE),
      setCookie(SESSION_COOKIE, token, { maxAgeSeconds: SESSION_LIFETIME_MS / 1000 }),
    ],
  };
}

interface Issued {
  identity: IssuedIdentity;
  idToken: string | undefined;
  /** Methods by which the issuer authenticated the user (RFC 8176). */
  amr: unknown;
}

async function redeemCode(
  issuer: Configuration,
  options: { event: Event; attempt: SignInAttempt },
): Promise<Issued> {
  const { event, attempt } = options;
  const current = new URL(callbackUrl(getPlatform().config.baseUrl));
  current.search = event.rawQueryString;
  const tokens = await authorizationCodeGrant(issuer, current, {
    pkceCodeVerifier: attempt.codeVerifier,
    expectedNonce: attempt.nonce,
    expectedState: attempt.state,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('The issuer gave no ID token');
  // Some issuers return e-mail addresses only there.
  const person =
    claims.email === undefined && issuer.serverMetadata().userinfo_endpoint !== undefined
      ? await fetchUserInfo(issuer, tokens.access_token, claims.sub)
      : claims;
  const identity = {
    issuer: claims.iss,
    subject: claims.sub,
    email: textOf(person.email),
    isEmailVerified: person.email_verified === true || (person.email_verified as unknown) === 'true',
    name: textOf(person.name)?.slice(0, LONGEST_NAME),
  };
  return { identity, idToken: tokens.id_token, amr: claims.amr };
}

const LONGEST_NAME = 200;
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
/** Returns the name of a failure, never its message, which can contain what the issuer said about a person. */
const nameOf = (failure: unknown) => {
  const { name, code } = failure as { name?: string; code?: string };
  return code ?? name ?? 'unknown';
};

const refuseForNow = ({ retryAfterSeconds }: { retryAfterSeconds: number }): Result => {
  const page = refuse('tooMany');
  return { ...page, headers: { ...page.headers, 'retry-after': String(retryAfterSeconds) } };
};

const refuse = (page: PageName) => ({ ...showPage(page), cookies: [clearCookie(SIGN_IN_COOKIE)] });
