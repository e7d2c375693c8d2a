import fc from 'fast-check';
import { readLeftToday } from '../../../../shared/senders/cap-count';
import type { DailyCap } from '../../../../shared/senders/daily-cap';
import { findNumber, listNumbers } from '../../../../shared/senders/number-store';
import { giveBackUnused } from '../../../../shared/senders/hold-parts';
import { reserveSlots } from '../../../../shared/senders/reserve-slots';
import { ReservedSlots } from '../../../../shared/senders/reserved-slots';
import { takeSlot } from '../../../../shared/senders/take-slot';
import { type Table } from '../../../../shared/platform/store/table';
import { useEngine } from '../../../support/engines/engine';
import { countedTable } from '../../../support/engines/counted-table';
import { wrappedTable } from '../../../support/faults/faulty-client';
import { createVirtualTime, type VirtualTime } from '../../../support/time/virtual-time';
import { addNumber } from '../../../../shared/senders/number-store';
import { createAccount } from '../../../../shared/accounts/create-account';
import { createIds } from '../../../../shared/platform/ids';

/** Noon in Los Angeles. */
const START = '2026-03-01T20:00:00.000Z';
const MIDNIGHT_MS = Date.parse('2026-03-02T08:00:00.000Z');
const HORIZON = { leadMs: 0, firstWithinMs: 60_000, lastWithinMs: 60_000 };
const RATE = 1_000;

const engine = useEngine();
let time: VirtualTime;
let accountId: string;
let numbers = 0;

beforeEach(async () => {
  time = createVirtualTime(START);
  ({ accountId } = await openAccount());
});

async function openAccount(): Promise<{ accountId: string }> {
  const { clock } = time;
  const deps = { table: engine.table, clock, ids: createIds(clock) };
  const { id } = await createAccount(deps, { name: 'Caps' });
  return { accountId: id };
}

async function numberWith(dailyCap: number, brand?: string): Promise<{ number: string; cap: DailyCap }> {
  const number = `+1206556${String((numbers += 1)).padStart(4, '0')}`;
  const { table } = engine;
  await addNumber(
    { table, clock: time.clock },
    { accountId, number, status: 'Active', ratePerSecond: RATE, dailyCap, brand },
  );
  return { number, cap: { accountId, brand: brand ?? '', parts: dailyCap } };
}

const reserve = async (
  { number, cap }: { number: string; cap: DailyCap },
  parts: number[],
  table: Table = engine.table,
) =>
  reserveSlots({ table, clock: time.clock }, { number, cap, parts, ratePerSecond: RATE, horizon: HORIZON });

type Reservation = Awaited<ReturnType<typeof reserve>>;

/** Returns the parts of the messages that got a slot. */
const partsOf = (reservation: Reservation, parts: number[]) =>
  'slotsAtMs' in reservation
    ? parts.slice(0, reservation.slotsAtMs.length).reduce((sum, each) => sum + each, 0)
    : 0;

const left = async () =>
  readLeftToday(
    { table: engine.table, clock: time.clock },
    { numbers: await listNumbers(engine.table, accountId) },
  );

