import { isIP } from 'node:net';
import { classifyAddress, isAllowedAddress, type OutgoingPolicy } from './public-address';

const MAX_OUTGOING_URL_CHARACTERS = 2048;

export type UrlRefusal = 'notAUrl' | 'tooLong' | 'schemeNotAllowed' | 'hasCredentials' | 'addressNotAllowed';

type CheckedUrl = { url: URL } | { refused: UrlRefusal };

/**
 * Checks the text of a URL from outside the service, before any name is looked up.
 *
 * The URL parser has turned 2130706433, 0x7f.1 and 0177.0.0.1 into 127.0.0.1 by then. A literal address is never looked
 * up, so it can only be checked here.
 *
 * @param raw an absolute URL
 */
export function checkOutgoingUrl(raw: string, policy: OutgoingPolicy): CheckedUrl {
  if (raw.length > MAX_OUTGOING_URL_CHARACTERS) return { refused: 'tooLong' };
  if (!URL.canParse(raw)) return { refused: 'notAUrl' };
  const url = new URL(raw);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { refused: 'schemeNotAllowed' };
  if (url.username !== '' || url.password !== '') return { refused: 'hasCredentials' };
  if (url.protocol === 'http:' && !policy.allowsLoopback && !policy.allowsPlainHttp) {
    return { refused: 'schemeNotAllowed' };
  }
  const literal = literalAddress(url);
  if (literal === undefined) {
    return isLocalName(url.hostname) && !policy.allowsLoopback ? { refused: 'addressNotAllowed' } : { url };
  }
  return isReachable(literal, { url, policy }) ? { url } : { refused: 'addressNotAllowed' };
}

/**
 * Returns true when a request to `url` may go to `address`: plain http stays on this machine unless the policy allows
 * more.
 */
export function isReachable(address: string, options: { url: URL; policy: OutgoingPolicy }): boolean {
  if (!isAllowedAddress(address, options.policy)) return false;
  const isPlain = options.url.protocol !== 'https:';
  return !isPlain || options.policy.allowsPlainHttp === true || classifyAddress(address) === 'loopback';
}

/** Returns the IP address that a URL has in place of a host name; `undefined` for a name. */
function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? undefined : host;
}

/** Returns true when the URL itself shows that it leads to this machine. */
export function isThisMachine(url: URL): boolean {
  const literal = literalAddress(url);
  return literal === undefined ? isLocalName(url.hostname) : classifyAddress(literal) === 'loopback';
}

function isLocalName(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname);
}
