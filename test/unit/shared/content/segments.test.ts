import { isLinkIdentifier } from '../../../../shared/content/link';
import { countSegments } from '../../../../shared/content/segments';

const GSM_BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const GSM_EXTENSION = '\f^{}\\[~]|€';
const FAMILY = '👨‍👩‍👧‍👦';

describe('encoding (rules 2.7 rule 6, GSM 03.38)', () => {
  it('knows the 127 printable characters of the default alphabet', () => {
    expect(GSM_BASIC).toHaveLength(127);
    expect(countSegments(GSM_BASIC)).toEqual({ encoding: 'GSM-7', segments: 1 });
  });

  it.each([...GSM_BASIC].map((character) => [character]))('counts %j as one septet', (character) => {
    expect(countSegments(character.repeat(160))).toEqual({ encoding: 'GSM-7', segments: 1 });
    expect(countSegments(character.repeat(161))).toEqual({ encoding: 'GSM-7', segments: 2 });
  });

  it.each([...GSM_EXTENSION].map((character) => [character]))('counts %j as two septets', (character) => {
    expect(countSegments(character.repeat(80))).toEqual({ encoding: 'GSM-7', segments: 1 });
    expect(countSegments(character.repeat(81))).toEqual({ encoding: 'GSM-7', segments: 2 });
  });

  it.each([
    ['an emoji', '😀'],
    ['a curly quote', '’'],
    ['an em dash', '—'],
    ['an accented letter outside the alphabet', 'á'],
    ['a small c with cedilla (only the capital is in it)', 'ç'],
    ['a capital letter with grave accent', 'À'],
    ['a Greek letter that looks like a Latin one', 'Α'],
    ['a Cyrillic letter', 'ж'],
    ['a Chinese character', '好'],
    ['a backtick', '`'],
    ['a tab', '\t'],
    ['a no-break space', '\u00a0'],
    ['a combining accent', 'e\u0301'],
    ['the escape itself', '\u001b'],
  ])('switches the whole message to UCS-2 for %s', (_what, character) => {
    expect(countSegments(`Hello ${character}`)).toEqual({ encoding: 'UCS-2', segments: 1 });
    expect(countSegments(`${'a'.repeat(70)}${character}`)).toEqual({ encoding: 'UCS-2', segments: 2 });
  });
});

describe('GSM-7 segments (rules 8.2)', () => {
  it('counts the empty text as one segment', () => {
    expect(countSegments('')).toEqual({ encoding: 'GSM-7', segments: 1 });
  });

  it.each([
    [1, 1],
    [159, 1],
    [160, 1],
    [161, 2],
    [306, 2],
    [307, 3],
    [459, 3],
    [460, 4],
    [640, 5],
  ])('counts %i characters as %i segments', (length, segments) => {
    expect(countSegments('a'.repeat(length))).toEqual({ encoding: 'GSM-7', segments });
  });

  it('does not split a character of the extension table over two segments', () => {
    expect(countSegments(`${'a'.repeat(152)}€${'a'.repeat(151)}`)).toEqual({
      encoding: 'GSM-7',
      segments: 2,
    });
    expect(countSegments(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toEqual({
      encoding: 'GSM-7',
      segments: 3,
    });
    expect(countSegments('€'.repeat(152))).toEqual({ encoding: 'GSM-7', segments: 2 });
    expect(countSegments('€'.repeat(153))).toEqual({ encoding: 'GSM-7', segments: 3 });
  });

  it('splits an extension character nowhere when the whole fits one segment', () => {
    expect(countSegments(`${'a'.repeat(158)}€`)).toEqual({ encoding: 'GSM-7', segments: 1 });
    expect(countSegments(`${'a'.repeat(159)}€`)).toEqual({ encoding: 'GSM-7', segments: 2 });
  });
});

describe('UCS-2 segments (rules 8.2)', () => {
  it.each([
    [1, 1],
    [69, 1],
    [70, 1],
    [71, 2],
    [134, 2],
    [135, 3],
    [201, 3],
    [202, 4],
    [640, 10],
  ])('counts %i characters as %i segments', (length, segments) => {
    expect(countSegments('ж'.repeat(length))).toEqual({ encoding: 'UCS-2', segments });
  });

  it('counts a character of the extension table as one', () => {
    expect(countSegments(`ж${'{'.repeat(69)}`)).toEqual({ encoding: 'UCS-2', segments: 1 });
    expect(countSegments(`ж${'{'.repeat(133)}`)).toEqual({ encoding: 'UCS-2', segments: 2 });
  });

  it('counts an emoji as two', () => {
    expect(countSegments('😀'.repeat(35))).toEqual({ encoding: 'UCS-2', segments: 1 });
    expect(countSegments('😀'.repeat(36))).toEqual({ encoding: 'UCS-2', segments: 2 });
    expect(countSegments('😀'.repeat(66))).toEqual({ encoding: 'UCS-2', segments: 2 });
    expect(countSegments('😀'.repeat(67))).toEqual({ encoding: 'UCS-2', segments: 3 });
  });

  it('does not split a surrogate pair over two segments', () => {
    expect(countSegments(`${'ж'.repeat(66)}😀${'ж'.repeat(65)}`)).toEqual({ encoding: 'UCS-2', segments: 2 });
    expect(countSegments(`${'ж'.repeat(66)}😀${'ж'.repeat(66)}`)).toEqual({ encoding: 'UCS-2', segments: 3 });
  });

  it('does not split an emoji of several code points over two segments', () => {
    expect(FAMILY).toHaveLength(11);
    expect(countSegments(`${'ж'.repeat(60)}${FAMILY}${'ж'.repeat(56)}`)).toEqual({
      encoding: 'UCS-2',
      segments: 2,
    });
    expect(countSegments(`${'ж'.repeat(60)}${FAMILY}${'ж'.repeat(57)}`)).toEqual({
      encoding: 'UCS-2',
      segments: 3,
    });
  });

  it('may split between a carriage return and a line feed', () => {
    expect(countSegments(`${'ж'.repeat(66)}\r\n${'ж'.repeat(66)}`)).toEqual({
      encoding: 'UCS-2',
      segments: 2,
    });
  });

  it('splits what is longer than a segment, between code points', () => {
    expect(countSegments(`e${'\u0301'.repeat(133)}`)).toEqual({ encoding: 'UCS-2', segments: 2 });
    expect(countSegments(`e${'\u0301'.repeat(200)}`)).toEqual({ encoding: 'UCS-2', segments: 3 });
    expect(countSegments(`e${'\u0301'.repeat(201)}`)).toEqual({ encoding: 'UCS-2', segments: 4 });
    // U+E0100, a variation selector outside the basic plane: 33 pairs and the letter fill the first segment.
    expect(countSegments(`e${'\u{e0100}'.repeat(66)}`)).toEqual({ encoding: 'UCS-2', segments: 2 });
    expect(countSegments(`e${'\u{e0100}'.repeat(67)}`)).toEqual({ encoding: 'UCS-2', segments: 3 });
    expect(countSegments(`😀${'\u{e0100}'.repeat(65)}`)).toEqual({ encoding: 'UCS-2', segments: 2 });
    expect(countSegments(`😀${'\u{e0100}'.repeat(66)}`)).toEqual({ encoding: 'UCS-2', segments: 3 });
  });

  it('counts an unpaired surrogate as one', () => {
    expect(countSegments('\ud800'.repeat(70))).toEqual({ encoding: 'UCS-2', segments: 1 });
    expect(countSegments('\ud800'.repeat(71))).toEqual({ encoding: 'UCS-2', segments: 2 });
  });
});

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
