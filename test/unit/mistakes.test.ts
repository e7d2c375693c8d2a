import { readFileSync } from 'node:fs';
import { MISTAKES } from '../mistakes/mistakes';

const CI = readFileSync('.ci/run', 'utf8');
/** The copy of the work tree after all checks: a check that changes a file is no mistake in one. */
const NO_CHECKS = ['The work tree is as it was', 'Done'];

/** Titles of the checks: what `step` and `finish` show. */
const titles = [
  ...CI.matchAll(/^ *(?:step|finish|finish_if_possible \S+|finish \S+) (?:'([^']*)'|"([^"]*)")/gm),
]
  .map(([, single, double]) => single ?? double ?? '')
  .filter((title) => !title.startsWith('$') && !NO_CHECKS.includes(title));

it('has a mistake for each check of `.ci/run`, and no other', () => {
  expect(titles.length).toBeGreaterThan(30);
  const isOf = (title: string, step: string) => title.startsWith(step);
  expect(titles.filter((title) => !MISTAKES.some(({ step }) => isOf(title, step)))).toEqual([]);
  expect(MISTAKES.filter(({ step }) => !titles.some((title) => isOf(title, step)))).toEqual([]);
});

it.each(MISTAKES)('finds the place of the mistake for “$step” in $file', ({ file, find, put }) => {
  const text = readFileSync(file, 'utf8');
  expect(text.includes(find)).toBe(true);
  expect(text.replace(find, () => put)).not.toBe(text);
});
