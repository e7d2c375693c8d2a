import fc from 'fast-check';
import { startEngine, type TestEngine } from '../../../../support/engines/engine';
import { type Command, ConsentWorld, GROUPS, PHONES, type Storage } from './consent-world';

/**
 * Consent against a model, on real storage, with processes that die at any call. FC_RUNS: number of runs; FC_SEED:
 * repeats a failed run.
 */
const RUNS = Number(process.env.FC_RUNS ?? 200);
const SEED = Number(process.env.FC_SEED ?? Date.now() % 2_147_483_647);
const MS_PER_RUN_AT_MOST = 400;

let engine: TestEngine;
let storage: Storage;
beforeAll(async () => {
  engine = await startEngine();
  storage = { client: engine.documents, table: engine.table };
  process.stdout.write(`Consent: ${RUNS} runs, FC_SEED=${SEED}\n`);
});
afterAll(async () => {
  await engine.stop();
});

const phone = fc.constantFrom(...PHONES);
const group = fc.constantFrom(...GROUPS);
const crash = fc.option(
  fc.record({
    callsLeft: fc.integer({ min: 0, max: 5 }),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
  { nil: undefined, freq: 2 },
);
const mode = fc.constantFrom('DIRECT' as const, 'CONFIRM' as const, 'SILENT' as const);
const body = fc.constantFrom('STOP', 'stop all', 'YES', 'y', 'START', 'UNSTOP', 'HELP', 'Hello');

const command = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('enrol'), phone, group, mode, crash }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('remove'), phone, group, crash }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('text'),
      phone,
      body,
      copies: fc.integer({ min: 1, max: 3 }),
      postponed: fc.boolean(),
      crash,
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('redeliver'), phone, which: fc.nat(10), crash }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('kiosk'), phone, crash }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('form'), phone, crash }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('wait'),
      phone,
      ms: fc.constantFrom(1000, 10_000, 1_200_000, 3_599_000, 43_200_000, 82_800_000),
      crash,
    }),
  },
) as fc.Arbitrary<Command>;

/** Member whose STOP is interrupted, and who sends another text before the STOP is delivered again. */
const interruptedStop = fc
  .tuple(
    phone,
    group,
    mode,
    fc.integer({ min: 1, max: 4 }),
    fc.constantFrom('before' as const, 'after' as const),
    body,
  )
  .map(([who, where, how, callsLeft, when, then]): Command[] => [
    { type: 'enrol', phone: who, group: where, mode: how, crash: undefined },
    { type: 'text', phone: who, body: 'STOP', copies: 1, postponed: true, crash: { callsLeft, when } },
    { type: 'text', phone: who, body: then, copies: 1, postponed: false, crash: undefined },
  ]);

/** Contact that is asked for consent while an earlier text is still queued, up to a wait around the limit of 3 s. */
const lateText = fc
  .tuple(phone, group, fc.constantFrom('YES', 'y', 'START'), fc.constantFrom(0, 2999, 3000, 3001, 60_000))
  .map(([who, where, said, ms]): Command[] => [
    {
      type: 'text',
      phone: who,
      body: said,
      copies: 1,
      postponed: true,
      crash: { callsLeft: 0, when: 'before' },
    },
    { type: 'wait', phone: who, ms, crash: undefined },
    { type: 'enrol', phone: who, group: where, mode: 'CONFIRM', crash: undefined },
  ]);
/** Contact that is asked again and again, with the membership removed in between. */
const askedAgain = fc
  .tuple(phone, group, fc.integer({ min: 2, max: 4 }), crash, fc.constantFrom(0, 28_798_000, 28_799_000))
  .map(([who, where, times, crashed, ms]): Command[] =>
    Array.from({ length: times }, (): Command[] => [
      { type: 'enrol', phone: who, group: where, mode: 'CONFIRM', crash: crashed },
      { type: 'remove', phone: who, group: where, crash: undefined },
      { type: 'wait', phone: who, ms, crash: undefined },
    ]).flat(),
  );
const bound = fc.constantFrom(1_000, 1_000, 3, 1, 0);
const bounds = fc.record({ dailyQuota: bound, freeTexts: bound });
const commands = fc
  .array(
    fc.oneof(
      { weight: 12, arbitrary: command.map((single) => [single]) },
      { weight: 1, arbitrary: interruptedStop },
      { weight: 1, arbitrary: lateText },
      { weight: 1, arbitrary: askedAgain },
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((steps) => steps.flat());

describe('3.3, 3.4: consent', () => {
  it(
    'is what the model says, whatever is delivered twice and wherever a process dies',
    async () => {
      await fc.assert(
        fc.asyncProperty(commands, bounds, async (steps, some) => {
          const world = new ConsentWorld(storage, some);
          await world.seed();
          for (const step of steps) await world.run(step);
          const { actual, expected } = await world.compare();
          expect(actual).toEqual(expected);
        }),
        { numRuns: RUNS, seed: SEED },
      );
    },
    600_000 + RUNS * MS_PER_RUN_AT_MOST,
  );

  it(
    'adds up when everything happens at once',
    async () => {
      const atOnce = fc
        .array(fc.oneof({ weight: 3, arbitrary: command.map((single) => [single]) }, askedAgain), {
          minLength: 2,
          maxLength: 10,
        })
        .map((steps) => steps.flat().filter(({ type }) => type !== 'wait'));
      await fc.assert(
        fc.asyncProperty(atOnce, bounds, async (steps, some) => {
          const world = new ConsentWorld(storage, some);
          await world.seed();
          await Promise.all(steps.map((step) => world.run({ ...step, crash: undefined })));
          expect(await world.findViolations()).toEqual([]);
        }),
        { numRuns: Math.ceil(RUNS / 10), seed: SEED },
      );
    },
    600_000 + RUNS * MS_PER_RUN_AT_MOST,
  );
});
