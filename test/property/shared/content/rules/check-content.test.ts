import fc from 'fast-check';
import { checkContent } from '../../../../../shared/content/rules/check-content';
import { CONTENT_CATEGORIES } from '../../../../../shared/content/rules/content-category';
import { findInvalidCharacter } from '../../../../../shared/content/rules/invalid-characters';
import { BAD_MESSAGES } from '../../../../unit/shared/content/rules/bad-messages';
import { HARMLESS_MESSAGES } from '../../../../unit/shared/content/rules/harmless-messages';

const ZERO_WIDTH = ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad'];
/** Pieces that exercise the parsers. */
const piece = fc.constantFrom(
  ...[
    '{{',
    '}}',
    '{{a}}',
    '{{trackingLink "bit.ly/a"}}',
    '://',
    'http://',
    '[',
    ']',
    '[.]',
    '(dot)',
    '@',
    '.',
    '..',
    '-',
    "'s",
    '$',
    '%',
    '*',
  ],
  ...[
    'bit.ly',
    'xn--',
    'paypal',
    'sex',
    's e x',
    'vodka',
    'free',
    'рorn',
    '1.2.3.4/',
    'é',
    'İ',
    'ß',
    '😀',
    '\u200b',
    '\ud800',
    '\n',
    ' ',
  ],
);
const body = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 640 }),
  fc.string({ unit: 'grapheme', maxLength: 100 }),
  fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 80 }).map((pieces) => pieces.join('')),
);
const badMessage = fc.constantFrom(...CONTENT_CATEGORIES.flatMap((category) => BAD_MESSAGES[category]));

describe('checkContent', () => {
  it('never throws, and its span lies within the body', () => {
    fc.assert(
      fc.property(body, fc.boolean(), (text, isRegistered) => {
        const violation = checkContent(text, isRegistered ? { registeredLinks: new Set(['bit.ly/a']) } : {});
        if (!violation) return;
        const { index, length, match } = violation;
        expect(index).toBeGreaterThanOrEqual(0);
        expect(length).toBeGreaterThan(0);
        expect(index + length).toBeLessThanOrEqual(text.length);
        expect(match).toBe(text.slice(index, index + length));
      }),
      { numRuns: 3000 },
    );
  });

  it('catches a bad message with zero-width characters anywhere in the match', () => {
    fc.assert(
      fc.property(badMessage, fc.constantFrom(...ZERO_WIDTH), fc.nat(), (text, zeroWidth, at) => {
        const before = checkContent(text);
        if (!before) return;
        const place = before.index + 1 + (at % Math.max(1, before.length - 1));
        const disguised = text.slice(0, place) + zeroWidth + text.slice(place);

        expect(checkContent(disguised)?.category).toBe(before.category);
      }),
      { numRuns: 1000 },
    );
  });

  it('judges a bad message alike in capitals and behind harmless words', () => {
    fc.assert(
      fc.property(badMessage, (text) => {
        const category = checkContent(text)?.category;

        expect(checkContent(`Hello there. ${text}`)?.category).toBe(category);
        expect(checkContent(text.toUpperCase())?.category).toBe(category);
      }),
    );
  });

  it('finds nothing in harmless messages with a harmless name in their merge tag', () => {
    fc.assert(
      fc.property(fc.constantFrom(...HARMLESS_MESSAGES), (text) => {
        expect(checkContent(`{{contact_first_name}}, ${text}`)).toBeUndefined();
      }),
    );
  });

  it('finds nothing of a category that is exempt', () => {
    fc.assert(
      fc.property(badMessage, fc.subarray([...CONTENT_CATEGORIES]), (text, exempt) => {
        const found = checkContent(text, { exemptCategories: new Set(exempt) })?.category;

        expect(exempt).not.toContain(found);
      }),
    );
  });
});

describe('findInvalidCharacter', () => {
  it('finds nothing in well-formed text of printable characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(findInvalidCharacter(text)).toBeUndefined();
      }),
    );
  });

  it('points at a character of the body, and all before it is fine', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 0xffff }), (text, unit) => {
        const whole = text + String.fromCharCode(unit);
        const found = findInvalidCharacter(whole);
        if (!found) return;
        expect(findInvalidCharacter(whole.slice(0, found.index))).toBeUndefined();
        expect(`U+${whole.codePointAt(found.index)?.toString(16).toUpperCase().padStart(4, '0')}`).toBe(
          found.codePoint,
        );
      }),
    );
  });
});
