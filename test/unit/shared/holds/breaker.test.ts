import {
  afterAnswers,
  afterProbe,
  batchLimitOf,
  type Breaker,
  growthOf,
  isProbeDue,
  opened,
  withoutMissing,
  withProbeTaken,
} from '../../../../shared/holds/breaker';

const NOW_MS = Date.parse('2026-03-01T12:00:00.000Z');
const SECOND_MS = 1_000;
/** Batches of one answer. */
const GOOD = [false];
const BAD = [true];

/** Returns the breaker after these batches of answers, one after the other. */
function after(batches: boolean[][], from?: Breaker, nowMs = NOW_MS): Breaker | undefined {
  return batches.reduce<Breaker | undefined>((breaker, areBad) => afterAnswers(breaker, areBad, nowMs), from);
}
const times = <Each>(count: number, each: Each) => Array.from({ length: count }, () => each);
const isOpen = (breaker: Breaker | undefined) => breaker?.openSince !== undefined;

describe('a breaker', () => {
  it('remembers nothing while the provider answers as it should', () => {
    expect(after(times(50, GOOD))).toBeUndefined();
  });

  it('opens with the eleventh bad answer of twenty', () => {
    expect(isOpen(after(times(10, BAD)))).toBe(false);
    expect(after(times(11, BAD))).toEqual(opened(NOW_MS));
  });

  it('opens by bad answers among good ones, when they are more than half of twenty', () => {
    const mixed = [...times(9, GOOD), ...times(10, BAD)];
    // A good answer before the first bad one is not counted: it costs no write.
    expect(isOpen(after([...mixed, GOOD]))).toBe(false);
    expect(isOpen(after([...mixed, BAD]))).toBe(true);
    expect(isOpen(after([BAD, ...times(9, GOOD), ...times(10, BAD)]))).toBe(true);
  });

  it('judges the last twenty, whenever they came', () => {
    const half = [...times(10, BAD), ...times(10, GOOD)];
    expect(isOpen(after(half))).toBe(false);
    expect(isOpen(after([...half, ...times(10, BAD)]))).toBe(false);
    expect(isOpen(after([...half, ...times(11, BAD)]))).toBe(true);
    expect(isOpen(after([...times(3, half).flat(), ...times(11, BAD)]))).toBe(true);
  });

  it('forgets a bad answer after twenty good ones', () => {
    expect(after([BAD, ...times(19, GOOD)])).toEqual({ recent: `1${'0'.repeat(19)}`, probes: 0 });
    expect(after([BAD, ...times(20, GOOD)])).toBeUndefined();
  });

  it('judges the last twenty answers of a whole batch', () => {
    expect(isOpen(after([[...times(15, false), ...times(10, true)]]))).toBe(false);
    expect(isOpen(after([[...times(14, false), ...times(11, true)]]))).toBe(true);
    expect(after([[...times(5, true), ...times(20, false)]])).toBeUndefined();
    expect(isOpen(after([[true, true]]))).toBe(false);
  });

  it('makes batches smaller while one of the last twenty is bad', () => {
    expect(batchLimitOf(undefined)).toBe(Infinity);
    expect(batchLimitOf(after([BAD]))).toBe(12);
    expect(batchLimitOf(after([BAD, ...times(19, GOOD)]))).toBe(12);
    expect(batchLimitOf(after([BAD, ...times(20, GOOD)]))).toBe(Infinity);
    expect(batchLimitOf({ recent: '000', probes: 0, closedAt: '2026-03-01T12:00:00.000Z' })).toBe(Infinity);
  });

  it('takes back bad answers that were only missing, the latest first', () => {
    const breaker = { recent: '1001100', probes: 0 };
    expect(withoutMissing(breaker, 1)).toEqual({ recent: '1001000', probes: 0 });
    expect(withoutMissing(breaker, 9)).toEqual({ recent: '0000000', probes: 0 });
    expect(withoutMissing(opened(NOW_MS), 1)).toEqual(opened(NOW_MS));
    expect(afterAnswers(withoutMissing(breaker, 3), [], NOW_MS)).toBeUndefined();
  });

  it('stays open whatever comes for messages that were handed over before', () => {
    const open = opened(NOW_MS);
    expect(after([...times(30, GOOD), ...times(30, BAD)], open)).toBe(open);
  });
});

describe('probes', () => {
  it('are due after 15 s, and then after 30, 60, 120 and 120 s', () => {
    let breaker = opened(NOW_MS);
    let nowMs = NOW_MS;
    for (const seconds of [15, 30, 60, 120, 120]) {
      expect(isProbeDue(breaker, nowMs + seconds * SECOND_MS - 1)).toBe(false);
      nowMs += seconds * SECOND_MS;
      expect(isProbeDue(breaker, nowMs)).toBe(true);
      breaker = afterProbe(withProbeTaken(breaker, nowMs), { isGood: false, nowMs });
    }
  });

  it('are taken by one worker only', () => {
    const nowMs = NOW_MS + 15 * SECOND_MS;
    expect(isProbeDue(withProbeTaken(opened(NOW_MS), nowMs), nowMs)).toBe(false);
  });

  it('close the breaker with the first good answer; from then on sending grows for a minute', () => {
    const closed = afterProbe(opened(NOW_MS), { isGood: true, nowMs: NOW_MS });
    expect(isOpen(closed)).toBe(false);
    const shares = [0, 6, 30, 60, 600].map((seconds) =>
      growthOf(closed.closedAt, NOW_MS + seconds * SECOND_MS),
    );
    expect(shares).toEqual([0.05, 0.1, 0.5, 1, 1]);
    expect(growthOf(undefined, NOW_MS)).toBe(1);
  });

  it('are followed by a strict eye: three bad answers in a row open it again', () => {
    const closed = afterProbe(opened(NOW_MS), { isGood: true, nowMs: NOW_MS });
    expect(isOpen(after([GOOD, BAD, BAD], closed))).toBe(false);
    expect(isOpen(after(times(3, BAD), closed))).toBe(true);
    expect(isOpen(after([...times(4, GOOD), ...times(4, BAD)], closed))).toBe(false);
  });

  it('leave nothing to remember once sending has grown to everything', () => {
    const closed = afterProbe(opened(NOW_MS), { isGood: true, nowMs: NOW_MS });
    expect(after([GOOD], closed, NOW_MS + 60 * SECOND_MS)).toBeUndefined();
  });
});
