import { checkOutgoingUrl, isReachable } from '../../../../shared/platform/outgoing/outgoing-url';
import {
  classifyAddress,
  isAllowedAddress,
  readOutgoingPolicy,
} from '../../../../shared/platform/outgoing/public-address';
import { PUBLIC_ONLY } from '../../../support/webhooks/public-only';

const LOCAL = { allowsLoopback: true };
const refusal = (url: string, policy = PUBLIC_ONLY) => {
  const checked = checkOutgoingUrl(url, policy);
  return 'refused' in checked ? checked.refused : 'allowed';
};

describe('URLs that a request may go to', () => {
  it.each([
    'https://example.com/hook',
    'https://example.com:8443/a?b=c#d',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
  ])('takes %s', (url) => expect(refusal(url)).toBe('allowed'));

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://127.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://[0:0:0:0:0:ffff:7f00:1]/',
    'https://１２７.0.0.1/',
    'https://127.0.0.1./',
    'https://10.0.0.1/',
    'https://167772161/',
    'https://192.168.0.1:8443/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0xa9fea9fe/',
    'https://2852039166/',
    'https://[::ffff:169.254.169.254]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://localhost/',
    'https://localhost./',
    'https://api.localhost/',
  ])('refuses the address in %s', (url) => expect(refusal(url)).toBe('addressNotAllowed'));

  it.each([
    'http://example.com/',
    'http://127.0.0.1/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,a',
  ])('refuses the scheme of %s', (url) => expect(refusal(url)).toBe('schemeNotAllowed'));

  it.each(['', 'example.com', 'https://', 'https://exa mple.com/', 'https://999.1.1.1/'])(
    'refuses %j as no URL',
    (url) => expect(refusal(url)).toBe('notAUrl'),
  );

  it('refuses credentials in the URL', () => {
    expect(refusal('https://user:secret@example.com/')).toBe('hasCredentials');
    expect(refusal('https://8.8.8.8@127.0.0.1/')).toBe('hasCredentials');
  });

  it('takes 2,048 characters and no more', () => {
    const url = `https://example.com/${'a'.repeat(2028)}`;
    expect(refusal(url)).toBe('allowed');
    expect(refusal(`${url}a`)).toBe('tooLong');
  });

  it('lets the local service reach its own machine, over plain http too', () => {
    expect(refusal('http://127.0.0.1:9000/', LOCAL)).toBe('allowed');
    expect(refusal('http://[::1]:9000/', LOCAL)).toBe('allowed');
    expect(refusal('http://localhost:9000/', LOCAL)).toBe('allowed');
    expect(refusal('https://localhost:9000/', LOCAL)).toBe('allowed');
  });

  it('keeps the local service from everything else that is not public', () => {
    expect(refusal('http://10.0.0.1/', LOCAL)).toBe('addressNotAllowed');
    expect(refusal('https://192.168.0.1/', LOCAL)).toBe('addressNotAllowed');
    expect(refusal('http://169.254.169.254/', LOCAL)).toBe('addressNotAllowed');
    expect(refusal('http://8.8.8.8/', LOCAL)).toBe('addressNotAllowed');
  });

  it('keeps plain http on the machine when a name leads elsewhere', () => {
    const url = new URL('http://example.com/');
    expect(isReachable('8.8.8.8', { url, policy: LOCAL })).toBe(false);
    expect(isReachable('127.0.0.1', { url, policy: LOCAL })).toBe(true);
    expect(isReachable('127.0.0.1', { url, policy: PUBLIC_ONLY })).toBe(false);
  });
});

describe('addresses that a request may go to', () => {
  it.each(['8.8.8.8', '93.184.216.34', '172.15.255.255', '172.32.0.0', '11.0.0.0', '100.128.0.0'])(
    'takes the public address %s',
    (address) => expect(classifyAddress(address)).toBe('public'),
  );

  it.each(['2606:4700:4700::1111', '2a00:1450:4001:80b::200e', '::ffff:8.8.8.8'])(
    'takes the public IPv6 address %s',
    (address) => expect(classifyAddress(address)).toBe('public'),
  );

  it.each(['127.0.0.1', '127.255.255.255', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'])(
    'knows the loopback address %s',
    (address) => expect(classifyAddress(address)).toBe('loopback'),
  );

  it.each([
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['private, mapped', '::ffff:10.0.0.1'],
    ['private, mapped, in hexadecimal', '::ffff:a00:1'],
    ['shared by a carrier', '100.64.0.1'],
    ['link-local', '169.254.0.1'],
    ['metadata', '169.254.169.254'],
    ['metadata, mapped', '::ffff:169.254.169.254'],
    ['metadata of containers', '169.254.170.2'],
    ['metadata over IPv6', 'fd00:ec2::254'],
    ['this network', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['broadcast', '255.255.255.255'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['documentation', '192.0.2.1'],
    ['benchmarks', '198.18.0.1'],
    ['unspecified', '::'],
    ['link-local IPv6', 'fe80::1'],
    ['link-local IPv6 with zone', 'fe80::1%eth0'],
    ['unique local', 'fc00::1'],
    ['site-local', 'fec0::1'],
    ['multicast IPv6', 'ff02::1'],
    ['IPv4-compatible loopback', '::7f00:1'],
    ['IPv4-compatible private', '::a00:1'],
    ['translated', '64:ff9b::7f00:1'],
    ['translated locally', '64:ff9b:1::7f00:1'],
    ['translated the old way', '::ffff:0:127.0.0.1'],
    ['6to4 of loopback', '2002:7f00:1::'],
    ['Teredo', '2001::1'],
    ['documentation IPv6', '2001:db8::1'],
    ['outside of what is in use', '4000::1'],
    ['no address', 'example.com'],
    ['no address', ''],
  ])('refuses an address that is %s: %s', (_class, address) => {
    expect(classifyAddress(address)).toBe('other');
    expect(isAllowedAddress(address, PUBLIC_ONLY)).toBe(false);
    expect(isAllowedAddress(address, { allowsLoopback: true })).toBe(false);
  });

  it('allows loopback to the local service only', () => {
    expect(isAllowedAddress('127.0.0.1', PUBLIC_ONLY)).toBe(false);
    expect(isAllowedAddress('127.0.0.1', { allowsLoopback: true })).toBe(true);
    expect(readOutgoingPolicy({})).toEqual({ allowsLoopback: false });
    expect(readOutgoingPolicy({ LOCAL_SERVICE: '0' })).toEqual({ allowsLoopback: false });
    expect(readOutgoingPolicy({ LOCAL_SERVICE: '1' })).toEqual({ allowsLoopback: true });
  });
});
