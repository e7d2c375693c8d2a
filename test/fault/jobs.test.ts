import { startEngine, type TestEngine } from '../support/engines/engine';
import { seededRandom } from '../support/run/seeded-random';
import { CALM, type RunPlan, runJobs } from './job-run';

/**
 * FAULT_RUNS: number of runs with all faults; each fault alone gets a part of them. FAULT_SEED: seed of the first; the
 * others follow it, so that one of them is repeated by its own seed and FAULT_RUNS=1.
 */
const RUNS = Number(process.env.FAULT_RUNS ?? 8);
const RUNS_EACH = Math.ceil(RUNS / 8);
const FIRST_SEED = Number(process.env.FAULT_SEED ?? 1);

let engine: TestEngine;
beforeEach(async () => {
  engine = await startEngine();
});
afterEach(async () => {
  await engine.stop();
});

const FAILING_PROVIDER: RunPlan['provider'] = [
  [70, 'accept'],
  [6, 'refuse'],
  [12, 'unavailable'],
  [6, 'lostAnswer'],
  [3, 'lostRequest'],
  [3, 'breaks'],
];
const FAILING_CALLS = { throttled: 0.03, unprocessed: 0.1, conflict: 0.1, repeated: 0.05 };

const EACH: Array<[string, Partial<RunPlan>]> = [
  ['nothing goes wrong', { isHarmless: true }],
  ['workers die', { death: 0.8 }],
  ['workers of a number with a rate die', { death: 0.8, ratePerSecond: 20 }],
  ['workers stand still', { freeze: 0.8 }],
  ['workers of a number with a rate stand still', { freeze: 0.8, ratePerSecond: 20, hasKeys: true }],
  ['a cancelled job has workers that stand still', { freeze: 0.6, cancel: 0.2 }],
  ['every queue message comes three times at once', { deliveries: 3, isHarmless: true }],
  ['the queue loses everything', { loss: 1, isHarmless: true }],
  ['a fifth of the calls is throttled', { calls: { ...FAILING_CALLS, throttled: 0.2 }, isHarmless: true }],
  [
    'writes are repeated after a lost answer',
    { calls: { ...FAILING_CALLS, repeated: 0.5 }, hasKeys: true, isHarmless: true },
  ],
  ['the provider fails, refuses and loses answers', { provider: FAILING_PROVIDER }],
  ['receipts come in between', { provider: FAILING_PROVIDER, death: 0.5, receipt: 0.3 }],
  [
    'recipients say STOP',
    {
      stop: 0.8,
      provider: [
        [1, 'accept'],
        [2, 'unavailable'],
      ],
    },
  ],
  ['the job is cancelled', { cancel: 0.2, death: 0.5, provider: FAILING_PROVIDER, hasKeys: true }],
  ['the job of a number with a rate is cancelled', { cancel: 0.2, death: 0.3, ratePerSecond: 3 }],
  ['the number is switched off and on', { deactivate: 0.5, ratePerSecond: 20 }],
  ['two jobs share their keys', { jobs: 2, hasKeys: true, provider: FAILING_PROVIDER, death: 0.3 }],
  [
    'an MMS is refused to some',
    {
      isMms: true,
      provider: [
        [1, 'accept'],
        [1, 'refuse'],
      ],
      death: 0.3,
    },
  ],
  ['an MMS is refused to all', { isMms: true, provider: [[1, 'refuse']], death: 0.3, receipt: 1 }],
];

describe('each accepted recipient has one end and at most one message', () => {
  it.each(EACH)(
    'when %s',
    async (_name, changes) => {
      await expectSound((_seed) => ({ ...CALM, ...changes }), RUNS_EACH);
    },
    600_000 + RUNS_EACH * 30_000,
  );

  it(
    'when everything goes wrong at once',
    async () => {
      await expectSound(anyPlan, RUNS);
    },
    600_000 + RUNS * 30_000,
  );
});

async function expectSound(planOf: (seed: number) => RunPlan, runs: number): Promise<void> {
  const failures: string[] = [];
  for (let index = 0; index < runs && failures.length < 3; index++) {
    const seed = FIRST_SEED + index;
    const wrong = await runJobs(engine, planOf(seed), seed);
    if (wrong.length > 0) failures.push(`seed ${seed}: ${wrong.slice(0, 10).join('; ')}`);
  }
  expect(failures).toEqual([]);
}

function anyPlan(seed: number): RunPlan {
  const random = seededRandom(seed + 1);
  const rates = [undefined, undefined, 3, 20];
  const ratePerSecond = rates[Math.floor(random() * rates.length)];
  return {
    recipients: 20 + Math.floor(random() * 60),
    jobs: random() < 0.3 ? 2 : 1,
    hasKeys: random() < 0.5,
    isMms: random() < 0.2,
    ...(ratePerSecond !== undefined && { ratePerSecond }),
    death: random() * 0.8,
    freeze: random() < 0.3 ? random() * 0.5 : 0,
    loss: random() * 0.5,
    deliveries: 1 + Math.floor(random() * 3),
    calls: FAILING_CALLS,
    provider: FAILING_PROVIDER,
    stop: random() * 0.5,
    cancel: random() < 0.3 ? 0.15 : 0,
    deactivate: random() < 0.2 ? 0.3 : 0,
    receipt: random() < 0.5 ? 0.2 : 0,
    isHarmless: false,
  };
}
