import { checkContent } from '../../../../../shared/content/rules/check-content';
import { CONTENT_CATEGORIES } from '../../../../../shared/content/rules/content-category';
import { FINAL_TEXTS, FRESH_TEXTS } from '../../../../content-rules/labelled-texts';

const badOf = (texts: typeof FRESH_TEXTS) => CONTENT_CATEGORIES.flatMap((category) => texts.bad[category]);

/** Figures of docs/content-rules.md; only test/content-rules/measure.ts measures `final`. */
describe('the fresh texts', () => {
  it('are 500 ordinary and 300 bad ones, the final ones 100 and 60, none twice', () => {
    const all = [FRESH_TEXTS, FINAL_TEXTS].flatMap((texts) => [...texts.ordinary, ...badOf(texts)]);

    expect([FRESH_TEXTS, FINAL_TEXTS].map((texts) => [texts.ordinary.length, badOf(texts).length])).toEqual([
      [500, 300],
      [100, 60],
    ]);
    expect(new Set(all).size).toBe(all.length);
  });

  it('are refused in at most 1 of 100 cases when ordinary', () => {
    const refused = FRESH_TEXTS.ordinary.filter((text) => checkContent(text) !== undefined);

    // The list makes a false alarm readable.
    expect(refused).toEqual(refused.slice(0, FRESH_TEXTS.ordinary.length / 100));
  });

  it('are caught in at least 88 of 100 cases when bad', () => {
    const missed = badOf(FRESH_TEXTS).filter((text) => checkContent(text) === undefined);

    expect(missed).toEqual(missed.slice(0, Math.floor(0.12 * badOf(FRESH_TEXTS).length)));
  });
});
