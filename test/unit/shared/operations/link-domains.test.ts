import { judgeLinkDomain } from '../../../../shared/operations/link-domains';

const judge = (domain: string, baseUrl = 'https://api.acme.com') => judgeLinkDomain(domain, baseUrl);

describe('rules 2.7: a link domain', () => {
  it.each([
    'go.acme.net',
    'acme.link',
    'go.acme.co.uk',
    'acme.co.uk',
    'go.demo-tenant.example',
    'acme.github.io',
    'xn--caf-dma.com',
  ])('may be %s', (domain) => {
    expect(judge(domain)).toBeUndefined();
  });

  it.each(['tk', 'com', 'co.uk', 'github.io', 's3.amazonaws.com', 'localhost', 'example'])(
    'is no public suffix: %s',
    (domain) => {
      expect(judge(domain)).toBe('publicSuffix');
    },
  );

  it.each([
    ['the name itself', 'api.acme.com'],
    ['a name below', 'go.api.acme.com'],
    ['a name above', 'acme.com'],
  ])('is not of the service: %s', (_title, domain) => {
    expect(judge(domain)).toBe('ofTheService');
    expect(judge(domain, 'https://api.acme.com:8443')).toBe('ofTheService');
  });

  it('may lie beside the name of the service, or end like it', () => {
    expect(['go.acme.com', 'xapi.acme.com', 'myacme.com'].map((domain) => judge(domain))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is not the address that AWS gives the API, nor the local service', () => {
    const address = 'abc123.execute-api.eu-west-1.amazonaws.com';
    expect([address, `go.${address}`].map((domain) => judge(domain, `https://${address}`))).toEqual([
      'ofTheService',
      'ofTheService',
    ]);
    expect(judge('go.localhost', 'http://localhost:3000')).toBe('ofTheService');
  });

  it.each([
    'GO.acme.net',
    'https://go.acme.net',
    'go.acme.net:8080',
    'go.acme.net.',
    'go.acme.net/a',
    'go..acme.net',
    '-go.acme.net',
    'go_a.acme.net',
    'café.acme.net',
    '10.0.0.1',
    '0x7f.1',
    '[::1]',
    'xn--a.acme.net',
    `${'a'.repeat(64)}.acme.net`,
    '',
  ])('is a name that browsers take as it is: not %j', (domain) => {
    expect(judge(domain)).toBe('notADomain');
  });
});
