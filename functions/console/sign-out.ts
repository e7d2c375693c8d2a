import { ServiceError } from '../../shared/errors/service-error';
import type { Event, Result } from '../../shared/http/http-event';
import { refuseForeign } from '../../shared/http/own-pages';
import { clearCookie, readCookie, SESSION_COOKIE } from '../../shared/http/session-cookie';
import { getPlatform } from '../../shared/platform/platform';
import { endSession } from '../../shared/users/session';

/** POST /console/auth/sign-out: ends the session of the browser, and tells the page where to go. */
export async function signOut(event: Event): Promise<Result> {
  const { table, config } = getPlatform();
  refuseForeign(event, config.baseUrl);
  const token = readCookie(event, SESSION_COOKIE);
  if (token === undefined) throw new ServiceError('AuthenticationFailed');
  await endSession(table, token);
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    cookies: [clearCookie(SESSION_COOKIE)],
    body: JSON.stringify({ next: '/console/auth/signed-out' }),
  };
}
