import { checkContent } from '../../../../../shared/content/rules/check-content';
import { findInvalidCharacter } from '../../../../../shared/content/rules/invalid-characters';
import { findLinks } from '../../../../../shared/content/rules/internal/links';
import { normalizeText } from '../../../../../shared/content/rules/internal/normalize';
import {
  findSuspiciousLink,
  isUnderAny,
  isWithinOneEdit,
  type LinkSuspicion,
} from '../../../../../shared/content/rules/internal/suspicious-links';

const find = (body: string): string[] => {
  const normalized = normalizeText(body);
  return findLinks(normalized).links.map(
    (link) => `${normalized.text.slice(link.start, link.end)} -> ${link.host}`,
  );
};

describe('findLinks', () => {
  it.each([
    ['with a scheme', 'see https://Acme.com/a?b=c#d now', ['https://Acme.com/a?b=c#d -> acme.com']],
    [
      'with port and user information',
      'http://me:pw@acme.com:8080/x',
      ['http://me:pw@acme.com:8080/x -> acme.com'],
    ],
    ['defanged', 'hxxps://acme[.]com/x', ['hxxps://acme.com/x -> acme.com']],
    ['behind a word', 'Seehttps://acme.com', ['https://acme.com -> acme.com']],
    ['without a scheme', 'at acme.co.uk/menu, or', ['acme.co.uk/menu -> acme.co.uk']],
    ['with a query alone', 'acme.io?x=1', ['acme.io?x=1 -> acme.io']],
    ['at the end of a sentence', 'Visit acme.com. Bye', ['acme.com -> acme.com']],
    ['in brackets', '(www.acme.com/a)', ['www.acme.com/a -> www.acme.com']],
    ['in capitals', 'WWW.ACME.COM', ['WWW.ACME.COM -> www.acme.com']],
    ['of an address of version 6', 'http://[2001:db8::1]/x', ['http://[2001:db8::1]/x -> [2001:db8::1]']],
    ['of an address with a path', '192.0.2.7/pay', ['192.0.2.7/pay -> 192.0.2.7']],
    ['one after the other', 'a.com b.org', ['a.com -> a.com', 'b.org -> b.org']],
  ])('finds a link %s', (_, body, links) => {
    expect(find(body)).toEqual(links);
  });

  it.each([
    'Confirmed.It was good',
    'Wait...what',
    'version 1.2.3.4 is out',
    'network 10.0.0.0/24',
    'file report.final',
    'at 3.45 pm',
    'ftp or http://',
    'mail me@acme.com please',
    'e.g. this',
  ])('finds none in "%s"', (body) => {
    expect(find(body)).toEqual([]);
  });

  it('tells e-mail addresses apart', () => {
    expect(findLinks(normalizeText('to sam.b+x@acme.com now')).emailAddresses).toEqual([
      { start: 3, end: 19 },
    ]);
  });

  it('notes hosts written with other letters', () => {
    expect(findLinks(normalizeText('аcme.com acme.com')).links.map((link) => link.isDisguised)).toEqual([
      true,
      false,
    ]);
  });
});

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

const body = (codeUnit: number): string => `ab${String.fromCharCode(codeUnit)}c`;

describe('findInvalidCharacter (code 33016)', () => {
  it.each([
    ['an empty body', ''],
    ['tab, line feed and carriage return', 'a\tb\nc\r\nd'],
    ['a space, the first character after the C0 controls', ' '],
    ['a tilde, the last before DEL', '~'],
    ['a no-break space, the first after the C1 controls', '\u00a0'],
    ['emoji with joiners and skin tones', '👨‍👩‍👧 👍🏽'],
    ['U+FDCF and U+FDF0, the neighbours of the non-characters', '\ufdcf\ufdf0'],
    ['U+FFFD, the last before the non-characters of its plane', '\ufffd'],
    ['U+1FFFD and U+20000', '\u{1fffd}\u{20000}'],
    ['private characters', '\ue000\u{10fffd}'],
  ])('accepts %s', (_, text) => {
    expect(findInvalidCharacter(text)).toBeUndefined();
  });

  it.each([
    [0x00, 'U+0000'],
    [0x08, 'U+0008'],
    [0x0b, 'U+000B'],
    [0x0c, 'U+000C'],
    [0x0e, 'U+000E'],
    [0x1f, 'U+001F'],
    [0x7f, 'U+007F'],
    [0x80, 'U+0080'],
    [0x9f, 'U+009F'],
    [0xd800, 'U+D800'],
    [0xdbff, 'U+DBFF'],
    [0xdc00, 'U+DC00'],
    [0xdfff, 'U+DFFF'],
    [0xfdd0, 'U+FDD0'],
    [0xfdef, 'U+FDEF'],
    [0xfffe, 'U+FFFE'],
    [0xffff, 'U+FFFF'],
  ])('rejects the code unit %i and names it', (codeUnit, codePoint) => {
    expect(findInvalidCharacter(body(codeUnit))).toEqual({ index: 2, codePoint });
  });

  it('rejects non-characters beyond the first plane', () => {
    expect(findInvalidCharacter('x\u{1fffe}')).toEqual({ index: 1, codePoint: 'U+1FFFE' });
    expect(findInvalidCharacter('x\u{10ffff}')).toEqual({ index: 1, codePoint: 'U+10FFFF' });
  });

  it('counts UTF-16 code units and reports the first of several', () => {
    expect(findInvalidCharacter('😀\u0007\u0000')).toEqual({ index: 2, codePoint: 'U+0007' });
  });

  it('rejects surrogates in the wrong order', () => {
    expect(findInvalidCharacter('\udc00\ud800')).toEqual({ index: 0, codePoint: 'U+DC00' });
  });
});
