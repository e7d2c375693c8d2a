import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordReceipt } from '../support/sending/record-receipt';
import { startEngine, type TestEngine } from '../support/engines/engine';
import { Crash } from '../support/faults/faulty-client';
import { createRandomlyFailingTable, type Faults } from '../support/faults/random-faults';
import { HandlerDied } from '../support/faults/mortal-handler';
import { type ProviderStep, REFUSED, UNAVAILABLE, UNKNOWN } from '../support/sending/scripted-provider';
import { pickWeighted, seededRandom } from '../support/run/seeded-random';
import { createSendingFixture, type SendingFixture } from '../support/sending/sending-fixture';
import { SingleSendModel } from './single-send-model';

/**
 * FAULT_RUNS: number of sequences. FAULT_SEED: seed of the first; the others follow it, so that one of them is repeated
 * by its own seed and FAULT_RUNS=1. Steps and faults are the same then; the engine decides how two concurrent requests
 * interleave, so that a failure of theirs may take several repetitions.
 */
const RUNS = Number(process.env.FAULT_RUNS ?? 100);
const FIRST_SEED = Number(process.env.FAULT_SEED ?? randomInt(1_000_000_000));
const AT_ONCE = 8;

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;

const counts = { sequences: 0, requests: 0, asked: 0, taken: 0, faults: 0, deaths: 0 };

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(async () => {
  await engine.stop();
});

it(
  `keeps the promise of the single send over ${RUNS} random sequences from seed ${FIRST_SEED}`,
  async () => {
    const failures: string[] = [];
    let next = 0;
    const workers = Array.from({ length: AT_ONCE }, async () => {
      while (next < RUNS && failures.length < 5) {
        const seed = FIRST_SEED + next++;
        const violations = await runSequence(seed);
        if (violations.length > 0) failures.push(`seed ${seed}: ${violations.join('; ')}`);
      }
    });
    await Promise.all(workers);
    process.stdout.write(`single send, seed ${FIRST_SEED}: ${JSON.stringify(counts)}\n`);
    expect(failures).toEqual([]);
    expect(counts.sequences).toBe(RUNS);
  },
  600_000 + RUNS * 1_000,
);

/** Runs sends, retries, receipts, queue and timer in random order, with faults; then lets everything settle. */
async function runSequence(seed: number): Promise<string[]> {
  const random = seededRandom(seed);
  const faults: Faults = {
    isOn: false,
    chance: { crashBefore: 0.04, crashAfter: 0.04, conflict: 0.03 },
    random,
    injected: 0,
  };
  const credits = {
    sms: pickWeighted(random, [
      [1, 4],
      [3, 40],
    ] as const),
    mms: 3,
  };
  const table = createRandomlyFailingTable(engine, faults);
  const sending = await createSendingFixture(table, { smsCredits: credits.sms, mmsCredits: credits.mms });
  const model = new SingleSendModel(sending, credits);
  slowDown(sending, random);
  const log: string[] = [];

  faults.isOn = true;
  const steps = 3 + Math.floor(random() * 12);
  for (let step = 0; step < steps; step++) {
    const { name, act } = pickStep({ sending, model, random });
    log.push(name);
    await act();
  }
  faults.isOn = false;
  await settleEverything(sending);

  counts.sequences += 1;
  counts.asked += sending.provider.asked.length;
  counts.taken += sending.provider.taken.length;
  counts.faults += faults.injected;
  const violations = await model.findViolations();
  return violations.length > 0 ? [...violations, `steps: ${log.join(', ')}`] : [];
}

/** Makes a hand-over take longer than its lease sometimes, so that another process finds it abandoned. */
function slowDown(sending: SendingFixture, random: () => number): void {
  const { provider } = sending;
  const send = provider.send.bind(provider);
  provider.send = async (message) => {
    const answer = await send(message);
    if (random() < 0.05) {
      sending.advance(61 * SECOND_MS);
      await sleep(20);
    }
    return answer;
  };
}

interface Scene {
  sending: SendingFixture;
  model: SingleSendModel;
  random: () => number;
}

function pickStep(scene: Scene): { name: string; act: () => Promise<unknown> } {
  const { sending, random } = scene;
  const wait = (ms: number) => ({
    name: `wait ${ms / SECOND_MS} s`,
    act: async () => sending.advance(ms),
  });
  return pickWeighted<() => { name: string; act: () => Promise<unknown> }>(random, [
    [10, () => ({ name: 'send', act: () => sendOne(scene) })],
    [3, () => ({ name: 'send twice at once', act: () => Promise.all([sendOne(scene), sendOne(scene)]) })],
    [4, () => ({ name: 'queue', act: () => attemptAll(scene) })],
    [2, () => ({ name: 'queue twice', act: () => Promise.all([attemptAll(scene), attemptAll(scene)]) })],
    [3, () => ({ name: 'receipt', act: () => receive(scene) })],
    [3, () => wait(2 * SECOND_MS)],
    [4, () => wait(61 * SECOND_MS)],
    [1, () => wait(5 * HOUR_MS)],
    [1, () => wait(49 * HOUR_MS)],
  ])();
}

async function sendOne({ sending, model, random }: Scene): Promise<void> {
  const idempotencyKey = pickWeighted(random, [
    [6, 'key:1'],
    [2, 'key:2'],
    [1, undefined],
  ] as const);
  const isMms = random() < 0.2;
  sending.provider.script(pickProviderStep(random));
  counts.requests += 1;
  await survive(() =>
    model.request(idempotencyKey, () =>
      sending.send({
        ...(idempotencyKey !== undefined && { idempotencyKey }),
        ...(isMms && { mediaUrl: 'https://example.com/cat.jpg' }),
      }),
    ),
  );
}

function pickProviderStep(random: () => number): ProviderStep {
  return pickWeighted<ProviderStep>(random, [
    [5, { outcome: 'accepted', providerMessageId: 'sim' }],
    [2, REFUSED],
    [3, UNAVAILABLE],
    [2, UNKNOWN],
    [1, 'die'],
    [1, 'dieAfterTaking'],
  ]);
}

/** Delivers every message from the queue, each any number of times. */
async function attemptAll({ sending, random }: Scene): Promise<void> {
  for (const id of [...sending.messageIds]) {
    sending.provider.script(pickProviderStep(random));
    await survive(() => sending.attempt(id));
  }
}

async function receive({ sending, model, random }: Scene): Promise<void> {
  const { takenIds } = model;
  const messageId = takenIds[Math.floor(random() * takenIds.length)];
  if (messageId === undefined) return;
  const status = pickWeighted(random, [
    [1, 'pending'],
    [2, 'delivered'],
    [1, 'failed'],
  ] as const);
  const at = sending.clock.now().toISOString();
  await survive(() => recordReceipt(sending, { messageId, status, at }));
}

/** Ends all faults, and lets the timer finish the rest. */
async function settleEverything(sending: SendingFixture): Promise<void> {
  sending.provider.reset();
  for (let round = 0; round < 4; round++) {
    sending.advance(301 * SECOND_MS);
    for (const id of sending.messageIds) await sending.attempt(id);
  }
}

async function survive(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Crash) && !(error instanceof HandlerDied)) throw error;
    counts.deaths += 1;
  }
}
