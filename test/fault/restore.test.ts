import { randomInt } from 'node:crypto';
import { runSeeds } from './harness/run-seeds';
import { RESTORE_PLACES, runRestore } from './restore/restore-run';

/**
 * RESTORE_RUNS: number of runs. FAULT_SEED: seed of the first; the others follow it, so that one of them is repeated by its own
 * seed and RESTORE_RUNS=1.
 */
const RUNS = Number(process.env.RESTORE_RUNS ?? 2);
const FIRST_SEED = Number(process.env.FAULT_SEED ?? randomInt(1_000_000));

jest.setTimeout(600_000 + RUNS * 60_000);

it(`sends nothing twice, and loses no STOP and no credit, over ${RUNS} restores from seed ${FIRST_SEED}`, async () => {
  const { done, wrong, total } = await runSeeds({
    ...{ runs: RUNS, seed: FIRST_SEED, places: RESTORE_PLACES },
    run: async (tables) => runRestore(tables, undefined),
  });
  process.stdout.write(`restore, seed ${FIRST_SEED}: ${RUNS} runs, ${JSON.stringify(total)}\n`);
  expect(wrong).toEqual([]);
  expect(done).toBe(RUNS);
});

/** Seeds of runs that meet a defect, and what is then found. */
it.each([
  [
    'ignoresLog',
    1,
    [
      /key:\S+ was taken \d+ times/,
      /the STOP of \+\d+ is lost/,
      /was texted after its STOP/,
      /the balance is/,
    ],
  ],
  ['forgetsClaims', 2, [/key:\S+ was taken \d+ times/]],
  ['carriesOn', 1, [/msg_\w+ was taken \d+ times/]],
] as const)('finds what is wrong when a restore %s', async (defect, seed, sentences) => {
  const { wrong } = await runSeeds({
    ...{ runs: 12, seed, places: RESTORE_PLACES },
    run: async (tables) => runRestore(tables, defect),
    isEnough: (some) => sentences.every((sentence) => some.some((one) => sentence.test(one))),
  });
  expect(sentences.filter((sentence) => !sentence.test(wrong.join('\n')))).toEqual([]);
});
