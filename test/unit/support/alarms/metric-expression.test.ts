import { evaluateExpression } from '../../../support/alarms/metric-expression';

const SHARE =
  'IF(FILL(whole0, 0) + FILL(whole1, 0) >= 20, 100 * FILL(part, 0) / (FILL(whole0, 0) + FILL(whole1, 0)), 0)';

it.each([
  ['FILL(part0, 0) + FILL(part1, 0)', { part0: 3, part1: 4 }, 7],
  ['FILL(part0, 0) + FILL(part1, 0)', { part1: 4 }, 4],
  ['FILL(part, 5)', {}, 5],
  [SHARE, { part: 10, whole0: 10, whole1: 10 }, 50],
  [SHARE, { part: 10, whole0: 10, whole1: 9 }, 0],
  [SHARE, {}, 0],
])('%s of %j is %d', (expression, values, expected) => {
  expect(evaluateExpression(expression, values)).toBe(expected);
});

it('has no value after a division by zero', () => {
  expect(evaluateExpression('FILL(part, 0) / FILL(whole, 0)', { part: 1 })).toBeUndefined();
});

it.each(['part + FILL(whole, 0)', 'SUM(METRICS())', 'process.exit()', 'FILL(part, REPEAT)'])(
  'refuses what it has no model of: %s',
  (expression) => {
    expect(() => evaluateExpression(expression, { part: 1, whole: 1 })).toThrow('No model of the expression');
  },
);
