import { httpHandler } from '../../shared/http/http-handler';
import { refuseUnrouted } from '../../shared/http/refuse-unrouted';
import { finishSignIn } from './finish-sign-in';
import { showPage } from './page';
import { signOut } from './sign-out';
import { startSignIn } from './start-sign-in';

const ROUTES = [
  { method: 'GET', path: '/console/auth/sign-in', answer: startSignIn },
  { method: 'GET', path: '/console/auth/callback', answer: finishSignIn },
  { method: 'POST', path: '/console/auth/sign-out', answer: signOut },
  { method: 'GET', path: '/console/auth/signed-out', answer: () => Promise.resolve(showPage('signedOut')) },
] as const;

/** Handles signing in and out, at an OpenID Connect issuer. **Source:** rules E6. */
export const handler = httpHandler('signIn', async (event, headers) => {
  headers['cache-control'] = 'no-store';
  const { method } = event.requestContext.http;
  const route = ROUTES.find((row) => row.method === method && row.path === event.rawPath);
  return route ? route.answer(event) : refuseUnrouted(ROUTES, event.rawPath);
});
