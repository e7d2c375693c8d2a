/**
 * How long a single send takes in the handler, beside its own DynamoDB calls made bare in the same run:
 *
 *   node --import tsx test/bench/single-send.ts
 *
 * The calls of one send are recorded, and replayed for each measurement with the keys and ids of its own items.
 */
import { handler } from '../../functions/http/send-message';
import { getPlatform } from '../../shared/platform/platform';
import { callHandler } from '../support/call-handler';
import { startEngine, type TestEngine } from '../support/engine';
import { createSendingAccount } from '../support/sending-account';
import { benchRow, type BenchRow, percentile, runAsProgram } from './bench-row';
import { bareCalls, bareSender, recordSend } from './recorded-calls';

const ROUNDS = 3_000;
const WARM_UP = 300;
const TARGET = 1.4;

export async function run(): Promise<BenchRow[]> {
  const engine = await startEngine();
  try {
    engine.setEnvironment();
    return await measure(engine);
  } finally {
    await engine.stop();
  }
}

async function measure(engine: TestEngine): Promise<BenchRow[]> {
  const unlimited = { smsCredits: 1_000_000, rateLimits: { message: 1_000_000 } };
  const { authorization, to, from } = await createSendingAccount(engine, unlimited);
  Object.assign(getPlatform(), {
    provider: { send: async () => ({ outcome: 'accepted', providerMessageId: 'bench' }) },
  });
  const send = async (idempotencyKey: string) => {
    const body = { to, from, body: 'Hello {{contact_first_name}}, it is ready.', idempotencyKey };
    const answer = await callHandler(handler, { authorization, body });
    if (answer.status !== 201) throw new Error(`Status ${answer.status}: ${answer.text}`);
    return (answer.body as { id: string }).id;
  };

  await send('bench:first');
  const recorded = await recordSend('bench:recorded', send);
  const sendBare = bareSender(engine.client);

  const measured: number[] = [];
  const bare: number[] = [];
  // Alternating, so that whatever else the machine does meets both.
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const sendMs = await timeMs(() => send(`bench:${round}`));
    const calls = bareCalls(recorded, round + WARM_UP);
    const bareMs = await timeMs(() => sendBare(calls));
    if (round < 0) continue;
    measured.push(sendMs);
    bare.push(bareMs);
  }
  return ([0.5, 0.99] as const).map((share) =>
    benchRow({
      name: `single send, p${share * 100}`,
      measured: percentile(measured, share),
      floor: percentile(bare, share),
      unit: 'ms',
      target: TARGET,
      note: `${ROUNDS} sends, ${recorded.calls.length} round trips each`,
    }),
  );
}

async function timeMs(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

void runAsProgram(import.meta.url, run);
