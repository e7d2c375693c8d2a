/** Ends the session at the service and shows the sign-in page. */
export async function signOut(): Promise<void> {
  await fetch('/console/auth/sign-out', {
    method: 'POST',
    headers: { 'x-requested-with': 'console' },
    redirect: 'manual',
  });
  window.location.assign('/console');
}
