import {
  ACCENT,
  FOREIGN,
  LOOK_ALIKE,
  ORDINARY,
  normalizeText,
} from '../../../../../shared/content/rules/normalize';
import {
  ACCENTED,
  LOOK_ALIKES,
  PUNCTUATION,
} from '../../../../../shared/content/rules/categories/look-alikes';

describe('normalizeText', () => {
  it('leaves plain ASCII as it is', () => {
    const normalized = normalizeText('Hello (you), 20% off!');

    expect(normalized.text).toBe('Hello (you), 20% off!');
    expect(normalized.kinds).toBeUndefined();
    expect(normalized.toOriginal(6, 11)).toEqual({ index: 6, length: 5 });
  });

  it.each([
    ['zero-width characters', 's\u200be\u200cx\u2060\ufeff\u00ad', 'sex'],
    ['accents, composed and decomposed', 'be\u0301é', 'bee'],
    ['full-width letters', 'ｓｅｘ', 'sex'],
    ['mathematical letters', '𝐬𝐞𝐱', 'sex'],
    ['letters in squares', '🅂🄴🆇', 'sex'],
    ['Cyrillic look-alikes', 'рorn', 'porn'],
    ['Greek look-alikes', 'νape', 'vape'],
    ['curly apostrophes and dashes', 'don’t — no', "don't - no"],
    ['ideographic full stops', 'bit。ly', 'bit.ly'],
    ['bracketed dots', 'bit[.]ly x(dot)y {.}', 'bit.ly x.y .'],
    ['currency signs', '€5', '$5'],
    ['emoji, as gaps', 'a👍b', 'a b'],
  ])('undoes %s', (_, body, text) => {
    expect(normalizeText(body).text).toBe(text);
  });

  it('says of every character what it was', () => {
    expect(normalizeText('aéож').kinds).toEqual([ORDINARY, ACCENT, LOOK_ALIKE, FOREIGN]);
  });

  it('maps a span back to the body, with the zero-width characters inside it', () => {
    const body = 'hi s\u200be\u200bx!';
    const normalized = normalizeText(body);

    expect(normalized.text).toBe('hi sex!');
    expect(normalized.toOriginal(3, 6)).toEqual({ index: 3, length: 5 });
  });

  it('maps letters that fill two code units', () => {
    expect(normalizeText('a 𝐬𝐞𝐱').toOriginal(2, 5)).toEqual({ index: 2, length: 6 });
  });

  it('maps one character that unfolds into several', () => {
    expect(normalizeText('ﬁx').toOriginal(1, 3)).toEqual({ index: 0, length: 2 });
  });

  it('takes a letter at which a merge tag cut a word in two for a look-alike', () => {
    const normalized = normalizeText('sex', new Set([1]));

    expect(normalized.text).toBe('sex');
    expect(normalized.kinds).toEqual([ORDINARY, LOOK_ALIKE, ORDINARY]);
  });

  it('has a fold for each look-alike', () => {
    for (const [from, to] of [...LOOK_ALIKES, ...ACCENTED, ...PUNCTUATION]) {
      expect([from, [...from].length]).toEqual([from, to.length]);
    }
  });
});
