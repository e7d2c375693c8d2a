/**
 * Time of a single send in the handler, compared with its own DynamoDB calls made bare in the same run:
 *
 *   node --import tsx test/bench/single-send.ts
 *
 * The calls of one send are recorded, and replayed for each measurement with the keys and ids of its own items.
 */
import { prepareBareSend } from './bare-send';
import { withEngine } from './bench-engine';
import { benchRow, type BenchRow, percentile, runAsProgram } from './bench-row';

const ROUNDS = 3_000;
const WARM_UP = 300;
const TARGET = 1.4;

export async function run(): Promise<BenchRow[]> {
  return withEngine(async (engine) => {
    const { send, sendBare, roundTrips } = await prepareBareSend(engine);
    const measured: number[] = [];
    const bare: number[] = [];
    // The two alternate, so that other load of the machine affects both.
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const sendMs = await timeMs(() => send(`bench:${round}`));
      const bareMs = await timeMs(sendBare(round + WARM_UP));
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
        note: `${ROUNDS} sends, ${roundTrips} round trips each`,
      }),
    );
  });
}

async function timeMs(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

void runAsProgram(import.meta.url, run);
