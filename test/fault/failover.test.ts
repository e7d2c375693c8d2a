import { randomInt } from 'node:crypto';
import { REGION_SIDES } from '../../shared/platform/region-side';
import { runFailover } from './failover/failover-run';
import { runSeeds } from './harness/run-seeds';

/**
 * FAILOVER_RUNS: number of runs. FAULT_SEED: seed of the first; the others follow it, so that one of them is repeated by its own
 * seed and FAILOVER_RUNS=1.
 */
const RUNS = Number(process.env.FAILOVER_RUNS ?? 2);
const FIRST_SEED = Number(process.env.FAULT_SEED ?? randomInt(1_000_000));

jest.setTimeout(600_000 + RUNS * 60_000);

it(`sends nothing twice, and loses no STOP and no credit of before the lag, over ${RUNS} failovers from seed ${FIRST_SEED}`, async () => {
  const { done, wrong, total } = await runSeeds({
    ...{ runs: RUNS, seed: FIRST_SEED, places: REGION_SIDES },
    run: async (tables) => runFailover(tables, undefined),
  });
  process.stdout.write(`failover, seed ${FIRST_SEED}: ${RUNS} runs, ${JSON.stringify(total)}\n`);
  expect(wrong).toEqual([]);
  expect(done).toBe(RUNS);
});

/** Seeds of runs that meet a defect, and what is then found. */
it.each([
  ['carriesOn', 2, /msg_\w+ was taken \d+ times/],
  ['ignoresFence', 1, /sent after its return/],
] as const)('finds what is wrong when a region %s', async (defect, seed, sentence) => {
  const { wrong } = await runSeeds({
    ...{ runs: 12, seed, places: REGION_SIDES },
    run: async (tables) => runFailover(tables, defect),
    isEnough: (some) => some.some((one) => sentence.test(one)),
  });
  expect(wrong.join('\n')).toMatch(sentence);
});
