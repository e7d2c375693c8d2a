import fc from 'fast-check';
import { planSlots, slotLengthMs } from '../../../../shared/senders/reserve-slots';

const NOW_MS = 1_000_000;
const ones = (count: number) => Array.from({ length: count }, () => 1);
const HORIZON = { leadMs: 50, firstWithinMs: 250, lastWithinMs: 500 };
/** Slots 4 % longer than the rate requires: 104 ms at 10 a second. */
const TEN_A_SECOND = { nowMs: NOW_MS, ratePerSecond: 10, parts: ones(25), horizon: HORIZON };

describe('slots of a sender number', () => {
  it('lie 4 % further apart than the rate asks for, in whole microseconds', () => {
    const lengthAt = (ratePerSecond: number) => slotLengthMs({ ratePerSecond, parts: 1 });
    expect([1_000, 20, 3, 2.5, 0.5].map(lengthAt)).toEqual([1.04, 52, 346.667, 416, 2_080]);
  });

  it('are as long for a message of several parts that those of a second have no more than the rate', () => {
    const lengthOf = (parts: number) => slotLengthMs({ ratePerSecond: 10, parts });
    // 5 messages of 2 parts, 3 of 3, 2 of 4 and of 5, 1 of 6 and of 10; one of 15 takes a second and a half.
    expect([2, 3, 4, 5, 6, 10, 15].map(lengthOf)).toEqual([208, 346.667, 520, 520, 1_040, 1_040, 1_560]);
  });

  it('do not grow beyond 20 parts', () => {
    expect(slotLengthMs({ ratePerSecond: 10, parts: 20 })).toBe(2_080);
    expect(slotLengthMs({ ratePerSecond: 10, parts: 21 })).toBe(2_080);
  });

  it('begin after the lead when the number is free, and end within the horizon', () => {
    // At 50, 154, 258, 362, 466.
    expect(planSlots({ ...TEN_A_SECOND, freeFromMs: NOW_MS + 49 })).toEqual({ kind: 'set', count: 5 });
  });

  it('are planned as for a free number while nothing is known of it', () => {
    expect(planSlots({ ...TEN_A_SECOND, freeFromMs: undefined })).toEqual({ kind: 'set', count: 5 });
  });

  it('are no more than are wanted', () => {
    expect(planSlots({ ...TEN_A_SECOND, parts: ones(2), freeFromMs: 0 })).toEqual({ kind: 'set', count: 2 });
  });

  it('follow those that are reserved, as long as the last one is within the horizon', () => {
    // At 250, 352.5, 455: the first may be 45 ms later, but the horizon limits it.
    expect(planSlots({ ...TEN_A_SECOND, freeFromMs: NOW_MS + 250 })).toEqual({
      kind: 'add',
      count: 3,
      startsByMs: NOW_MS + 250,
    });
    // At 100, 204, 308, 412.
    expect(planSlots({ ...TEN_A_SECOND, freeFromMs: NOW_MS + 100 })).toEqual({
      kind: 'add',
      count: 4,
      startsByMs: NOW_MS + 188,
    });
  });

  it('follow those that are reserved from the very end of the lead', () => {
    expect(planSlots({ ...TEN_A_SECOND, parts: ones(1), freeFromMs: NOW_MS + 50 })).toEqual({
      kind: 'add',
      count: 1,
      startsByMs: NOW_MS + 250,
    });
  });

  it('are fewer for messages of several parts', () => {
    // At 50, then 208 ms on at 258, and 208 ms on at 466.
    expect(planSlots({ ...TEN_A_SECOND, parts: [2, 2, 2, 2], freeFromMs: 0 })).toEqual({
      kind: 'set',
      count: 3,
    });
    // At 100, and at 308: the first may be 192 ms later, but the horizon limits it.
    expect(planSlots({ ...TEN_A_SECOND, parts: [2, 3, 1], freeFromMs: NOW_MS + 100 })).toEqual({
      kind: 'add',
      count: 2,
      startsByMs: NOW_MS + 250,
    });
  });

  it('are one for a message that is longer than the horizon', () => {
    expect(planSlots({ ...TEN_A_SECOND, parts: [10, 1], freeFromMs: 0 })).toEqual({ kind: 'set', count: 1 });
  });

  it('are none when the first would begin too late, with the time at which it is worth asking again', () => {
    expect(planSlots({ ...TEN_A_SECOND, freeFromMs: NOW_MS + 251 })).toEqual({
      kind: 'full',
      untilMs: NOW_MS + 1,
    });
  });

  it('are given although a clock that was wrong has reserved further ahead than any worker does', () => {
    // 10 s, and a message of 20 parts.
    const furthestMs = NOW_MS + 10_000 + 2_080;
    expect(planSlots({ ...TEN_A_SECOND, parts: ones(1), freeFromMs: furthestMs })).toMatchObject({
      kind: 'full',
    });
    expect(planSlots({ ...TEN_A_SECOND, parts: ones(1), freeFromMs: furthestMs + 1 })).toEqual({
      kind: 'set',
      count: 1,
    });
  });

  it('always fit where they were found to fit', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 1_000, noNaN: true }),
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 25 }),
        fc.double({ min: 0, max: 250, noNaN: true }),
        (ratePerSecond, parts, aheadMs) => {
          const freeFromMs = 1_772_366_400_000 + aheadMs;
          const nowMs = 1_772_366_400_000;
          const plan = planSlots({
            nowMs,
            ratePerSecond,
            parts,
            freeFromMs,
            horizon: { ...HORIZON, leadMs: 0 },
          });
          return plan.kind === 'add' && plan.count >= 1 && plan.startsByMs >= freeFromMs;
        },
      ),
    );
  });
});