describe('reservations of a number with a daily cap', () => {
  it('are for as many parts as it has, and then none until the next day', async () => {
    const number = await numberWith(20);
    const parts = Array.from({ length: 9 }, () => 3);

    expect(partsOf(await reserve(number, parts), parts)).toBe(18);
    expect(await reserve(number, [3])).toEqual({ cappedUntilMs: MIDNIGHT_MS });
    expect(await findNumber(engine.table, { accountId, number: number.number })).toMatchObject({
      usedUpCap: `2026-03-01 20 ${accountId}  ${Date.parse(START) / (15 * 60_000)}`,
    });
    expect(await left()).toEqual(new Map([[number.number, 2]]));

    time.advance(MIDNIGHT_MS - Date.parse(START));
    expect(await left()).toEqual(new Map([[number.number, 20]]));
    expect(partsOf(await reserve(number, parts), parts)).toBe(18);
  });

  it('are none in the last ten seconds of a day, so that no text of a day goes out on the next', async () => {
    const number = await numberWith(20);
    time.advance(MIDNIGHT_MS - 10_000 - Date.parse(START));

    expect(await reserve(number, [1])).toEqual({ fullUntilMs: MIDNIGHT_MS, freeFromMs: undefined });
    time.advance(10_000);
    expect(await reserve(number, [1])).toEqual({ slotsAtMs: [MIDNIGHT_MS] });
  });

  it('take one write each, but when the number takes more of the cap', async () => {
    const number = await numberWith(20_000);
    await reserve(number, [1]);
    const { table, calls } = countedTable(engine);

    const reserveNext = async () => {
      time.advance(10);
      await reserve(number, [1], table);
    };
    for (let index = 0; index < 99; index++) await reserveNext();
    expect(calls()).toBe(99);
    // What was taken is used up: a write that fails, one for the brand, one for the number, and the reservation.
    await reserveNext();
    expect(calls()).toBe(99 + 4);
  });

  it('of five numbers of a brand are for no more than the cap together', async () => {
    const brand = await Promise.all(Array.from({ length: 5 }, async () => numberWith(100)));
    const other = await numberWith(30, 'other');

    const taken = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => reserve(brand[index % 5] ?? other, [1])),
    );

    // Who was refused because others reserved at the same time asks again.
    const again: Reservation[] = [];
    for (const number of brand) {
      for (let turn = await reserve(number, [1]); 'slotsAtMs' in turn; turn = await reserve(number, [1]))
        again.push(turn);
    }
    expect([...taken, ...again].filter((one) => 'slotsAtMs' in one)).toHaveLength(100);
    expect(await reserve(other, [1])).toEqual({ slotsAtMs: [Date.parse(START)] });
    expect(await left()).toEqual(
      new Map([...brand.map(({ number }) => [number, 0] as const), [other.number, 29]]),
    );
  });

  it('go on at once under a cap that was raised, and what was counted stays', async () => {
    const number = await numberWith(20);
    await reserve(number, [10, 10]);
    expect(await reserve(number, [1])).toEqual({ cappedUntilMs: MIDNIGHT_MS });

    const raised = { ...number, cap: { ...number.cap, parts: 25 } };
    const parts = [2, 2, 2];
    expect(partsOf(await reserve(raised, parts), parts)).toBe(4);
    expect(await reserve(number, [1])).toEqual({ cappedUntilMs: MIDNIGHT_MS });
  });

  it('count too much, and never too little, when a worker dies between two writes', async () => {
    const number = await numberWith(100);
    let calls = 0;
    const dying = wrappedTable(engine.documents, engine.table.name, (send) => async (command, ...rest) => {
      // The first write finds that nothing is held, and the second takes of the cap.
      if ((calls += 1) > 2) throw new Error('The worker died');
      return send(command, ...rest);
    });
    await expect(reserve(number, [60], dying)).rejects.toThrow('The worker died');

    expect(await left()).toEqual(new Map([[number.number, 40]]));
    expect(partsOf(await reserve(number, [40]), [40])).toBe(40);
    expect(await reserve(number, [1])).toEqual({ cappedUntilMs: MIDNIGHT_MS });
  });

  it('never are for more than the cap in a day, however ten workers ask', async () => {
    const request = fc.record({
      waitMs: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 20 * 3_600_000 })),
      parts: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 20, max: 60 }),
        fc.array(request, { minLength: 4, maxLength: 8 }),
        async (dailyCap, requests) => {
          ({ accountId } = await openAccount());
          const brand = await Promise.all([numberWith(dailyCap), numberWith(dailyCap), numberWith(dailyCap)]);
          const byDay = new Map<string, number>();
          for (const { waitMs, parts } of requests) {
            time.advance(waitMs);
            const answers = await Promise.all(
              Array.from({ length: 10 }, async (_, index) => {
                const number = brand[index % 3];
                return number && reserve(number, parts);
              }),
            );
            for (const answer of answers) {
              const slots = answer && 'slotsAtMs' in answer ? answer.slotsAtMs : [];
              for (const [index, atMs] of slots.entries()) {
                const day = new Date(atMs).toLocaleDateString('sv', { timeZone: 'America/Los_Angeles' });
                byDay.set(day, (byDay.get(day) ?? 0) + (parts[index] ?? 0));
              }
            }
          }
          return Math.max(0, ...byDay.values()) <= dailyCap;
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe('slots that no message took', () => {
  it('give their parts back to the number, on the same day', async () => {
    const number = await numberWith(20);
    const parts = [5, 5, 5, 5];
    const reservation = await reserve(number, parts);
    const atMs = 'slotsAtMs' in reservation ? reservation.slotsAtMs : [];
    const slots = new ReservedSlots(
      time,
      parts.map((each, index) => ({ atMs: atMs[index] ?? 0, parts: each })),
    );
    expect(await slots.take(2)).toBe(true);
    expect(await left()).toEqual(new Map([[number.number, 0]]));

    const deps = { table: engine.table, clock: time.clock };
    await giveBackUnused(deps, { ...number, parts: slots.unusedParts });
    expect(await left()).toEqual(new Map([[number.number, 18]]));

    time.advance(MIDNIGHT_MS - Date.parse(START));
    await reserve(number, [1]);
    await giveBackUnused(
      { ...deps, clock: { now: () => new Date(START) } },
      { ...number, parts: slots.unusedParts },
    );
    expect(await left()).toEqual(new Map([[number.number, 19]]));
  });
});

describe('a single message of a number with a daily cap', () => {
  it('is told that it waits for the next day', async () => {
    const { number, cap } = await numberWith(20);
    const take = async () =>
      takeSlot(
        { table: engine.table, ...time },
        { number, cap, ratePerSecond: RATE, parts: 10, isCallerTold: true },
      );

    expect([await take(), await take(), await take()]).toEqual([
      'now',
      'now',
      { freeAtMs: MIDNIGHT_MS, isCapped: true },
    ]);
  });
});
