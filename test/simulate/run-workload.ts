import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startEngine } from '../../lib/local/engine';
import { type Size, SIZES } from '../../lib/stack/size';
import { judge, type Verdict } from '../bench/known-miss';
import { installSimulatedTime, Simulation } from '../fault/harness/simulation';
import { createDeployedTable } from '../support/engines/engine';
import { thinDocumentClient } from '../support/engines/thin-client';
import { dollarsOf } from './dollars-of';
import { limitsOf } from './limits';
import type { Outcome } from './outcome';
import type { Workload } from './workloads';
import { START, World } from './world';

const PROVIDER_MS = 120;
const RECEIVER_MS = 100;

export interface Row extends Outcome {
  workload: Workload;
  /** Limits that bound it, the most frequent first. */
  bound: string[];
  dollarsPerThousand: number;
  verdict: Verdict;
  /** Duration in simulated seconds. */
  seconds: number;
}

/**
 * Runs one workload on an engine of its own. The same seed gives the same row.
 *
 * @param options.watch gets the world before the workload begins
 * @param options.simulation absent: one from the seed
 */
export async function runWorkload(
  workload: Workload,
  options: { seed: number; simulation?: Simulation; watch?: (world: World) => void },
): Promise<Row> {
  const embedded = await startEngine({
    rootDir: process.cwd(),
    onExit: (reason) => process.stderr.write(`The engine ended: ${reason}\n`),
  });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: embedded.endpoint, region: 'us-east-1', credentials });
  const thin = thinDocumentClient(embedded.endpoint);
  const tableName = 'Simulated';
  Object.assign(process.env, {
    TABLE_NAME: tableName,
    BASE_URL: 'http://localhost',
    KEYWORD_REPLIES: 'off',
    WEBHOOK_KEY: 'a key for simulations',
    ERASURE_KEY: 'another key for simulations',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  const putBack = installSimulatedTime();
  try {
    await createDeployedTable(client, tableName);
    const { scale, changes, size = 'standard' } = workload;
    const { tableUnitsPerSecond: usual }: Size = SIZES[size];
    const limits = limitsOf({ scale, changes, tableUnitsPerSecond: workload.tableUnitsPerSecond ?? usual });
    const world = new World({
      simulation: options.simulation ?? new Simulation({ seed: options.seed, start: START }),
      limits,
      client: thin.client,
      tableName,
      providerMs: PROVIDER_MS,
      receiverMs: RECEIVER_MS,
      hasReservations: workload.hasReservations ?? true,
      size,
    });
    options.watch?.(world);
    const outcome = await workload.run(world);
    await client.send(new DeleteTableCommand({ TableName: tableName }));
    const dollarsPerThousand = (1_000 * dollarsOf(world)) / Math.max(1, outcome.texts);
    return {
      ...outcome,
      workload,
      bound: boundsOf(world),
      dollarsPerThousand,
      verdict: verdictOf(workload, { ...outcome, dollarsPerThousand }),
      seconds: world.simulation.elapsed / 1_000,
    };
  } finally {
    putBack();
    client.destroy();
    thin.close();
    await embedded.stop();
  }
}

/** Judges a row: what the workload itself demands, then the price. */
function verdictOf(
  { dollars = Infinity, known }: Workload,
  { isMet, dollarsPerThousand }: Outcome & { dollarsPerThousand: number },
): Verdict {
  if (!isMet) return 'missed';
  return judge({ measured: dollarsPerThousand, isMet: dollarsPerThousand <= dollars, known });
}

function boundsOf(world: World): string[] {
  const { dynamoDb, lambda, queues, stream } = world;
  const throttled = [...dynamoDb.throttled]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 2)
    .map(([name, times]) => `${name} throttled ${times} times`);
  const late = Object.entries(queues)
    .filter(([, { usage }]) => usage.oldestSeconds >= 2)
    .map(([name, { usage }]) => `${name} queue ${usage.oldestSeconds.toFixed(0)} s behind`);
  return [
    ...throttled,
    ...(dynamoDb.conflicts > 0 ? [`${dynamoDb.conflicts} conflicts of transactions`] : []),
    ...(lambda.usage.throttled > 0 ? [`${lambda.usage.throttled} invocations without room`] : []),
    ...late,
    ...(stream.slowestSeconds >= 2 ? [`stream ${stream.slowestSeconds.toFixed(0)} s behind`] : []),
    `${lambda.usage.mostAtOnce} Lambdas at once`,
  ];
}
