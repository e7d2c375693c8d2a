/** Completes an address as people type it: `example.com/spring` is one of https. */
export const webAddress = (typed: string): string =>
  typed === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
