import { findLinks } from '../../../../../shared/content/rules/links';
import { normalizeText } from '../../../../../shared/content/rules/normalize';

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
