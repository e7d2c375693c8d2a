import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { parseCount, parseWholeNumber } from '../../lib/operator/option-types';

/**
 * Sends hostile HTTP to a local service of its own:
 *
 *     npm run test:fuzz -- [--requests 5000] [--seed N]
 *
 * The same seed makes the same requests. A failure is printed as a line for the shell that repeats the request, also
 * for another service: the accounts' ids differ from run to run.
 */
const BATCH_SIZE = 400;
const MOST_FAULTS_TOLD = 30;

const { requests, seed = randomInt(2 ** 31) } = new Command('npm run test:fuzz --')
  .description('Sends hostile HTTP to a local service of its own, and looks at the answers and at the table.')
  .option('--requests <n>', 'how many requests', parseCount, 5_000)
  .option(
    '--seed <n>',
    'the same requests again; without it a random one, which is printed',
    parseWholeNumber,
  )
  .parse()
  .opts<{ requests: number; seed?: number }>();
// Loaded only now, so that --help and mistakes are reported at once.
const { DynamoDBClient } = await import('@aws-sdk/client-dynamodb');
const { connectToService } = await import('../support/service/service');
const { SERVICE_DATA_DIR, startService } = await import('../support/service/start-service');
const { useTemporaryFolder } = await import('../support/run/temporary-folder');
const { FuzzRun } = await import('./fuzz-run');
const { TableReader } = await import('./table-state');
const { buildWorld } = await import('./world');
const say = (text: string) => process.stdout.write(`${text}\n`);
const startedMs = performance.now();
const seconds = () => Math.round((performance.now() - startedMs) / 1000);

say(`Seed ${seed}, ${requests} requests`);
useTemporaryFolder();
const started = await startService(['--in-memory']);
process.env[SERVICE_DATA_DIR] = started.dataDir;
const service = connectToService();
const description = JSON.parse(readFileSync(join(started.dataDir, 'service.json'), 'utf8')) as {
  tableName: string;
  endpoints: { dynamodb: string };
};
const client = new DynamoDBClient({
  endpoint: description.endpoints.dynamodb,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});
try {
  const world = await buildWorld(service);
  const run = new FuzzRun({
    baseUrl: service.baseUrl,
    world,
    table: new TableReader(client, description.tableName),
    isRunning: () => started.isRunning(),
    onFault: ({ what, replay }) => say(`\n${what}\n${replay}`),
  });
  await run.prepare();
  let isStopping = false;
  process.on('SIGTERM', () => (isStopping = true));
  for (let index = 0; !isStopping && run.sent < requests && run.faults.length < MOST_FAULTS_TOLD; index++) {
    await run.runBatch({ index, seed: seed + index, size: Math.min(BATCH_SIZE, requests) });
    if (index % 5 === 4) say(`${run.sent} sent, ${run.faults.length} faults, ${seconds()} s`);
  }
  for (const [key, count] of [...run.counts].sort()) say(`${String(count).padStart(8)}  ${key}`);
  for (const { ms, replay } of run.slowest)
    say(`\nAnswered after ${Math.round(ms)} ms:\n${replay.slice(0, 2_000)}`);
  say(`\n${run.sent} requests, ${run.faults.length} faults, seed ${seed}, ${seconds()} s`);
  if (run.faults.length > 0) process.exitCode = 1;
} finally {
  client.destroy();
  service.close();
  await started.stop();
}
// Idle connections would keep the process alive for a while.
process.exit();
