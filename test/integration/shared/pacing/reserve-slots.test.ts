import { reserveSlots, slotIntervalMs } from '../../../../shared/pacing/reserve-slots';
import { takeSlot } from '../../../../shared/pacing/take-slot';
import { startEngine, type TestEngine } from '../../../support/engine';
import { createVirtualTime, type VirtualTime } from '../../../support/virtual-time';

const START = '2026-03-01T12:00:00.000Z';
const START_MS = Date.parse(START);
const AT_ONCE = { leadMs: 0, firstWithinMs: 60_000, lastWithinMs: 60_000 };

let engine: TestEngine;
let time: VirtualTime;
let number: string;
let numbers = 0;

beforeAll(async () => {
  engine = await startEngine();
});
beforeEach(() => {
  time = createVirtualTime(START);
  number = `+1206555${String((numbers += 1)).padStart(4, '0')}`;
});
afterAll(async () => engine.stop());

const deps = () => ({ table: engine.table, ...time });

it('gives each slot to one of twenty workers that ask at once', async () => {
  const reservations = await Promise.all(
    Array.from({ length: 20 }, async () =>
      reserveSlots(deps(), { number, ratePerSecond: 20, slots: 3, horizon: AT_ONCE }),
    ),
  );

  const slots = reservations
    .flatMap((reservation) => ('slotsAtMs' in reservation ? reservation.slotsAtMs : []))
    .sort((a, b) => a - b);
  const gaps = slots.slice(1).map((slot, index) => slot - (slots[index] ?? 0));
  expect(slots).toHaveLength(60);
  expect(slots[0]).toBe(START_MS);
  expect(Math.min(...gaps)).toBeCloseTo(slotIntervalMs(20), 6);
  expect(Math.max(...gaps)).toBeCloseTo(slotIntervalMs(20), 6);
});

it('keeps numbers apart', async () => {
  await reserveSlots(deps(), { number, ratePerSecond: 1, slots: 5, horizon: AT_ONCE });

  expect(await takeSlot(deps(), { number: '+12065559999', ratePerSecond: 1 })).toBe('now');
  expect(time.clock.now().toISOString()).toBe(START);
});

describe('a single message', () => {
  it('goes at once without a rate, and touches nothing', async () => {
    expect(await takeSlot(deps(), { number, ratePerSecond: undefined })).toBe('now');
    expect(time.clock.now().toISOString()).toBe(START);
  });

  it('waits for a slot within a second', async () => {
    await takeSlot(deps(), { number, ratePerSecond: 2 });

    expect(await takeSlot(deps(), { number, ratePerSecond: 2 })).toBe('now');
    // 512.5 ms, which a timer makes 513 of.
    expect(time.clock.now().toISOString()).toBe('2026-03-01T12:00:00.513Z');
  });

  it('is told when the number is free when that takes longer', async () => {
    await takeSlot(deps(), { number, ratePerSecond: 0.5 });

    expect(await takeSlot(deps(), { number, ratePerSecond: 0.5 })).toEqual({ freeAtMs: START_MS + 2_050 });
  });
});
