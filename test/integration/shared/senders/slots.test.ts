import fc from 'fast-check';
import { type Horizon, reserveSlots, slotLengthMs } from '../../../../shared/senders/reserve-slots';
import { paceKey } from '../../../../shared/platform/store/keys';
import type { Table } from '../../../../shared/platform/store/table';
import { useEngine } from '../../../support/engines/engine';
import { countedTable } from '../../../support/engines/counted-table';
import { wrappedTable } from '../../../support/faults/faulty-client';
import { createVirtualTime, type VirtualTime } from '../../../support/time/virtual-time';
import { takeSlot as takeSlotOf } from '../../../../shared/senders/take-slot';

const START = '2026-03-01T12:00:00.000Z';
const START_MS = Date.parse(START);
const AT_ONCE = { leadMs: 0, firstWithinMs: 60_000, lastWithinMs: 60_000 };

const engine = useEngine();
let time: VirtualTime;
let number: string;
let numbers = 0;

beforeEach(() => {
  time = createVirtualTime(START);
  number = newNumber();
});

const newNumber = () => `+1206555${String((numbers += 1)).padStart(4, '0')}`;

describe('slots of a number', () => {
  const OF_JOBS = { leadMs: 50, firstWithinMs: 250, lastWithinMs: 500 };

  async function reserve(
    options: { ratePerSecond: number; slots: number; parts?: number; horizon?: Horizon },
    table: Table = engine.table,
  ) {
    const { ratePerSecond, slots, parts = 1, horizon = AT_ONCE } = options;
    const request = { number, ratePerSecond, horizon, parts: Array.from({ length: slots }, () => parts) };
    return reserveSlots({ table, clock: time.clock }, request);
  }

  const INTERVAL_AT_20_MS = slotLengthMs({ ratePerSecond: 20, parts: 1 });

  const slotsOf = (reservations: Array<Awaited<ReturnType<typeof reserve>>>) =>
    reservations
      .flatMap((reservation) => ('slotsAtMs' in reservation ? reservation.slotsAtMs : []))
      .sort((a, b) => a - b);

  const freeFromMs = async () => (await engine.table.get(paceKey(number)))?.freeFromMs;

  describe('a reservation', () => {
    it('gives each slot to one of fifty workers that ask at once', async () => {
      const reservations = await Promise.all(
        Array.from({ length: 50 }, async () => reserve({ ratePerSecond: 20, slots: 3 })),
      );

      const slots = slotsOf(reservations);
      expect(slots).toHaveLength(150);
      expect(slots[0]).toBe(START_MS);
      const gaps = slots.slice(1).map((slot, index) => slot - (slots[index] ?? 0));
      expect(Math.min(...gaps)).toBeCloseTo(INTERVAL_AT_20_MS, 3);
      expect(Math.max(...gaps)).toBeCloseTo(INTERVAL_AT_20_MS, 3);
    });

    it('takes one write while the number is free, and at most two while others take its slots', async () => {
      const { table, calls } = countedTable(engine);
      await reserve({ ratePerSecond: 1_000, slots: 1 }, table);
      expect(calls()).toBe(1);

      await Promise.all(
        Array.from({ length: 100 }, async () => reserve({ ratePerSecond: 1_000, slots: 1 }, table)),
      );
      expect(calls()).toBeLessThanOrEqual(1 + 2 * 100);
    });

    it('leaves a number that is full as it is', async () => {
      await reserve({ ratePerSecond: 10, slots: 5, horizon: OF_JOBS });
      const before = await freeFromMs();

      expect(await reserve({ ratePerSecond: 10, slots: 5, horizon: OF_JOBS })).toEqual({
        fullUntilMs: START_MS + 50 + 5 * 104 - 250,
        freeFromMs: before,
      });
      expect(await freeFromMs()).toBe(before);
    });

    it('gives fewer slots than are wanted rather than any after its horizon', async () => {
      await reserve({ ratePerSecond: 10, slots: 1, horizon: OF_JOBS });

      const slots = slotsOf([await reserve({ ratePerSecond: 10, slots: 5, horizon: OF_JOBS })]);
      expect(slots.map((slotAtMs) => slotAtMs - START_MS)).toEqual([154, 258, 362, 466]);
    });

    it('repairs what a clock that was wrong has reserved', async () => {
      await engine.table.put({ Item: { ...paceKey(number), freeFromMs: START_MS + 3_600_000 } });

      expect(await reserve({ ratePerSecond: 10, slots: 1 })).toEqual({ slotsAtMs: [START_MS] });
      expect(await freeFromMs()).toBe(START_MS + 104);
    });

    it('ends while two clocks an hour apart reserve against each other', async () => {
      const early = { table: engine.table, clock: { now: () => new Date(START_MS - 3_600_000) } };
      const request = { number, ratePerSecond: 10, parts: [1, 1, 1], horizon: OF_JOBS };

      const reservations = await Promise.all(
        Array.from({ length: 40 }, async (_, index) =>
          index % 2
            ? reserveSlots(early, request)
            : reserve({ ratePerSecond: 10, slots: 3, horizon: OF_JOBS }),
        ),
      );

      expect(reservations).toHaveLength(40);
    });

    it('never makes more than the rate within any second, however it is asked for', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 100 }),
          fc.integer({ min: 1, max: 4 }),
          fc.array(
            fc.record({
              waitMs: fc.integer({ min: 0, max: 700 }),
              slots: fc.integer({ min: 1, max: 25 }),
              atOnce: fc.integer({ min: 1, max: 4 }),
            }),
            { minLength: 5, maxLength: 20 },
          ),
          async (ratePerSecond, parts, requests) => {
            number = newNumber();
            const slots: number[] = [];
            for (const { waitMs, slots: wanted, atOnce } of requests) {
              time.advance(waitMs);
              const answers = await Promise.all(
                Array.from({ length: atOnce }, async () =>
                  reserve({ ratePerSecond, slots: wanted, parts, horizon: OF_JOBS }),
                ),
              );
              slots.push(...slotsOf(answers));
            }
            const most = slots.map((first) => slots.filter((at) => at >= first && at < first + 1_000).length);
            // A message with more parts than the rate must exceed it.
            return Math.max(0, ...most) * parts <= Math.max(parts, ratePerSecond);
          },
        ),
        { numRuns: 30 },
      );
    });

    it('uses the number fully while workers ask as soon as it is worth asking', async () => {
      const slots: number[] = [];
      while (time.clock.now().getTime() < START_MS + 10_000) {
        const reservation = await reserve({ ratePerSecond: 20, slots: 11, horizon: OF_JOBS });
        if ('slotsAtMs' in reservation) slots.push(...reservation.slotsAtMs);
        else if ('fullUntilMs' in reservation)
          time.advance(Math.max(1, Math.ceil(reservation.fullUntilMs - time.clock.now().getTime())));
      }

      const gaps = slots.slice(1).map((slot, index) => slot - (slots[index] ?? 0));
      expect(Math.max(...gaps)).toBeCloseTo(INTERVAL_AT_20_MS, 3);
    });
  });
});

