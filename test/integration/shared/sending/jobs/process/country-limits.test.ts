import { createAccount } from '../../../../../../shared/accounts/create-account';
import { countryTextsToday } from '../../../../../../shared/budgets/take-texts';
import { createIds } from '../../../../../../shared/platform/ids';
import type { ChunkWork } from '../../../../../../shared/sending/jobs/process/internal/chunk-work';
import {
  keepWithinLimits,
  useHeldTexts,
} from '../../../../../../shared/sending/jobs/process/internal/chunk-limits';
import type {
  Ready,
  Screened,
} from '../../../../../../shared/sending/jobs/process/internal/send-to-recipients';
import { useEngine } from '../../../../../support/engines/engine';

const engine = useEngine();

const RECIPIENTS = 10;
const BEFORE_MIDNIGHT = '2026-03-01T23:59:59.000Z';
const AFTER_MIDNIGHT = '2026-03-02T00:00:01.000Z';

/** Chunk to ten Germans, of whom the account may text `budget` a day. */
async function chunkWithin(budget: number) {
  let now = BEFORE_MIDNIGHT;
  const clock = { now: () => new Date(now) };
  const deps = { table: engine.table, clock, ids: createIds(clock) };
  const account = {
    ...(await createAccount(deps, { name: 'Acme', smsCredits: 10 })),
    countryBudgets: { DE: budget },
  };
  const recipients = Array.from({ length: RECIPIENTS }, (_, index) => ({ to: `+491511234500${index}` }));
  const work = {
    ...{ account, recipients, job: { accountId: account.id }, heldTexts: new Map() },
  } as unknown as ChunkWork;
  return {
    set: (time: string) => (now = time),
    /** Returns how many of the recipients at these positions may be texted. */
    keep: async (positions: readonly number[]) => {
      const ready = positions.map((position) => ({ position }) as Ready);
      const kept = await keepWithinLimits(deps, work, { ready, results: new Map() } as unknown as Screened);
      return kept.ready.length;
    },
    use: (positions: readonly number[]) => useHeldTexts(work, positions),
    textsToday: async () => (await countryTextsToday(deps, account)).DE,
  };
}

describe('rules E7: texts of a chunk to a country with a budget', () => {
  it('are all taken from the new day, and those that were held are given back to the day before', async () => {
    const { set, keep, use, textsToday } = await chunkWithin(8);
    expect(await keep([0, 1, 2, 3, 4])).toBe(5);
    use([0, 1]);
    set(AFTER_MIDNIGHT);
    expect(await keep([2, 3, 4, 5, 6, 7, 8])).toBe(7);
    expect(await textsToday()).toBe(7);
    set(BEFORE_MIDNIGHT);
    expect(await textsToday()).toBe(2);
  });

  it('are taken from the new day when enough are held of the day before', async () => {
    const { set, keep, textsToday } = await chunkWithin(8);
    expect(await keep([0, 1, 2, 3])).toBe(4);
    set(AFTER_MIDNIGHT);
    expect(await keep([0, 1, 2])).toBe(3);
    expect(await textsToday()).toBe(3);
  });

  it('stop where nothing is left of the day', async () => {
    const { keep } = await chunkWithin(3);
    expect(await keep([0, 1, 2, 3, 4])).toBe(3);
    expect(await keep([5, 6, 7, 8])).toBe(3);
  });
});
