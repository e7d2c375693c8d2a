import { reserveSlots } from '../../../../shared/senders/reserve-slots';
import { takeSlot as takeSlotOf } from '../../../../shared/senders/take-slot';
import { paceKey } from '../../../../shared/platform/store/keys';
import { useEngine } from '../../../support/engines/engine';
import { wrappedTable } from '../../../support/faults/faulty-client';
import { createVirtualTime, type VirtualTime } from '../../../support/time/virtual-time';

const START = '2026-03-01T12:00:00.000Z';
const START_MS = Date.parse(START);
const AT_ONCE = { leadMs: 0, firstWithinMs: 60_000, lastWithinMs: 60_000 };

const engine = useEngine();
let time: VirtualTime;
let number: string;
let numbers = 0;

beforeEach(() => {
  time = createVirtualTime(START);
  number = `+1206556${String((numbers += 1)).padStart(4, '0')}`;
});

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
    expect(taken.map(({ atMs }) => atMs)).toEqual([0, 52, 104, 156, 208, 260, 312, 364, 416, 468, 520, 572]);
  });

  it('take all slots of a second, and the others hear of times one after the other', async () => {
    const taken = await takeAtOnce(24, 20);

    expect(taken.slice(0, 20).map(({ turn }) => turn)).toEqual(Array.from({ length: 20 }, () => 'now'));
    expect(taken.slice(20).map(({ turn }) => turn)).toEqual(
      [20, 21, 22, 23].map((slot) => ({ freeAtMs: START_MS + slot * 52 })),
    );
  });

  it('share reservations', async () => {
    let writes = 0;
    const table = wrappedTable(engine.documents, engine.table.name, (send) => async (command, ...rest) => {
      writes++;
      return send(command, ...rest);
    });

    await takeAtOnce(100, 1_000, table);

    // One write for the first one, and shared ones for the others.
    expect(writes).toBeLessThanOrEqual(4);
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
