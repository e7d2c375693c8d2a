import fc from 'fast-check';
import { planSlots, slotIntervalMs } from '../../../../shared/pacing/reserve-slots';

const NOW_MS = 1_000_000;
const HORIZON = { leadMs: 50, firstWithinMs: 250, lastWithinMs: 500 };
/** 2.5 % apart more than the rate asks for: 102.5 ms at 10 a second. */
const TEN_A_SECOND = { nowMs: NOW_MS, ratePerSecond: 10, slots: 25, horizon: HORIZON };

describe('slots of a sender number', () => {
  it('lie 2.5 % further apart than the rate asks for, in whole microseconds', () => {
    expect([1_000, 20, 3, 0.5].map(slotIntervalMs)).toEqual([1.025, 51.25, 341.667, 2_050]);
  });

  it('begin after the lead when the number is free, and end within the horizon', () => {
    // At 50, 152.5, 255, 357.5, 460.
    expect(planSlots({ ...TEN_A_SECOND, freeFromMs: NOW_MS + 49 })).toEqual({ kind: 'set', count: 5 });
  });

  it('are planned as for a free number while nothing is known of it', () => {
    expect(planSlots({ ...TEN_A_SECOND, freeFromMs: undefined })).toEqual({ kind: 'set', count: 5 });
  });

  it('are no more than are wanted', () => {
    expect(planSlots({ ...TEN_A_SECOND, slots: 2, freeFromMs: 0 })).toEqual({ kind: 'set', count: 2 });
  });

  it('follow those that are reserved, as long as the last one is within the horizon', () => {
    // At 250, 352.5, 455: the first may be 45 ms later, but not later than the horizon has it.
    expect(planSlots({ ...TEN_A_SECOND, freeFromMs: NOW_MS + 250 })).toEqual({
      kind: 'add',
      count: 3,
      startsByMs: NOW_MS + 250,
    });
    // At 100, 202.5, 305, 407.5.
    expect(planSlots({ ...TEN_A_SECOND, freeFromMs: NOW_MS + 100 })).toEqual({
      kind: 'add',
      count: 4,
      startsByMs: NOW_MS + 192.5,
    });
  });

  it('follow those that are reserved from the very end of the lead', () => {
    expect(planSlots({ ...TEN_A_SECOND, slots: 1, freeFromMs: NOW_MS + 50 })).toEqual({
      kind: 'add',
      count: 1,
      startsByMs: NOW_MS + 250,
    });
  });

  it('are none when the first would begin too late, with the time at which it is worth asking again', () => {
    expect(planSlots({ ...TEN_A_SECOND, freeFromMs: NOW_MS + 251 })).toEqual({
      kind: 'full',
      untilMs: NOW_MS + 1,
    });
  });

  it('are given although a clock that was wrong has reserved further ahead than any worker does', () => {
    const furthestMs = NOW_MS + 10_000 + 102.5;
    expect(planSlots({ ...TEN_A_SECOND, slots: 1, freeFromMs: furthestMs })).toMatchObject({ kind: 'full' });
    expect(planSlots({ ...TEN_A_SECOND, slots: 1, freeFromMs: furthestMs + 1 })).toEqual({
      kind: 'set',
      count: 1,
    });
  });

  it('always fit where they were found to fit', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 1_000, noNaN: true }),
        fc.integer({ min: 1, max: 25 }),
        fc.double({ min: 0, max: 250, noNaN: true }),
        (ratePerSecond, slots, aheadMs) => {
          const freeFromMs = 1_772_366_400_000 + aheadMs;
          const nowMs = 1_772_366_400_000;
          const plan = planSlots({
            nowMs,
            ratePerSecond,
            slots,
            freeFromMs,
            horizon: { ...HORIZON, leadMs: 0 },
          });
          return plan.kind === 'add' && plan.count >= 1 && plan.startsByMs >= freeFromMs;
        },
      ),
    );
  });
});
