import {
  daysOf,
  isTooLong,
  readDuration,
  waitOf,
} from '../../../../../../shared/automations/pinpoint/internal/duration';

describe('readDuration', () => {
  it.each([
    ['PT1H', 60],
    ['PT90M', 90],
    ['P3D', 3 * 1440],
    ['P1DT12H', 36 * 60],
    ['P2W', 14 * 1440],
    ['PT0S', 0],
    ['PT120S', 2],
  ])('reads %s as it is', (text, minutes) => {
    expect(readDuration(text)).toEqual({ minutes, isExact: true });
  });

  it.each([
    ['P1M', 30 * 1440],
    ['P1Y', 365 * 1440],
    ['PT61S', 2],
  ])('reads %s nearly', (text, minutes) => {
    expect(readDuration(text)).toEqual({ minutes, isExact: false });
  });

  it.each(['', 'P', 'PT', '3D', 'P-3D', 'P1.5D', 'P3H', 'PT3D', 'p3d'])('does not read %j', (text) => {
    expect(readDuration(text)).toBeUndefined();
  });
});

describe('waitOf', () => {
  it.each([
    [1, { minutes: 1 }],
    [90, { minutes: 90 }],
    [120, { hours: 2 }],
    [26 * 60, { hours: 26 }],
    [1440, { days: 1 }],
    [365 * 1440, { days: 365 }],
    [365 * 1440 + 1, { days: 365 }],
  ])('writes %d minutes in the largest whole unit', (minutes, wait) => {
    expect(waitOf(minutes)).toEqual(wait);
  });

  it('knows when a wait is longer than the longest', () => {
    expect([365 * 1440, 365 * 1440 + 1].map(isTooLong)).toEqual([false, true]);
  });
});

describe('daysOf', () => {
  it.each([
    [1, 1],
    [1440, 1],
    [1441, 2],
    [400 * 1440, 365],
  ])('counts days that %d minutes reach into', (minutes, days) => {
    expect(daysOf(minutes)).toBe(days);
  });
});
