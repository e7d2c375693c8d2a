/**
 * How long a single send takes in the handler, beside its own DynamoDB calls made bare in the same run:
 *
 *   node --import tsx test/bench/single-send.ts
 *
 * The calls of one send are recorded, and replayed for each measurement with the keys and ids of its own items.
 */
import { pathToFileURL } from 'node:url';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../functions/http/send-message';
import { getPlatform } from '../../shared/platform/platform';
import { callHandler } from '../support/call-handler';
import { startEngine, type TestEngine } from '../support/engine';
import { createSendingAccount } from '../support/sending-account';
import { benchRow, type BenchRow, formatBenchRow, percentile } from './bench-row';

const ROUNDS = 3_000;
const WARM_UP = 300;
const TARGET = 1.4;

type Send = (command: { input: object }) => Promise<unknown>;
type Make = new (input: object) => { input: object };
/** A call of the recorded send; those of one step are made at once. */
interface RecordedCall {
  make: Make;
  inputJson: string;
}

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
  const recorded = await record(() => send(RECORDED_KEY));
  const client = DynamoDBDocumentClient.from(engine.client, {
    marshallOptions: { removeUndefinedValues: true },
  });
  const sendBare = async (calls: ReturnType<typeof bareCalls>) => {
    for (const step of calls) await Promise.all(step.map((command) => client.send(command as never)));
  };

  const measured: number[] = [];
  const bare: number[] = [];
  // Alternating, so that whatever else the machine does meets both.
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const sendMs = await timeMs(() => send(`bench:${round}`));
    const calls = bareCalls(recorded, round);
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

const RECORDED_KEY = 'bench:recorded';

async function record(act: () => Promise<string>): Promise<{ calls: RecordedCall[][]; id: string }> {
  const prototype = DynamoDBDocumentClient.prototype as unknown as { send: Send };
  const original = prototype.send;
  const calls: RecordedCall[][] = [];
  let underWay = 0;
  prototype.send = async function (command) {
    if (underWay === 0) calls.push([]);
    underWay += 1;
    calls.at(-1)?.push({ make: command.constructor as Make, inputJson: JSON.stringify(command.input) });
    try {
      return await original.call(this, command);
    } finally {
      underWay -= 1;
    }
  };
  try {
    const id = await act();
    return { calls, id };
  } finally {
    prototype.send = original;
  }
}

/** The same calls with another message and another key, made up beforehand, and nothing around them. */
function bareCalls(
  recorded: { calls: RecordedCall[][]; id: string },
  round: number,
): Array<Array<{ input: object }>> {
  const id = `${recorded.id.slice(0, -6)}${String(round + WARM_UP).padStart(6, '0')}`;
  return recorded.calls.map((step) =>
    step.map(({ make: Command, inputJson }) => {
      const text = inputJson.replaceAll(recorded.id, id).replaceAll(RECORDED_KEY, `bare:${round}`);
      return new Command(JSON.parse(text) as object);
    }),
  );
}

async function timeMs(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const row of await run()) console.log(formatBenchRow(row));
}
