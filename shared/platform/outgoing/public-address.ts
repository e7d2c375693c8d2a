import ipaddr, { type IPv6 } from 'ipaddr.js';

/** What the service's requests may reach. */
export interface OutgoingPolicy {
  /** The local service's own machine, over plain http too. Never in a deployed stack. */
  allowsLoopback: boolean;
  /** Public addresses over plain http as well: for public content, never for secrets. */
  allowsPlainHttp?: boolean;
}

export const PUBLIC_ONLY: OutgoingPolicy = { allowsLoopback: false };

/** The policy of this process: only the local service sets LOCAL_SERVICE. */
export function readOutgoingPolicy(
  environment: Record<string, string | undefined> = process.env,
): OutgoingPolicy {
  return { allowsLoopback: environment.LOCAL_SERVICE === '1' };
}

/** IPv6 addresses in use on the internet lie here; outside of it are such as ::127.0.0.1, which ipaddr.js calls unicast. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [IPv6, number];

export type AddressClass = 'public' | 'loopback' | 'other';

/**
 * Where an address leads. IPv4 addresses that are written as IPv6 count as what they are.
 *
 * @param address an IP address as text; anything else is `other`
 */
export function classifyAddress(address: string): AddressClass {
  if (!ipaddr.isValid(address)) return 'other';
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range === 'loopback') return 'loopback';
  if (range !== 'unicast') return 'other';
  return parsed.kind() === 'ipv6' && !(parsed as IPv6).match(GLOBAL_UNICAST) ? 'other' : 'public';
}

export function isAllowedAddress(address: string, policy: OutgoingPolicy): boolean {
  const found = classifyAddress(address);
  return found === 'public' || (found === 'loopback' && policy.allowsLoopback);
}
