import { ACCENT, LOOK_ALIKE, FOREIGN, type NormalizedText } from './normalize';
import { TOP_LEVEL_DOMAINS } from './categories/top-level-domains';

/** Link in a normalised text; all positions are positions there, ends exclusive. */
export interface Link {
  readonly start: number;
  readonly end: number;
  /** End of the host, where port, path, query and fragment follow. */
  readonly hostEnd: number;
  /** Host in lower case, without user information, port and final dot. */
  readonly host: string;
  /** True when the host was written with letters outside ASCII. */
  readonly isDisguised: boolean;
  readonly hasScheme: boolean;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface LinkScan {
  readonly links: readonly Link[];
  readonly emailAddresses: readonly Span[];
}

const NOTHING: LinkScan = { links: [], emailAddresses: [] };
const SCHEMES = new Set(['http', 'https', 'hxxp', 'hxxps', 'ftp']);
const MAX_HOST_LENGTH = 253;
const LONGEST_LOCAL_PART = 64;

/**
 * Finds links with or without a scheme, and e-mail addresses, in one pass over the text. A host without scheme, `www.`
 * and path needs a known top-level domain in lower case, since `confirmed.It` is two sentences.
 */
export function findLinks(normalized: NormalizedText): LinkScan {
  const { text } = normalized;
  let dot = text.indexOf('.');
  let scheme = text.indexOf('://');
  if (dot === -1 && scheme === -1) return NOTHING;

  const links: Link[] = [];
  const emailAddresses: Span[] = [];
  let from = 0;
  while (dot !== -1 || scheme !== -1) {
    let next: number;
    if (scheme !== -1 && (dot === -1 || scheme < dot)) {
      const link = readLinkWithScheme(normalized, scheme, from);
      if (link) links.push(link);
      next = link ? link.end : scheme + 3;
    } else if (isHostCharacter(normalized, dot - 1) && isHostCharacter(normalized, dot + 1)) {
      const found = readBareHost(normalized, dot, from);
      if (found.link) links.push(found.link);
      if (found.email) emailAddresses.push(found.email);
      next = found.end;
    } else {
      next = dot + 1;
    }
    from = next;
    if (dot !== -1 && dot < next) dot = text.indexOf('.', next);
    if (scheme !== -1 && scheme < next) scheme = text.indexOf('://', next);
  }
  return links.length === 0 && emailAddresses.length === 0 ? NOTHING : { links, emailAddresses };
}

function readLinkWithScheme(normalized: NormalizedText, colon: number, from: number): Link | undefined {
  const { text } = normalized;
  let start = colon;
  while (start > from && colon - start < 6 && isAsciiLetter(text.charCodeAt(start - 1))) start--;
  let name = text.slice(start, colon).toLowerCase();
  // "Seehttps://" is a link after a word.
  while (name !== '' && !SCHEMES.has(name)) {
    name = name.slice(1);
    start++;
  }
  if (name === '') return undefined;

  let authorityStart = colon + 3;
  let authorityEnd = authorityStart;
  while (authorityEnd < text.length && !isAuthorityEnd(text.charCodeAt(authorityEnd))) authorityEnd++;
  // The search stays within the authority: a search of the whole text would make many links quadratic.
  authorityStart += text.slice(authorityStart, authorityEnd).lastIndexOf('@') + 1;
  const authority = text.slice(authorityStart, authorityEnd);
  let hostEnd = authorityEnd;
  if (authority.startsWith('[')) {
    const bracket = authority.indexOf(']');
    if (bracket !== -1) hostEnd = authorityStart + bracket + 1;
  } else {
    const port = authority.indexOf(':');
    if (port !== -1) hostEnd = authorityStart + port;
    while (hostEnd > authorityStart && isTrailing(text.charCodeAt(hostEnd - 1))) hostEnd--;
  }
  if (hostEnd === authorityStart || hostEnd - authorityStart > MAX_HOST_LENGTH) return undefined;
  return {
    start,
    end: pathEnd(text, hostEnd),
    hostEnd,
    host: text.slice(authorityStart, hostEnd).toLowerCase(),
    isDisguised: isDisguised(normalized, authorityStart, hostEnd),
    hasScheme: true,
  };
}

function readBareHost(
  normalized: NormalizedText,
  dot: number,
  from: number,
): { link?: Link; email?: Span; end: number } {
  const { text } = normalized;
  let start = dot;
  while (start > from && (isHostCharacter(normalized, start - 1) || isInnerDot(normalized, start - 1)))
    start--;
  let end = dot + 1;
  while (isHostCharacter(normalized, end) || isInnerDot(normalized, end)) end++;
  while (text.charAt(start) === '-') start++;
  while (text.charAt(end - 1) === '-') end--;

  if (text.charAt(start - 1) === '@') {
    let local = start - 1;
    while (local > 0 && start - local <= LONGEST_LOCAL_PART && isLocalPart(text.charAt(local - 1))) local--;
    return { email: { start: local, end }, end };
  }
  const localEnd = localPartEnd(text, end);
  if (text.charAt(localEnd) === '@') return { end: localEnd };

  const original = text.slice(start, end);
  const host = original.toLowerCase();
  const topLevelDomain = host.slice(host.lastIndexOf('.') + 1);
  const finish = pathEnd(text, end);
  const isFinal = finish === end;
  const link: Link = {
    start,
    end: finish,
    hostEnd: end,
    host,
    isDisguised: isDisguised(normalized, start, end),
    hasScheme: false,
  };
  if (end - start > MAX_HOST_LENGTH) return { end };
  if (/^\d+$/.test(topLevelDomain))
    return isIpWithPath(text, host, end, finish) ? { link, end: finish } : { end };
  if (!TOP_LEVEL_DOMAINS.has(topLevelDomain) && !topLevelDomain.startsWith('xn--')) return { end };
  const isPlainlySpelled = original.endsWith(topLevelDomain) || original === original.toUpperCase();
  if (isFinal && !host.startsWith('www.') && !isPlainlySpelled) return { end };
  return { link, end: finish };
}

/** Returns where a host-like run ends if it is the part of an e-mail address before its `@`. */
function localPartEnd(text: string, end: number): number {
  let localEnd = end;
  while (localEnd - end < LONGEST_LOCAL_PART && isLocalPart(text.charAt(localEnd))) localEnd++;
  return localEnd;
}

function isLocalPart(character: string): boolean {
  return /^[\w.+%-]$/.test(character);
}

/**
 * Returns true for an IP address with a path: `192.0.2.7/pay` is a link, but `10.0.0.0/24` is a network and `1.2.3.4`
 * may be a version.
 */
function isIpWithPath(text: string, host: string, end: number, finish: number): boolean {
  return (
    /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) && finish > end + 1 && !/^\/\d{1,2}$/.test(text.slice(end, finish))
  );
}

