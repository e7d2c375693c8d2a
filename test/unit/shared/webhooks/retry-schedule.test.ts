import {
  ATTEMPT_DELAYS_MS,
  hasFailedForTooLong,
  nextAttemptDelayMs,
  readRetryAfter,
} from '../../../../shared/webhooks/retry-schedule';

const delay = (attempts: number, options: { retryAfterSeconds?: number; random?: number } = {}) =>
  nextAttemptDelayMs({
    attempts,
    retryAfterSeconds: options.retryAfterSeconds,
    random: options.random ?? 0,
  });

describe('the schedule', () => {
  it('has ten attempts: 0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
    expect(ATTEMPT_DELAYS_MS).toEqual([
      0, 5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000, 86_400_000,
    ]);
  });

  it('waits after each failure for its step', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempts) => delay(attempts))).toEqual([
      5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000, 86_400_000,
    ]);
  });

  it('ends after the tenth', () => {
    expect(delay(10)).toBeUndefined();
    expect(delay(10, { retryAfterSeconds: 60 })).toBeUndefined();
  });

  it('takes up to a tenth off a wait', () => {
    expect(delay(2, { random: 0.5 })).toBe(285_000);
    expect(delay(2, { random: 0.999999 })).toBe(270_000);
  });

  it('never comes sooner than asked, and as late as a day', () => {
    expect(delay(1, { retryAfterSeconds: 4 })).toBe(5_000);
    expect(delay(1, { retryAfterSeconds: 6 })).toBe(6_000);
    expect(delay(1, { retryAfterSeconds: 86_400 })).toBe(86_400_000);
    expect(delay(1, { retryAfterSeconds: 86_401 })).toBe(86_400_000);
    expect(delay(1, { retryAfterSeconds: 0 })).toBe(5_000);
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-03-01T12:00:00.500Z');

  it.each([
    ['0', 0],
    ['120', 120],
    [' 120 ', 120],
    ['Sun, 01 Mar 2026 12:01:00 GMT', 60],
    ['Sun, 01 Mar 2026 12:00:01 GMT', 1],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ])('%j is %d s', (value, seconds) => expect(readRetryAfter(value, now)).toBe(seconds));

  it.each([
    undefined,
    '',
    'soon',
    '-1',
    '1.5',
    '1e3',
    '2026-03-01',
    'Sun, 99 Mar 2026 12:00:00 GMT',
    ['1', '2'],
  ])('%j says nothing', (value) => expect(readRetryAfter(value, now)).toBeUndefined());
});

describe('five days of failures', () => {
  it('are over at the very moment', () => {
    const failingSince = '2026-03-01T12:00:00.000Z';
    const at = (text: string) => hasFailedForTooLong({ failingSince, now: new Date(text) });
    expect(at('2026-03-06T11:59:59.999Z')).toBe(false);
    expect(at('2026-03-06T12:00:00.000Z')).toBe(true);
    expect(at('2026-03-06T12:00:00.001Z')).toBe(true);
  });
});
