import fc from 'fast-check';
import ipaddr, { type IPv6 } from 'ipaddr.js';
import { type AddressClass, classifyAddress } from '../../../../shared/platform/outgoing/public-address';

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [IPv6, number];

/** Classifies an address by ipaddr.js, whose table of special ranges is independent of ours. */
function readIndependently(address: string): AddressClass {
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range === 'loopback') return 'loopback';
  if (range !== 'unicast') return 'other';
  return parsed.kind() === 'ipv6' && !(parsed as IPv6).match(GLOBAL_UNICAST) ? 'other' : 'public';
}

/** First and last addresses of ranges, whose neighbours on both sides are tried too. */
const EDGES_V4 = [
  ...['0.0.0.0', '1.0.0.0', '10.0.0.0', '11.0.0.0', '100.64.0.0', '100.128.0.0', '127.0.0.0', '128.0.0.0'],
  ...['169.254.0.0', '169.255.0.0', '172.16.0.0', '172.32.0.0', '192.0.0.0', '192.0.1.0', '192.0.2.0'],
  ...['192.0.3.0', '192.31.196.0', '192.31.197.0', '192.52.193.0', '192.52.194.0', '192.88.99.0'],
  ...['192.88.100.0', '192.168.0.0', '192.169.0.0', '192.175.48.0', '192.175.49.0', '198.18.0.0'],
  ...['198.20.0.0', '198.51.100.0', '198.51.101.0', '203.0.113.0', '203.0.114.0', '224.0.0.0', '240.0.0.0'],
];
const EDGES_V6 = [
  ...['::', '::1', '::2', '::ffff:0:0', '::1:0:0:0', '64:ff9b::', '64:ff9c::', '100::', '1fff::', '2000::'],
  ...['2001::', '2001:2::', '2001:3::', '2001:10::', '2001:20::', '2001:30::', '2001:200::', '2001:db8::'],
  ...['2001:db9::', '2002::', '2003::', '2620:4f:8000::', '2620:4f:8001::', '3ffe::', '3fff::'],
  ...['3fff:1000::', '4000::', '5f00::', 'fc00::', 'fe00::', 'fe80::', 'fec0::', 'ff00::'],
];

const asNumber = (address: string) =>
  ipaddr
    .parse(address)
    .toByteArray()
    .reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);

function write(value: bigint, bytes: 4 | 16): string {
  const mask = (1n << BigInt(bytes * 8)) - 1n;
  const octets = Array.from({ length: bytes }, (_, i) =>
    Number(((value & mask) >> BigInt(8 * (bytes - 1 - i))) & 255n),
  );
  return ipaddr.fromByteArray(octets).toString();
}

const nearEdges = (edges: string[], bytes: 4 | 16) =>
  fc
    .tuple(fc.constantFrom(...edges), fc.constantFrom(-1n, 0n, 1n))
    .map(([edge, step]) => write(asNumber(edge) + step, bytes));
const anyAddress = (bytes: 4 | 16) =>
  fc.bigInt({ min: 0n, max: (1n << BigInt(bytes * 8)) - 1n }).map((value) => write(value, bytes));
const anyIpv4 = fc.oneof(anyAddress(4), nearEdges(EDGES_V4, 4));
const anyIpv6 = fc.oneof(anyAddress(16), nearEdges(EDGES_V6, 16));

describe('classifyAddress', () => {
  it('reads IPv4 as ipaddr.js does, written as IPv6 too', () => {
    fc.assert(
      fc.property(anyIpv4, (address) => {
        expect([address, classifyAddress(address)]).toEqual([address, readIndependently(address)]);
        expect(classifyAddress(`::ffff:${address}`)).toBe(classifyAddress(address));
      }),
      { numRuns: 5000 },
    );
  });

  it('reads IPv6 as ipaddr.js does', () => {
    fc.assert(
      fc.property(anyIpv6, (address) => {
        expect([address, classifyAddress(address)]).toEqual([address, readIndependently(address)]);
      }),
      { numRuns: 5000 },
    );
  });
});
