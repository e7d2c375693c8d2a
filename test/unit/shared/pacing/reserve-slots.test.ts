import fc from 'fast-check';
import { planSlots, slotIntervalMs } from '../../../../shared/pacing/reserve-slots';

const NOW_MS = 1_000_000;
const HORIZON = { leadMs: 50, firstWithinMs: 250, lastWithinMs: 500 };
/** 2.5 % apart more than the rate asks for: 102.5 ms at 10 a second. */
const TEN_A_SECOND = { nowMs: NOW_MS, ratePerSecond: 10, slots: 25, horizon: HORIZON };

const relative = (slotsAtMs: number[]) => slotsAtMs.map((slotAtMs) => slotAtMs - NOW_MS);

describe('slots of a sender number', () => {
  it('begin after the lead when the number is free, and end within the horizon', () => {
    const planned = planSlots({ ...TEN_A_SECOND, freeFromMs: 0 });

    expect(planned).toEqual({ slotsAtMs: expect.any(Array) as number[] });
    expect(relative((planned as { slotsAtMs: number[] }).slotsAtMs)).toEqual([50, 152.5, 255, 357.5, 460]);
  });

  it('are no more than are wanted', () => {
    expect(planSlots({ ...TEN_A_SECOND, slots: 2, freeFromMs: 0 })).toEqual({
      slotsAtMs: [NOW_MS + 50, NOW_MS + 152.5],
    });
  });

  it('follow those that are reserved', () => {
    expect(planSlots({ ...TEN_A_SECOND, freeFromMs: NOW_MS + 250 })).toEqual({
      slotsAtMs: [NOW_MS + 250, NOW_MS + 352.5, NOW_MS + 455],
    });
  });

  it('are none when the first would begin too late, with the time at which it is worth asking again', () => {
    expect(planSlots({ ...TEN_A_SECOND, freeFromMs: NOW_MS + 251 })).toEqual({ fullUntilMs: NOW_MS + 1 });
  });

  it('are given although a clock that was wrong has reserved an hour ahead', () => {
    expect(planSlots({ ...TEN_A_SECOND, slots: 1, freeFromMs: NOW_MS + 3_600_000 })).toEqual({
      slotsAtMs: [NOW_MS + 50],
    });
  });

  it('are never more than the rate within any second, however they are asked for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.array(
          fc.record({ waitMs: fc.integer({ min: 0, max: 700 }), slots: fc.integer({ min: 1, max: 25 }) }),
          { minLength: 5, maxLength: 40 },
        ),
        (ratePerSecond, requests) => {
          const slotsAtMs: number[] = [];
          let nowMs = NOW_MS;
          let freeFromMs = 0;
          for (const { waitMs, slots } of requests) {
            nowMs += waitMs;
            const planned = planSlots({ nowMs, freeFromMs, ratePerSecond, slots, horizon: HORIZON });
            if ('fullUntilMs' in planned) continue;
            slotsAtMs.push(...planned.slotsAtMs);
            freeFromMs = (slotsAtMs.at(-1) ?? 0) + slotIntervalMs(ratePerSecond);
          }
          const windows = slotsAtMs.map(
            (first) => slotsAtMs.filter((at) => at >= first && at < first + 1_000).length,
          );
          return Math.max(0, ...windows) <= ratePerSecond;
        },
      ),
    );
  });
});
