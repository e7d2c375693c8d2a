import { findInvalidCharacter } from '../../../../../shared/content/rules/invalid-characters';

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