/** Returns the end of port, path, query and fragment, without the punctuation of the sentence. */
function pathEnd(text: string, hostEnd: number): number {
  let end = hostEnd;
  if (text.charAt(end) === ':') {
    let port = end + 1;
    while (isDigit(text.charCodeAt(port))) port++;
    if (port > end + 1) end = port;
  }
  const next = text.charAt(end);
  if (next !== '/' && next !== '?' && next !== '#') return end;
  const first = end;
  while (end < text.length && !isBreak(text.charCodeAt(end))) end++;
  while (end > first + 1 && isTrailing(text.charCodeAt(end - 1))) end--;
  return end;
}

function isHostCharacter(normalized: NormalizedText, index: number): boolean {
  const unit = normalized.text.charCodeAt(index);
  if (isAsciiLetter(unit) || isDigit(unit) || unit === 0x2d) return true;
  return unit > 0x7e && normalized.kinds?.[index] === FOREIGN;
}

/** Returns true for a dot between two host characters; an ellipsis ends a host. */
function isInnerDot(normalized: NormalizedText, index: number): boolean {
  return (
    normalized.text.charCodeAt(index) === 0x2e &&
    isHostCharacter(normalized, index - 1) &&
    isHostCharacter(normalized, index + 1)
  );
}

function isDisguised(normalized: NormalizedText, start: number, end: number): boolean {
  if (!normalized.kinds) return false;
  for (let i = start; i < end; i++) {
    const kind = normalized.kinds[i];
    if (kind === ACCENT || kind === LOOK_ALIKE || kind === FOREIGN) return true;
  }
  return false;
}

function isAsciiLetter(unit: number): boolean {
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function isBreak(unit: number): boolean {
  return unit <= 0x20 || unit === 0x22 || unit === 0x3c || unit === 0x3e || unit === 0xa0;
}

function isAuthorityEnd(unit: number): boolean {
  return isBreak(unit) || unit === 0x2f || unit === 0x3f || unit === 0x23 || unit === 0x5c;
}

/** Returns true for one of . , ! ? ; : ' ) ] } */
function isTrailing(unit: number): boolean {
  return [0x2e, 0x2c, 0x21, 0x3f, 0x3b, 0x3a, 0x27, 0x29, 0x5d, 0x7d].includes(unit);
}
