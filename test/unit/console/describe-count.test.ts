import { describeFound, describeProgress, figureOf } from '../../../console/src/audience/describe-count';

const complete = { isComplete: true, matched: 1_234, sendable: 1_000 };
const early = { ...complete, isComplete: false };
const late = { ...early, estimate: { matched: 4_936, sendable: 4_000, error: 120 } };

describe('a count of an audience', () => {
  it('is a number once it is complete, an estimate before, and at least what was found before that', () => {
    expect(figureOf(complete, 'matched')).toBe('1,234');
    expect(figureOf(late, 'matched')).toBe('About 4,936');
    expect(figureOf(late, 'sendable')).toBe('About 4,000');
    expect(figureOf(early, 'sendable')).toBe('At least 1,000');
    expect(describeFound({ ...complete, matched: 1 })).toBe('1 contact');
    expect(describeFound(late)).toBe('About 4,936 contacts');
  });

  it('says how far it is', () => {
    expect(describeProgress(complete, false)).toBe('Counted just now.');
    expect(describeProgress(complete, true)).toBe('Counting again…');
    expect(describeProgress(early, true)).toBe('Counting on: 1,234 matched so far.');
    expect(describeProgress(late, true)).toBe(
      'Counting on: 1,234 matched so far; the estimate is right to within 120.',
    );
    expect(describeProgress(late, false)).toMatch(/^Counting ran out of time: 1,234/);
  });
});
