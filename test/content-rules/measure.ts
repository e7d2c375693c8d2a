/**
 * Measures how many ordinary texts the content rules refuse, and how many bad ones they detect:
 *
 *   node --import tsx test/content-rules/measure.ts fresh
 *   node --import tsx test/content-rules/measure.ts final
 *
 * `fresh` are 500 ordinary and 300 bad texts that were written before the rules were tuned on them; `final` are 100 and
 * 60 more that they were never tuned on. It prints the mistakes, but for `final` only with --show: a person who tunes
 * the rules must not see them.
 */
import { checkContent } from '../../shared/content/rules/check-content';
import { CONTENT_CATEGORIES, type ContentCategory } from '../../shared/content/rules/content-category';
import { type LabelledTexts, FINAL_TEXTS, FRESH_TEXTS } from './labelled-texts';

const SETS: Readonly<Record<string, LabelledTexts>> = { fresh: FRESH_TEXTS, final: FINAL_TEXTS };

function measure(name: string, options: { isShown: boolean }): string[] {
  const texts = SETS[name];
  if (!texts) return [`Expected one of ${Object.keys(SETS).join(', ')}.`];
  const refused = texts.ordinary.flatMap((text) => {
    const violation = checkContent(text);
    return violation ? [{ text, violation }] : [];
  });
  const bad = CONTENT_CATEGORIES.flatMap((category) =>
    texts.bad[category].map((text) => ({ category, text, found: checkContent(text)?.category })),
  );
  const caught = bad.filter(({ found }) => found !== undefined);
  const mistakes = [
    ...refused.map(({ text, violation }) => `refused (${violation.category}, ${violation.match}): ${text}`),
    ...bad
      .filter(({ found }) => found === undefined)
      .map(({ category, text }) => `missed (${category}): ${text}`),
  ];
  return [
    ...(options.isShown ? mistakes : []),
    `ordinary: ${refused.length} of ${texts.ordinary.length} refused (${percent(refused.length, texts.ordinary.length)})`,
    `bad: ${caught.length} of ${bad.length} caught, recall ${percent(caught.length, bad.length)}`,
    `precision ${percent(caught.length, caught.length + refused.length)}`,
    ...CONTENT_CATEGORIES.map((category) => describeCategory(category, bad)),
  ];
}

function describeCategory(
  category: ContentCategory,
  bad: ReadonlyArray<{ category: ContentCategory; found: ContentCategory | undefined }>,
): string {
  const own = bad.filter((judged) => judged.category === category);
  const caught = own.filter(({ found }) => found !== undefined).length;
  return `${category.padEnd(10)} ${caught} of ${own.length} caught`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)} %`;
}

const [name = '', ...flags] = process.argv.slice(2);
const isShown = name === 'fresh' || flags.includes('--show');
process.stdout.write(`${measure(name, { isShown }).join('\n')}\n`);
