import { coverPairs } from '../../support/covering-runs';

const DIMENSIONS = [['a0', 'a1', 'a2'], ['b0', 'b1', 'b2'], ['c0', 'c1'], ['d0', 'd1'], ['e0']];

it('has any two choices of different dimensions in a run, one choice of each in every run', () => {
  const runs = coverPairs(DIMENSIONS);
  const missing = DIMENSIONS.flatMap((choices, a) =>
    DIMENSIONS.slice(a + 1).flatMap((others) =>
      choices.flatMap((one) => others.map((other) => [one, other])),
    ),
  ).filter((pair) => !runs.some((run) => pair.every((choice) => run.includes(choice))));
  expect(missing).toEqual([]);
  expect(runs.map((run) => run.map((choice) => choice[0]).join(''))).toEqual(runs.map(() => 'abcde'));
});

it('takes hardly more runs than the two longest dimensions have pairs', () => {
  expect(coverPairs(DIMENSIONS).length).toBeLessThanOrEqual(10);
});

it('takes a run for each choice of one dimension, and none for no dimension', () => {
  expect(coverPairs([[1], [2, 3]])).toEqual([
    [1, 2],
    [1, 3],
  ]);
  expect(coverPairs([])).toEqual([]);
});
