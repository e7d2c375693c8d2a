import { ServiceError } from '../../shared/errors/service-error';
import type { Event, Result } from '../../shared/http/http-event';
import { refuseForeign } from '../../shared/http/own-pages';
import { clearCookie, readCookie, SESSION_COOKIE } from '../../shared/http/session-cookie';
import { getPlatform } from '../../shared/platform/platform';
import { getSignInKey } from '../../shared/platform/secrets/sign-in-key';
import { endSession } from '../../shared/users/session';
import { urlOfEnd } from './end-at-issuer';
import { findIssuer } from './issuer';

/**
 * Handles POST /console/auth/sign-out: ends the session of the browser, and returns the address for the page to go to:
 * that of the issuer, whose session ends, too.
 */
export async function signOut(event: Event): Promise<Result> {
  const { table, config, log } = getPlatform();
  // 1. End the session of the service.
  refuseForeign(event, config.baseUrl);
  const token = readCookie(event, SESSION_COOKIE);
  if (token === undefined) throw new ServiceError('AuthenticationFailed');
  const session = await endSession(table, token);

  // 2. Find the address at which the session of the issuer ends.
  const next = await findIssuer()
    .then(async (issuer) => {
      const key = await getSignInKey();
      return urlOfEnd(issuer, { sealedIdToken: session?.sealedIdToken, key, baseUrl: config.baseUrl });
    })
    .catch((error: unknown) => {
      log.error('The session at the issuer was not ended', error);
      return undefined;
    });
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    cookies: [clearCookie(SESSION_COOKIE)],
    body: JSON.stringify({ next: next ?? '/console/auth/signed-out' }),
  };
}
