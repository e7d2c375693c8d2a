import fc from 'fast-check';
import { foldName } from '../../../../shared/text/fold-name';

const LETTERS = [
  'a',
  'É',
  'ñ',
  'ß',
  'ẞ',
  'Ø',
  'ł',
  'Đ',
  'Æ',
  'œ',
  'İ',
  'ı',
  'Σ',
  'ς',
  'ǆ',
  'ﬀ',
  'Ⅷ',
  'ŉ',
  '𝔄',
];
const SIGNS = [
  "'",
  '’',
  'ʼ',
  '´',
  '-',
  '\u2011',
  ' ',
  '\u00a0',
  '.',
  '\u0301',
  '\u00ad',
  '\ud83d',
  '한',
  'が',
];
const name = fc
  .array(fc.oneof(fc.constantFrom(...LETTERS, ...SIGNS), fc.string({ unit: 'binary', maxLength: 2 })), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

describe('the form in which names are searched', () => {
  it('is its own form', () => {
    fc.assert(
      fc.property(name, (text) => {
        expect(foldName(foldName(text))).toBe(foldName(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it('is the same for a text in any case, composed or not', () => {
    fc.assert(
      fc.property(name, (text) => {
        const folded = foldName(text);
        for (const other of [text.normalize('NFC'), text.normalize('NFD'), text.toLowerCase()]) {
          expect(foldName(other)).toBe(folded);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it('begins with the form of each of its own beginnings', () => {
    fc.assert(
      fc.property(name, fc.nat(), (text, cut) => {
        const characters = [...foldName(text)];
        const beginning = characters.slice(0, cut % (characters.length + 1)).join('');
        expect(foldName(text).startsWith(foldName(beginning))).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('leaves nothing of accents, apostrophes, hyphens and spaces', () => {
    fc.assert(
      fc.property(name, (text) => {
        expect(foldName(text)).not.toMatch(/[\s\u0300-\u036f'’‘`´.,\-\u2010-\u2015]/);
      }),
      { numRuns: 2_000 },
    );
  });
});
