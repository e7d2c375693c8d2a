import { isLinkIdentifier } from '../../../../shared/content/link';

describe('the identifier of a short link (rules 2.7)', () => {
  it.each([
    ['domain and path', 'go.example.com/summer'],
    ['a path of several segments', 'go.example.com/a/b-c/d_e.f~g'],
    ['upper case in the path', 'go.example.com/Summer26'],
    ['a domain of one label', 'localhost/x'],
    ['200 characters', `go.example.com/${'a'.repeat(185)}`],
  ])('accepts %s', (_title, text) => {
    expect(isLinkIdentifier(text)).toBe(true);
  });

  it.each([
    ['a scheme', 'https://go.example.com/summer'],
    ['a leading slash', '/go.example.com/summer'],
    ['a trailing slash', 'go.example.com/summer/'],
    ['a domain alone', 'go.example.com'],
    ['a domain and a slash', 'go.example.com/'],
    ['an empty segment', 'go.example.com/a//b'],
    ['a query', 'go.example.com/summer?x=1'],
    ['an anchor', 'go.example.com/summer#x'],
    ['surrounding space', ' go.example.com/summer'],
    ['space at the end', 'go.example.com/summer '],
    ['a line feed at the end', 'go.example.com/summer\n'],
    ['upper case in the domain', 'Go.example.com/summer'],
    ['a port', 'go.example.com:80/summer'],
    ['user information', 'a@go.example.com/summer'],
    ['percent-encoding', 'go.example.com/%73ummer'],
    ['a segment of one dot', 'go.example.com/./summer'],
    ['a segment of two dots', 'go.example.com/summer/..'],
    ['two dots alone', 'go.example.com/..'],
    ['a domain that begins with a dot', '.example.com/summer'],
    ['a label that ends with a hyphen', 'go-.example.com/summer'],
    ['201 characters', `go.example.com/${'a'.repeat(186)}`],
    ['the empty text', ''],
  ])('rejects %s', (_title, text) => {
    expect(isLinkIdentifier(text)).toBe(false);
  });
});
