import { BlockList, isIP } from 'node:net';

/** Policy for the destinations of the service's requests. */
export interface OutgoingPolicy {
  /** Allows the local service's own machine, over plain http too. Never in a deployed stack. */
  allowsLoopback: boolean;
  /** Allows public addresses over plain http as well: for public content, never for secrets. */
  allowsPlainHttp?: boolean;
}

/** Returns the policy of this process: only the local service sets LOCAL_SERVICE. */
export function readOutgoingPolicy(
  environment: Record<string, string | undefined> = process.env,
): OutgoingPolicy {
  return { allowsLoopback: environment.LOCAL_SERVICE === '1' };
}

let lists: ReturnType<typeof buildLists> | undefined;

/**
 * Returns the lists, which are built for the first address: Node compiles the patterns of addresses for them, which
 * takes 5 ms that should not delay a start.
 */
const addressLists = () => (lists ??= buildLists());

export type AddressClass = 'public' | 'loopback' | 'other';

/**
 * Classifies an address.
 *
 * @param address IP address as text; anything else is `other`
 */
export function classifyAddress(address: string): AddressClass {
  const version = isIP(address);
  if (version === 0) return 'other';
  const { loopback, ipv4Mapped, globalUnicast, special } = addressLists();
  const isIn = (list: BlockList) => list.check(address, version === 4 ? 'ipv4' : 'ipv6');
  if (isIn(loopback)) return 'loopback';
  if (version === 6 && !isIn(globalUnicast) && !isIn(ipv4Mapped)) return 'other';
  return isIn(special) ? 'other' : 'public';
}

export function isAllowedAddress(address: string, policy: OutgoingPolicy): boolean {
  const found = classifyAddress(address);
  return found === 'public' || (found === 'loopback' && policy.allowsLoopback);
}

function buildLists() {
  return {
    loopback: listOf('127.0.0.0/8', '::1/128'),
    /** IPv4 addresses in IPv6 form, which are classified like the IPv4 addresses. */
    ipv4Mapped: listOf('::ffff:0:0/96'),
    /** All IPv6 addresses that are assigned for use on the internet. */
    globalUnicast: listOf('2000::/3'),
    /**
     * Ranges of IPv4 and of `globalUnicast` with another use, by the registries of IANA (Special-Purpose Address Space,
     * and Multicast Address Space), and 6to4.
     */
    special: listOf(
      // This network, private, shared by a carrier, link-local and metadata
      '0.0.0.0/8',
      '10.0.0.0/8',
      '172.16.0.0/12',
      '192.168.0.0/16',
      '100.64.0.0/10',
      '169.254.0.0/16',
      // Protocols, documentation, benchmarks
      '192.0.0.0/24',
      '192.0.2.0/24',
      '198.51.100.0/24',
      '203.0.113.0/24',
      '198.18.0.0/15',
      // 6to4 relays, AS112, AMT
      '192.88.99.0/24',
      '192.31.196.0/24',
      '192.175.48.0/24',
      '192.52.193.0/24',
      // Multicast, reserved and broadcast
      '224.0.0.0/4',
      '240.0.0.0/4',
      // Protocols (Teredo, benchmarks, AMT, ORCHID and others), documentation, 6to4, AS112
      '2001::/23',
      '2001:db8::/32',
      '3fff::/20',
      '2002::/16',
      '2620:4f:8000::/48',
    ),
  };
}

/**
 * Builds a list of address ranges.
 *
 * @param ranges in CIDR notation
 */
function listOf(...ranges: string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefixBits] = range.split('/');
    list.addSubnet(network, Number(prefixBits), isIP(network) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
