import { forgetKept } from '../kept/storage';

const SIGNED_OUT = '/console';

/** Ends the session at the service, and then the one at the issuer. Signing in and out is no part of the API. */
export async function signOut(): Promise<void> {
  const answer = await fetch('/console/auth/sign-out', {
    method: 'POST',
    headers: { 'x-requested-with': 'console' },
    redirect: 'manual',
  });
  const body: unknown = answer.ok ? await answer.json() : {};
  const hasNext = typeof body === 'object' && body !== null && 'next' in body;
  forgetKept();
  window.location.assign(hasNext && typeof body.next === 'string' ? body.next : SIGNED_OUT);
}
