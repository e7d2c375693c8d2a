import { randomInt } from 'node:crypto';
import { withEngine } from './harness/run-many';
import { type FailoverDefect, type FailoverResult, runFailover } from './failover/failover-run';

/**
 * FAILOVER_RUNS: number of runs. FAULT_SEED: seed of the first; the others follow it, so that one of them is repeated by its own
 * seed and FAILOVER_RUNS=1.
 */
const RUNS = Number(process.env.FAILOVER_RUNS ?? 2);
const FIRST_SEED = Number(process.env.FAULT_SEED ?? randomInt(1_000_000));

jest.setTimeout(600_000 + RUNS * 60_000);

async function runAll(options: {
  runs: number;
  seed: number;
  defect?: FailoverDefect;
  isEnough?: (results: FailoverResult[]) => boolean;
}): Promise<Array<FailoverResult & { seed: number }>> {
  const { runs, seed, defect, isEnough = () => false } = options;
  const results: Array<FailoverResult & { seed: number }> = [];
  await withEngine(async (engine, { client }) => {
    for (let index = 0; index < runs && !isEnough(results); index++) {
      const at = seed + index;
      results.push({ seed: at, ...(await runFailover({ engine, client, seed: at, defect })) });
    }
  });
  return results;
}

it(`sends nothing twice, and loses no STOP and no credit of before the lag, over ${RUNS} failovers from seed ${FIRST_SEED}`, async () => {
  const results = await runAll({ runs: RUNS, seed: FIRST_SEED });
  const total: Record<string, number> = {};
  for (const { counts } of results)
    for (const [name, count] of Object.entries(counts)) total[name] = (total[name] ?? 0) + count;
  process.stdout.write(`failover, seed ${FIRST_SEED}: ${RUNS} runs, ${JSON.stringify(total)}\n`);
  expect(results.flatMap(({ seed, wrong }) => wrong.map((one) => `seed ${seed}: ${one}`))).toEqual([]);
  expect(results).toHaveLength(RUNS);
});

/** Seeds of runs that meet a defect, and what is then found. */
it.each([
  ['carriesOn', 2, /msg_\w+ was taken \d+ times/],
  ['ignoresFence', 1, /sent after its return/],
] as const)('finds what is wrong when a region %s', async (defect, seed, sentence) => {
  const results = await runAll({
    ...{ runs: 12, seed, defect },
    isEnough: (some) => some.some(({ wrong }) => wrong.some((one) => sentence.test(one))),
  });
  expect(results.flatMap(({ wrong }) => wrong).join('\n')).toMatch(sentence);
});
