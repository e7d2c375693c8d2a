const CHANNEL = 'console.signed-in';

/** Address that signs in, and then shows a page that says to return to the other tab. */
export const SIGN_IN_IN_ANOTHER_TAB = `/console/auth/sign-in?returnTo=${encodeURIComponent('/console/signed-in')}`;

/** Tells the other tabs of the console that the user has signed in. */
export function tellSignedIn(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('signed in');
  channel.close();
}

/** Calls back when the user has signed in in another tab; returns what ends that. */
export function onSignedIn(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', listener);
  return () => channel.close();
}
