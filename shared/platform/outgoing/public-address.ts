import { BlockList, isIP } from 'node:net';

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

type Range = readonly [network: string, prefixBits: number];

const LOOPBACK = listOf(['127.0.0.0', 8], ['::1', 128]);
/** IPv4 addresses that are written as IPv6; they count as what they are. */
const IPV4_MAPPED = listOf(['::ffff:0:0', 96]);
/** All that is assigned of IPv6 for use on the internet. */
const GLOBAL_UNICAST = listOf(['2000::', 3]);
/**
 * What of IPv4 and of `GLOBAL_UNICAST` has another use, by the registries of IANA (Special-Purpose Address Space, and
 * Multicast Address Space), and 6to4.
 */
const SPECIAL = listOf(
  // This network, private, shared by a carrier, link-local, metadata
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
  ] as const),
  ...([
    ['100.64.0.0', 10],
    ['169.254.0.0', 16],
  ] as const),
  // Protocols, documentation, benchmarks
  ...([
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
  ] as const),
  ['198.18.0.0', 15],
  // 6to4 relays, AS112, AMT
  ...([
    ['192.88.99.0', 24],
    ['192.31.196.0', 24],
    ['192.175.48.0', 24],
    ['192.52.193.0', 24],
  ] as const),
  // Multicast, reserved, broadcast
  ...([
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
  // Protocols (Teredo, benchmarks, AMT, ORCHID and others), documentation, 6to4, AS112
  ...([
    ['2001::', 23],
    ['2001:db8::', 32],
    ['3fff::', 20],
    ['2002::', 16],
    ['2620:4f:8000::', 48],
  ] as const),
);

export type AddressClass = 'public' | 'loopback' | 'other';

/**
 * Where an address leads.
 *
 * @param address an IP address as text; anything else is `other`
 */
export function classifyAddress(address: string): AddressClass {
  const version = isIP(address);
  if (version === 0) return 'other';
  const isIn = (list: BlockList) => list.check(address, version === 4 ? 'ipv4' : 'ipv6');
  if (isIn(LOOPBACK)) return 'loopback';
  if (version === 6 && !isIn(GLOBAL_UNICAST) && !isIn(IPV4_MAPPED)) return 'other';
  return isIn(SPECIAL) ? 'other' : 'public';
}

export function isAllowedAddress(address: string, policy: OutgoingPolicy): boolean {
  const found = classifyAddress(address);
  return found === 'public' || (found === 'loopback' && policy.allowsLoopback);
}

function listOf(...ranges: Range[]): BlockList {
  const list = new BlockList();
  for (const [network, prefixBits] of ranges) {
    list.addSubnet(network, prefixBits, isIP(network) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
