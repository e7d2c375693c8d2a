import { domainToUnicode } from 'node:url';
import type { Link } from './links';
import { normalizeText } from './normalize';
import { hostTables, skeleton, withOneLetterLess } from './host-tables';

/** Reason why a link is refused by its host alone. */
export type LinkSuspicion = 'shortener' | 'ip-address' | 'look-alike';

const TRUSTED_SUFFIXES = [
  'gov',
  'mil',
  'edu',
  'gov.uk',
  'nhs.uk',
  'gc.ca',
  'gov.au',
  'gob.mx',
  'gov.ie',
  'govt.nz',
];
/** Second-level names under country domains below which anyone can register. */
const SECOND_LEVEL = new Set([
  'ac',
  'co',
  'com',
  'edu',
  'gob',
  'gov',
  'ltd',
  'me',
  'ne',
  'net',
  'or',
  'org',
  'plc',
]);
const MOST_PUNYCODE_HOSTS = 5;
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
};

/**
 * Finds the first link that is refused by its host alone. Each host is judged once. Hosts in punycode are slow to
 * decode, so only a few are; no honest message has more.
 */
export function findSuspiciousLink(
  links: readonly Link[],
): { link: Link; suspicion: LinkSuspicion } | undefined {
  const judged = new Set<string>();
  let punycodeHosts = 0;
  for (const link of links) {
    if (judged.has(link.host) && !link.isDisguised) continue;
    judged.add(link.host);
    if (link.host.includes('xn--') && ++punycodeHosts > MOST_PUNYCODE_HOSTS)
      return { link, suspicion: 'look-alike' };
    const suspicion = findLinkSuspicion(link);
    if (suspicion) return { link, suspicion };
  }
  return undefined;
}

/** Judges a link by its host; absent means that the host is fine. */
function findLinkSuspicion(link: Link): LinkSuspicion | undefined {
  const { host } = link;
  if (isIpAddress(host)) return 'ip-address';
  const name = readHostName(link);
  if (!name.isDisguised && isUnderAny(name.host, hostTables().shorteners)) return 'shortener';
  if (!name.isDisguised && (isUnderAny(name.host, hostTables().brandDomains) || isTrusted(name.host)))
    return undefined;
  return borrowsBrand(name) ? 'look-alike' : undefined;
}

/** Returns true for a host that a credential request may name: a listed brand's own, or a public authority's. */
export function isTrustworthyHost(link: Link): boolean {
  return !link.isDisguised && (isUnderAny(link.host, hostTables().brandDomains) || isTrusted(link.host));
}

/** Returns true for a host under one of the domains: `www.acme.com` is under `acme.com`. */
export function isUnderAny(host: string, domains: ReadonlySet<string>): boolean {
  for (let from = 0; from !== -1;) {
    if (domains.has(from === 0 ? host : host.slice(from))) return true;
    const dot = host.indexOf('.', from);
    from = dot === -1 ? -1 : dot + 1;
  }
  return false;
}

function isTrusted(host: string): boolean {
  return TRUSTED_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`));
}

/** Returns true for an IP address, also as one number, octal or hexadecimal, as browsers read it. */
function isIpAddress(host: string): boolean {
  if (host.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)) return true;
  if (!/^(?:0x[\da-f]*|\d+)(?:\.(?:0x[\da-f]*|\d+))*$/.test(host)) return false;
  try {
    return /^\d+\.\d+\.\d+\.\d+$/.test(new URL(`http://${host}/`).hostname);
  } catch {
    return false;
  }
}

interface HostName {
  readonly host: string;
  readonly labels: readonly string[];
  /** Label that was registered: `acme` of `shop.acme.co.uk`. */
  readonly registered: string;
  readonly topLevelDomain: string;
  readonly isDisguised: boolean;
}

