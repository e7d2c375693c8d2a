import type { Event } from './http-event';

/**
 * Cookie name with a prefix for which browsers send the cookie only to the host that set it, over HTTPS, and let no
 * other site set it.
 */
export const SESSION_COOKIE = '__Host-session';

/** Reads the value of a cookie; `undefined` when the request has none of that name. */
export function readCookie({ cookies = [] }: Pick<Event, 'cookies'>, name: string): string | undefined {
  const pair = cookies.find((cookie) => cookie.startsWith(`${name}=`));
  const value = pair?.slice(name.length + 1);
  return value === '' ? undefined : value;
}

/**
 * Builds a `Set-Cookie` header. Scripts cannot read the cookie, and requests of other sites carry it only when a link
 * is followed.
 */
export function setCookie(name: string, value: string, { maxAgeSeconds }: { maxAgeSeconds?: number } = {}) {
  const maxAge = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
  return `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax${maxAge}`;
}

export const clearCookie = (name: string) => setCookie(name, '', { maxAgeSeconds: 0 });
