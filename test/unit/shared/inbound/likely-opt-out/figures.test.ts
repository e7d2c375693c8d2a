import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Figures, measure, readTexts } from './measure';

/**
 * Sets of texts. The second one is only for measuring: a person who changes the phrases must not read it, nor which of
 * its texts are missed. Changed figures must also be changed in docs/sending.md.
 */
const SETS = {
  second: ['blind-texts/second-refusals.txt', 'blind-texts/second-answers.txt'],
  first: ['blind-texts/first-refusals.txt', 'blind-texts/first-answers.txt'],
  development: ['development-texts/refusals.txt', 'development-texts/answers.txt'],
} as const;

const documents = readFileSync(path.join(__dirname, '../../../../../docs/sending.md'), 'utf8');

/** Reads the figures of a set from the table of the document. */
function documented(set: string): Figures & { percents: string[] } {
  const row = documents.split('\n').find((line) => line.startsWith(`| ${set}: `)) ?? '';
  const [refusals = '', missed = '', answers = '', takenForRefusals = ''] = row.split('|').slice(2);
  return {
    refusals: Number(refusals),
    missed: Number.parseInt(missed),
    answers: Number(answers),
    takenForRefusals: Number.parseInt(takenForRefusals),
    percents: [missed, takenForRefusals].map((cell) => /\((.*) %\)/.exec(cell)?.[1] ?? ''),
  };
}

const percent = (part: number, all: number) => ((100 * part) / all).toFixed(1);

describe('rules 3.3: what is recognised of texts that refuse', () => {
  it.each(Object.entries(SETS))('is, of the %s set, what the documents say', (set, [refusals, answers]) => {
    const figures = measure(readTexts(refusals), readTexts(answers));

    expect(documented(set)).toEqual({
      ...figures,
      percents: [
        percent(figures.missed, figures.refusals),
        percent(figures.takenForRefusals, figures.answers),
      ],
    });
  });

  it('is, of the second set without what is by chance in another set too, what the documents say', () => {
    const plain = (text: string) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} ]/gu, '')
        .trim();
    const others = new Set([...SETS.development, ...SETS.first].flatMap(readTexts).map(plain));
    const [refusals, answers] = SETS.second.map((file) =>
      readTexts(file).filter((text) => !others.has(plain(text))),
    );

    const figures = measure(refusals ?? [], answers ?? []);

    const said = /without them .*? \(.*? %\), and .*? \(.*? %\)/.exec(documents.replace(/\s+/g, ' '));
    expect(said?.[0]).toBe(
      `without them ${figures.missed} of ${figures.refusals} are missed (${percent(figures.missed, figures.refusals)} %), ` +
        `and ${figures.takenForRefusals} of ${figures.answers} answers taken for refusals (${percent(figures.takenForRefusals, figures.answers)} %)`,
    );
  });

  it('is measured on texts that are in one set each, and no more than once', () => {
    for (const files of Object.values(SETS)) {
      const texts = files.flatMap(readTexts).map((text) => text.toLowerCase());
      expect(texts).toHaveLength(new Set(texts).size);
    }
  });
});
