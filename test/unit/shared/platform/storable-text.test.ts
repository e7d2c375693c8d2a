import { isNonCharacter, isStorableText, toStorableText } from '../../../../shared/platform/storable-text';

const PLANES = Array.from({ length: 17 }, (_, plane) => plane * 0x10000);
const NON_CHARACTERS = [
  ...Array.from({ length: 32 }, (_, index) => 0xfdd0 + index),
  ...PLANES.flatMap((first) => [first + 0xfffe, first + 0xffff]),
];

describe('isStorableText', () => {
  it.each([
    ['the empty string', ''],
    ['control characters other than NUL', '\u0001\t\r\n\u007f\u009f'],
    ['pairs of surrogates', '👍🏽'],
    ['the neighbours of the non-characters', '\ufdcf\ufdf0\ufffd\u{10000}\u{1fffd}\u{20000}\u{10fffd}'],
    ['private characters', '\ue000\u{f0000}'],
  ])('accepts %s', (_title, text) => {
    expect(isStorableText(text)).toBe(true);
  });

  it.each([
    ['NUL', 'a\0b'],
    ['a high surrogate alone', 'a\ud800'],
    ['a low surrogate alone', '\udc00b'],
    ['surrogates in the wrong order', '\udc00\ud800'],
  ])('rejects %s', (_title, text) => {
    expect(isStorableText(text)).toBe(false);
  });

  it('rejects each of the 66 non-characters', () => {
    expect(NON_CHARACTERS).toHaveLength(66);
    const texts = NON_CHARACTERS.map((codePoint) => `a${String.fromCodePoint(codePoint)}b`);
    expect(texts.filter(isStorableText)).toEqual([]);
  });
});

describe('toStorableText', () => {
  it('leaves a storable text as it is', () => {
    const text = 'a\t👍🏽\ufffd';
    expect(toStorableText(text)).toBe(text);
  });

  it('replaces each character that is not storable', () => {
    expect(toStorableText('\0a\ud800\udc00\ud800b\udc00\ufdd0\u{1ffff}')).toBe(
      '\ufffda\ud800\udc00\ufffdb\ufffd\ufffd\ufffd',
    );
  });
});

describe('isNonCharacter', () => {
  it('is true of the 66 that Unicode names, and of nothing else', () => {
    const found: number[] = [];
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
      if (isNonCharacter(codePoint)) found.push(codePoint);
    }
    expect(found).toEqual(NON_CHARACTERS);
  });
});