describe('slots of single messages', () => {
  const deps = () => ({ table: engine.table, ...time });
  const takeSlot = (
    platform: Parameters<typeof takeSlotOf>[0],
    options: { number: string; ratePerSecond: number | undefined; parts?: number; isCallerTold?: boolean },
  ) => takeSlotOf(platform, { parts: 1, isCallerTold: true, ...options });
  const nowMs = () => time.clock.now().getTime();

  describe('a single message', () => {
    it('goes at once without a rate, and touches nothing', async () => {
      expect(await takeSlot(deps(), { number, ratePerSecond: undefined })).toBe('now');
      expect(nowMs()).toBe(START_MS);
      expect(await engine.table.get(paceKey(number))).toBeUndefined();
    });

    it('goes at once while its number is free', async () => {
      await reserveSlots(deps(), {
        number: '+12065559999',
        ratePerSecond: 1,
        parts: [1, 1, 1, 1, 1],
        horizon: AT_ONCE,
      });

      expect(await takeSlot(deps(), { number, ratePerSecond: 1 })).toBe('now');
      expect(nowMs()).toBe(START_MS);
    });

    it('waits for a slot within a second', async () => {
      await takeSlot(deps(), { number, ratePerSecond: 2 });

      expect(await takeSlot(deps(), { number, ratePerSecond: 2 })).toBe('now');
      expect(nowMs()).toBe(START_MS + 520);
    });

    it('is told when the number is free when that takes longer', async () => {
      await takeSlot(deps(), { number, ratePerSecond: 0.5 });

      expect(await takeSlot(deps(), { number, ratePerSecond: 0.5 })).toEqual({ freeAtMs: START_MS + 2_080 });
    });

    it('waits longer in the queue for a slow number, of which jobs reserve several slots at once', async () => {
      await takeSlot(deps(), { number, ratePerSecond: 0.5 });

      expect(await takeSlot(deps(), { number, ratePerSecond: 0.5, isCallerTold: false })).toBe('now');
      expect(nowMs()).toBe(START_MS + 2_080);
    });

    it('of several parts waits as long as they take', async () => {
      await takeSlot(deps(), { number, ratePerSecond: 4, parts: 2 });

      expect(await takeSlot(deps(), { number, ratePerSecond: 4 })).toBe('now');
      expect(nowMs()).toBe(START_MS + 520);
    });

    it('is told of a reservation that cannot be written', async () => {
      const table = wrappedTable(engine.documents, engine.table.name, () => async () => {
        throw new Error('No table');
      });
      await expect(takeSlot({ ...deps(), table }, { number, ratePerSecond: 1 })).rejects.toThrow('No table');
      await expect(takeSlot({ ...deps(), table }, { number, ratePerSecond: 1 })).rejects.toThrow('No table');
    });
  });

  describe('many single messages of one process at once', () => {
    const takeAtOnce = (count: number, ratePerSecond: number, table = engine.table) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const turn = await takeSlot({ ...deps(), table }, { number, ratePerSecond });
          return { turn, atMs: nowMs() - START_MS };
        }),
      );

    it('leave one after the other, no more of them in any second than the rate', async () => {
      const taken = await takeAtOnce(12, 20);
      expect(taken.map(({ turn }) => turn)).toEqual(taken.map(() => 'now'));
      expect(taken.map(({ atMs }) => atMs)).toEqual([
        0, 52, 104, 156, 208, 260, 312, 364, 416, 468, 520, 572,
      ]);
    });

    it('take all slots of a second, and the others hear of times one after the other', async () => {
      const taken = await takeAtOnce(24, 20);

      expect(taken.slice(0, 20).map(({ turn }) => turn)).toEqual(Array.from({ length: 20 }, () => 'now'));
      expect(taken.slice(20).map(({ turn }) => turn)).toEqual(
        [20, 21, 22, 23].map((slot) => ({ freeAtMs: START_MS + slot * 52 })),
      );
    });

    it('share reservations', async () => {
      const { table, calls } = countedTable(engine);

      await takeAtOnce(100, 1_000, table);

      // One write for the first one, and shared ones for the others.
      expect(calls()).toBeLessThanOrEqual(4);
    });

    it('lose slots but not their turns while the table is slow', async () => {
      const table = wrappedTable(engine.documents, engine.table.name, (send) => async (command, ...rest) => {
        const answer = await send(command, ...rest);
        await time.pause(120);
        return answer;
      });

      const taken = await takeAtOnce(6, 20, table);

      expect(taken.map(({ turn }) => turn)).toEqual(taken.map(() => 'now'));
      const times = taken.map(({ atMs }) => atMs).sort((a, b) => a - b);
      const gaps = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
      // A slot may be up to 15 ms late.
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(36);
    });
  });
});
