import { axisTop, labelledDays } from '../../../console/src/charts/scale';

describe('the top of an axis', () => {
  it.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 4],
    [9, 10],
    [10, 10],
    [11, 20],
    [175, 200],
    [1_938, 2_000],
    [2_001, 4_000],
    [0.31, 0.4],
  ])('for %d is %d', (highest, top) => {
    expect(axisTop(highest)).toBeCloseTo(top, 10);
  });
});

describe('the days with a label', () => {
  it.each([
    [7, 6, [0, 2, 4, 6]],
    [30, 6, [4, 9, 14, 19, 24, 29]],
    [90, 4, [20, 43, 66, 89]],
    [1, 4, [0]],
    [0, 4, []],
  ])('of %d days, about %d, end with the last one', (days, count, places) => {
    expect(labelledDays(days, count)).toEqual(places);
  });
});
