import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { countSegments } from '../../../../shared/content/segments';

/** Counts by Twilio's own calculator. */
function countByTwilio(text: string) {
  const message = new SegmentedMessage(text);
  return { encoding: message.encodingName, segments: message.segmentsCount };
}

const GSM = [
  ...'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCXYZÄÖÑÜ§¿abcxyzäöñüà',
  '\r\n',
];
const GSM_EXTENSION = [...'\f^{}\\[~]|€'];
const UCS_2 = [
  ...['á', 'ж', '好', '’', '—', '`', '\t', '\u00a0', '\u001b', '\ufeff', '한', 'ع', 'ไ'],
  ...['😀', '👍🏽', '🇩🇪', '❤️', '👨‍👩‍👧‍👦', '🧑🏽‍🚀', 'e\u0301', '\ud800', '\udc00'],
];

/**
 * Generates texts of runs of characters: long enough to fill segments, and to have a character at each of their edges.
 */
const textOf = (characters: string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...characters), fc.integer({ min: 1, max: 80 })), { maxLength: 8 })
    .map((runs) => runs.map(([character, count]) => character.repeat(count)).join(''));

describe("encoding and segments are those of Twilio's calculator", () => {
  it('for each character up to U+0500, and for every 97th of the Basic Multilingual Plane', () => {
    const different: string[] = [];
    for (let code = 0; code <= 0xffff; code += code < 0x500 ? 1 : 97) {
      const text = String.fromCharCode(code);
      const [own, other] = [countSegments(text), countByTwilio(text)];
      if (own.encoding !== other.encoding || own.segments !== other.segments)
        different.push(code.toString(16));
    }
    expect(different).toEqual([]);
  });

  it.each([
    ['texts of the default alphabet', GSM],
    ['texts of the default alphabet and its extension', [...GSM, ...GSM_EXTENSION]],
    ['texts in UCS-2', [...GSM, ...GSM_EXTENSION, ...UCS_2]],
    ['texts of characters that take several code units', UCS_2],
  ])('for %s', (_what, characters) => {
    fc.assert(
      fc.property(textOf(characters), (text) => {
        expect(countSegments(text)).toEqual(countByTwilio(text));
      }),
      { numRuns: 100 },
    );
  });
});

describe("where the count differs from Twilio's calculator", () => {
  it('a letter with more accents than fit into a segment takes as many segments as its code units fill', () => {
    const text = `e${'\u0301'.repeat(152)}`;
    expect(countByTwilio(text).segments).toBe(2);
    expect(countSegments(text).segments).toBe(3);
  });

  it('a Devanagari conjunct is one character since Unicode 15.1, and is not split over two segments', () => {
    // Four code units, which the calculator (Unicode 10) counts as two characters of two each.
    const text = 'क्षि'.repeat(33);
    expect(countByTwilio(text).segments).toBe(2);
    expect(countSegments(text).segments).toBe(3);
  });
});
