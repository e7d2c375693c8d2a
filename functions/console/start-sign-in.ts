import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import type { Event, Result } from '../../shared/http/http-event';
import { setCookie } from '../../shared/http/session-cookie';
import { SIGN_IN_TIMEOUT_MS } from '../../shared/limits';
import { getPlatform } from '../../shared/platform/platform';
import { getSignInKey } from '../../shared/platform/secrets/sign-in-key';
import { readReturnPath } from '../../shared/users/return-path';
import { beginSignIn } from '../../shared/users/sign-in-attempt';
import { callbackUrl } from './addresses';
import { findIssuer } from './issuer';
import { showPage } from './page';

/**
 * Cookie that ties the sign-in to the browser that began it, so that another site cannot sign a browser in as another
 * user.
 */
export const SIGN_IN_COOKIE = '__Host-sign-in';

/** Handles GET /console/auth/sign-in, which redirects to the issuer. */
export async function startSignIn(event: Event): Promise<Result> {
  const platform = getPlatform();
  const { returnTo, prompt } = event.queryStringParameters ?? {};
  // 1. Find the issuer.
  const issuer = await findIssuer().catch((error: unknown) => {
    platform.log.error('The issuer cannot be reached', error);
    return undefined;
  });
  if (!issuer) return showPage('issuerUnavailable');

  // 2. Store in the browser what the issuer's response is checked with.
  const [codeVerifier, nonce] = [randomPKCECodeVerifier(), randomNonce()];
  const key = await getSignInKey();
  const { state, cookie } = beginSignIn(platform, {
    ...{ key, nonce, codeVerifier },
    returnTo: readReturnPath(returnTo),
  });

  // 3. Redirect to the issuer.
  const url = buildAuthorizationUrl(issuer, {
    redirect_uri: callbackUrl(platform.config.baseUrl),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    // Set after a sign-out, so that another user can sign in.
    ...(prompt === 'login' && { prompt }),
  });
  return {
    statusCode: 303,
    headers: { location: url.href, 'cache-control': 'no-store' },
    cookies: [setCookie(SIGN_IN_COOKIE, cookie, { maxAgeSeconds: SIGN_IN_TIMEOUT_MS / 1000 })],
  };
}
