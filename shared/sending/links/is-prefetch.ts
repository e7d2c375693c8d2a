/**
 * Headers with which browsers announce that they load a page before a person has asked for it; the last two are old.
 */
const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Returns true when a program loads a page in advance or for a preview: no person has followed the link yet. */
export function isPrefetch(headers: Readonly<Record<string, string | undefined>>): boolean {
  return PURPOSES.some((name) => /prefetch|prerender|preview/i.test(headers[name] ?? ''));
}
