import type { IncomingHttpHeaders } from 'node:http';

/**
 * Pattern of the hosts that requests may name. A web page that a developer has open can send requests to loopback
 * addresses, and the owner of a site can point its name there (DNS rebinding). A browser states in `Host`, `Origin` and
 * `Sec-Fetch-Site` which page a request is from; pages cannot change these headers.
 */
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/** Returns true when the request names this machine as its host; an HTTP/1.0 request may name none. */
export function isForLoopback({ host }: IncomingHttpHeaders): boolean {
  return host === undefined || LOOPBACK_HOST.test(host);
}

/** Returns true when a web page sent the request. */
export function isFromPage(headers: IncomingHttpHeaders): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}

/** Returns true when a web page of another origin sent the request. */
export function isFromForeignPage(headers: IncomingHttpHeaders): boolean {
  const { host, origin } = headers;
  const site = headers['sec-fetch-site'];
  const isForeignOrigin = origin !== undefined && origin.toLowerCase() !== `http://${host?.toLowerCase()}`;
  const isForeignSite = site !== undefined && site !== 'none' && site !== 'same-origin';
  return isForeignOrigin || isForeignSite;
}

/**
 * Returns true when a program of this machine sent the request and signed it with the access key, if one is given. Only
 * the key's id is compared: it is random for each run.
 */
export function isFromProgram(headers: IncomingHttpHeaders, accessKeyId: string | undefined): boolean {
  const isSigned =
    accessKeyId === undefined || headers.authorization?.includes(`Credential=${accessKeyId}/`) === true;
  return isForLoopback(headers) && !isFromPage(headers) && isSigned;
}