function readHostName(link: Link): HostName {
  let { host, isDisguised } = link;
  if (host.includes('xn--')) {
    const unicode = domainToUnicode(host);
    const folded = normalizeText(unicode).text.toLowerCase();
    if (folded !== unicode) isDisguised = true;
    host = folded;
  }
  const labels = host.split('.');
  const topLevelDomain = labels[labels.length - 1] ?? '';
  let index = labels.length - 2;
  if (index > 0 && topLevelDomain.length === 2 && SECOND_LEVEL.has(labels[index] ?? '')) index--;
  return { host, labels, registered: labels[index] ?? '', topLevelDomain, isDisguised };
}

/** Returns true for a host that uses the name of a listed brand. */
function borrowsBrand(name: HostName): boolean {
  const { registered, topLevelDomain, labels } = name;
  const { riskyTlds, brandsByName, hostBait } = hostTables();
  const isRisky = riskyTlds.has(topLevelDomain);
  if (brandsByName.has(registered)) return name.isDisguised || isRisky;

  const segments = registered.split('-');
  const named = segments.flatMap((segment) => brandsByName.get(segment) ?? []);
  if (
    named.some((brand) => !brand.ordinaryWord) ||
    brandsByName.get(segments.join(''))?.ordinaryWord === false
  )
    return true;
  if (isFalseAuthority(segments)) return true;
  const subdomains = labels.filter((label) => label !== registered && namesBrand(label));
  if (named.length > 0 || subdomains.length > 0) {
    if (isRisky || labels.some((label) => label.split('-').some((part) => hostBait.has(part)))) return true;
  }
  return (
    subdomains.some((label) => isFollowedByDomain(labels, label)) ||
    isBrandWithBait(registered) ||
    segments.some(isLookAlike)
  );
}

/** Returns true for a registered name that ends like an authority's: `dmv-ca-gov.com`. */
function isFalseAuthority(segments: readonly string[]): boolean {
  return segments.length > 1 && segments[segments.length - 1] === 'gov';
}

/** Returns true for a label with a brand's name: `paypal`, `docu-sign`, `dhl-express`. */
function namesBrand(label: string): boolean {
  const parts = label.split('-');
  const { brandsByName } = hostTables();
  return brandsByName.has(parts.join('')) || parts.some((part) => brandsByName.has(part));
}

/** Returns true when a domain ending follows the label: `paypal.com.example.net`, `paypal.com-example.net`. */
function isFollowedByDomain(labels: readonly string[], label: string): boolean {
  const index = labels.indexOf(label);
  return index + 2 < labels.length && /^(?:com|org|net|gov)(?:-|$)/.test(labels[index + 1] ?? '');
}

/** Returns true for a brand's name with a bait word: `paypalsecure`, `loginchase`. */
function isBrandWithBait(registered: string): boolean {
  const { shortestBrand, longestBrand, brandsByName, hostBait } = hostTables();
  for (let length = shortestBrand; length <= longestBrand && length < registered.length; length++) {
    if (
      brandsByName.has(registered.slice(0, length)) &&
      hostBait.has(registered.slice(length).replace(/^-/, ''))
    )
      return true;
    if (
      brandsByName.has(registered.slice(-length)) &&
      hostBait.has(registered.slice(0, -length).replace(/-$/, ''))
    )
      return true;
  }
  return false;
}

/** Returns true for a name that looks like a brand's: `paypa1`, `arnazon`, `netfliix`. */
function isLookAlike(segment: string): boolean {
  const { longestBrand, brandsByName, notAMisspelling, brandSkeletons, misspellings } = hostTables();
  if (segment.length < 4 || segment.length > longestBrand + 2) return false;
  if (brandsByName.has(segment) || notAMisspelling.has(segment)) return false;
  const plain = segment.replace(/[013-578]/g, (digit) => LEET[digit] ?? digit);
  if (brandSkeletons.has(skeleton(plain))) return true;
  return withOneLetterLess(plain).some((variant) =>
    misspellings.get(variant)?.some((brand) => isWithinOneEdit(plain, brand)),
  );
}

/** Returns true when the words differ by one wrong, missing or additional letter, or by two swapped neighbours. */
export function isWithinOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  if (endA - start <= 1 && endB - start <= 1) return true;
  return endA - start === 2 && endB - start === 2 && a[start] === b[start + 1] && a[start + 1] === b[start];
}
