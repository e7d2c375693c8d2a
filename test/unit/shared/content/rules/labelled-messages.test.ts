import { checkContent } from '../../../../../shared/content/rules/check-content';
import { CONTENT_CATEGORIES } from '../../../../../shared/content/rules/content-category';
import { BAD_MESSAGES } from './bad-messages';
import { HARMLESS_MESSAGES } from './harmless-messages';
import { HELD_OUT_BAD_MESSAGES, HELD_OUT_HARMLESS_MESSAGES } from './held-out-messages';

const harmlessMessages = [...HARMLESS_MESSAGES, ...HELD_OUT_HARMLESS_MESSAGES];
const judgedHarmless = harmlessMessages.map((message) => ({ message, violation: checkContent(message) }));
const judgedBad = CONTENT_CATEGORIES.flatMap((category) =>
  [...BAD_MESSAGES[category], ...HELD_OUT_BAD_MESSAGES[category]].map((message) => ({
    category,
    message,
    found: checkContent(message)?.category,
  })),
);

describe('labelled messages', () => {
  it('are at least 220 harmless and 120 bad ones, none twice', () => {
    const all = [...harmlessMessages, ...judgedBad.map(({ message }) => message)];

    expect(new Set(all).size).toBe(all.length);
    expect(harmlessMessages.length).toBeGreaterThanOrEqual(220);
    expect(judgedBad.length).toBeGreaterThanOrEqual(120);
  });

  it('raise no false alarm when harmless', () => {
    expect(judgedHarmless.filter(({ violation }) => violation !== undefined)).toEqual([]);
  });

  it('are caught under their own category in at least 95 of 100 cases', () => {
    const missed = judgedBad.filter(({ category, found }) => found !== category);

    // The list makes a miss readable: it may have at most one bad message in twenty.
    expect(missed).toEqual(missed.slice(0, Math.floor(judgedBad.length / 20)));
  });

  it('give these figures', () => {
    const rows = CONTENT_CATEGORIES.map((category) => {
      const own = judgedBad.filter((judged) => judged.category === category);
      const caught = own.filter(({ found }) => found === category).length;
      const alarms = judgedHarmless.filter(({ violation }) => violation?.category === category).length;
      return `${category.padEnd(10)} bad ${String(own.length).padStart(3)}  caught ${String(caught).padStart(3)}  false alarms ${alarms}`;
    });
    const figures = [`harmless ${harmlessMessages.length}, bad ${judgedBad.length}`, ...rows].join('\n');
    process.stdout.write(`Content rules on labelled messages:\n${figures}\n`);

    expect(rows).toHaveLength(CONTENT_CATEGORIES.length);
  });
});
