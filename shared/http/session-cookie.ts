import type { Event } from './http-event';

/** Browsers send a cookie of this prefix to the very host that set it, over HTTPS, and no other site can set it. */
export const SESSION_COOKIE = '__Host-session';

/** The value of a cookie; `undefined` when the request has none of that name. */
export function readCookie({ cookies = [] }: Pick<Event, 'cookies'>, name: string): string | undefined {
  const pair = cookies.find((cookie) => cookie.startsWith(`${name}=`));
  const value = pair?.slice(name.length + 1);
  return value === '' ? undefined : value;
}

/** A `Set-Cookie` that no script reads and no other site's request but a followed link carries. */
export function setCookie(name: string, value: string, { maxAgeSeconds }: { maxAgeSeconds?: number } = {}) {
  const maxAge = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
  return `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax${maxAge}`;
}

export const clearCookie = (name: string) => setCookie(name, '', { maxAgeSeconds: 0 });
