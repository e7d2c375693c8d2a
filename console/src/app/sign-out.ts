/** Ends the session at the service, and then the one at the issuer. */
export async function signOut(): Promise<void> {
  const answer = await fetch('/console/auth/sign-out', {
    method: 'POST',
    headers: { 'x-requested-with': 'console' },
    redirect: 'manual',
  });
  const { next = '/console' } = answer.ok ? ((await answer.json()) as { next?: string }) : {};
  window.location.assign(next);
}
