import { checkContent } from '../../../../../shared/content/rules/check-content';
import { findLinks } from '../../../../../shared/content/rules/links';
import { normalizeText } from '../../../../../shared/content/rules/normalize';
import {
  findSuspiciousLink,
  isUnderAny,
  isWithinOneEdit,
  type LinkSuspicion,
} from '../../../../../shared/content/rules/suspicious-links';

const judge = (body: string): LinkSuspicion | undefined =>
  findSuspiciousLink(findLinks(normalizeText(body)).links)?.suspicion;

describe('findSuspiciousLink', () => {
  it.each([
    'bit.ly/x',
    'https://BIT.LY/x',
    'http://sub.short.gy/a',
    'bit。ly/x',
    'tinyurl[.]com/x',
    'www.cutt.ly/1',
  ])('finds the shortener in %s', (body) => {
    expect(judge(body)).toBe('shortener');
  });

  it.each([
    'http://192.0.2.7',
    'http://192.0.2.7:8080/x',
    '192.0.2.7/pay',
    'http://3221225991/',
    'http://0xc0000207/',
    'http://0300.0.2.7/',
    'http://192.519/',
    'http://[2001:db8::1]/',
    'http://paypal.com@192.0.2.7/',
  ])('finds the address in %s', (body) => {
    expect(judge(body)).toBe('ip-address');
  });

  it.each([
    ['a digit for a letter', 'paypa1.com'],
    ['letters that look like one', 'arnazon.com'],
    ['a doubled letter', 'netfliix.com'],
    ['a missing letter', 'facebok.com'],
    ['swapped letters', 'payapl.com'],
    ['Cyrillic letters', 'https://раураl.com/'],
    ['accents', 'https://paypál.com/'],
    ['punycode', 'https://xn--pypal-4ve.com/'],
    ['the name and more', 'paypal-center.com'],
    ['the name with a bait word', 'paypalverify.com'],
    ['an ordinary name with a bait word', 'chase-login.com'],
    ['the name as subdomain of a stranger', 'paypal.com.evil.net'],
    ['the domain and a hyphen', 'https://www.usps.com-track.net/x'],
    ['the name as subdomain, with a bait word', 'netflix.billing-update.net'],
    ['the name under a cheap domain', 'usps.top'],
    ['the name with a hyphen inside', 'face-book.com'],
  ])('finds the look-alike with %s', (_, body) => {
    expect(judge(body)).toBe('look-alike');
  });

  it.each([
    'https://www.paypal.com/signin',
    'https://amazon.co.uk/orders',
    'amazon.de',
    'https://support.google.com',
    'https://apps.apple.com/app',
    'applebees.com',
    'https://johnson-apple-orchard.com',
    'https://steeplechase.org',
    'https://www.irs.gov/refunds',
    'https://paypay.ne.jp/',
    'https://targetedhealth.com',
    'https://münchen-hotel.de',
    'https://xn--mnchen-hotel-dlb.de',
    'https://acme.zendesk.com/requests',
    'https://mybit.ly.example.com/x',
    'version 1.2.3.4',
  ])('lets %s pass', (body) => {
    expect(judge(body)).toBeUndefined();
  });

  it('refuses a sixth host in punycode, however harmless', () => {
    const hosts = ['xn--a-1ga.de', 'xn--b-1ga.de', 'xn--c-1ga.de', 'xn--d-1ga.de', 'xn--e-1ga.de'];

    expect(judge(hosts.join(' '))).toBeUndefined();
    expect(judge([...hosts, 'xn--f-1ga.de'].join(' '))).toBe('look-alike');
  });
});

describe('credential bait', () => {
  it.each([
    ['a request under pressure, with a link', 'Account suspended. Verify your identity: acct-review.net/x'],
    ['a request for a secret, with a link', 'Enter your PIN at https://card-desk.net'],
    ['a prize, with a link', 'You have won! https://prizes-now.net'],
    ['a fee for a parcel, with a link', 'Pay the redelivery fee: https://parcel-desk.net'],
  ])('is %s', (_, body) => {
    expect(checkContent(body)?.category).toBe('phishing');
  });

  it.each([
    ['a request under pressure without a link', 'Account suspended. Verify your identity at any branch.'],
    ['a request with a link but no pressure', 'Verify your email: https://brightside.app/v/1'],
    ['pressure with a link but no request', 'Your card has expired. Details: https://acme.com/help'],
    [
      'a request under pressure with the brand’s own link',
      'Payment declined. Update your card: netflix.com/pay',
    ],
    [
      'a request under pressure with an authority’s link',
      'Final notice: pay now at https://parking.city.gov/t',
    ],
    ['an e-mail address', 'Account suspended. Verify your identity: help@acme.com'],
  ])('is not %s', (_, body) => {
    expect(checkContent(body)).toBeUndefined();
  });

  it.each([
    ['https://go.acme.com/v?r=0123456789', undefined],
    ['https://go.acme.com/v', undefined],
    ['go.acme.com/v', undefined],
    ['https://go.acme.com/v2', 'phishing'],
    ['https://go.acme.com/v/x', 'phishing'],
    ['https://go.acme.com/V', 'phishing'],
    ['https://go.acme.com/v?next=evil', 'phishing'],
    ['https://go.acme.com', 'phishing'],
    ['https://x.go.acme.com/v', 'phishing'],
    ['https://acme.com/v', 'phishing'],
    ['https://go.acme.com:8443/v', 'phishing'],
    ['https://bank.example@go.acme.com/v', 'phishing'],
    ['https://go.acme.com/v https://acct-review.net/x', 'phishing'],
  ])('with a registered link is no request, and with any other it is: %s', (link, expected) => {
    const body = `Account suspended. Verify your identity: ${link}`;

    expect(checkContent(body, { registeredLinks: new Set(['go.acme.com/v']) })?.category).toBe(expected);
  });
});

describe('isUnderAny', () => {
  it('takes whole labels only', () => {
    const domains = new Set(['bit.ly']);

    expect(
      ['bit.ly', 'a.b.bit.ly', 'rabbit.ly', 'bit.ly.com', 'ly'].map((host) => isUnderAny(host, domains)),
    ).toEqual([true, true, false, false, false]);
  });
});

describe('isWithinOneEdit', () => {
  it.each([
    ['paypal', 'paypal', true],
    ['paypal', 'paypall', true],
    ['paypal', 'papal', true],
    ['paypal', 'paypol', true],
    ['paypal', 'payapl', true],
    ['paypal', 'paypolx', false],
    ['paypal', 'palpay', false],
    ['', 'a', true],
    ['', 'ab', false],
  ])('of %s and %s is told', (a, b, expected) => {
    expect(isWithinOneEdit(a, b)).toBe(expected);
    expect(isWithinOneEdit(b, a)).toBe(expected);
  });
});
