import { randomInt } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { parseCount, parseWholeNumber } from '../../lib/operator/option-types';
import { Processes } from '../deploy/processes';
import { NotRunError, UNAVAILABLE } from '../support/run/not-run';
import { pythonEnvironment } from '../support/run/python-environment';
import { connectToService } from '../support/service/service';
import { SERVICE_DATA_DIR, startService } from '../support/service/start-service';
import { useTemporaryFolder } from '../support/run/temporary-folder';
import { buildHookWorld } from './world';

/**
 * Sends requests that Schemathesis makes from the OpenAPI document to a local service of its own:
 *
 *     npm run test:schemathesis -- [--cases 10] [--seconds N] [--seed N] [--at-length]
 *
 * No answer may be a 5xx, and each must be as the document describes it. The same seed makes the same requests, except
 * for ids that the service chooses. Exits with 69 without Python 3.11 or Schemathesis.
 */
const FOLDER = join('test', 'schemathesis');
const DOCUMENT = join('shared', 'http', 'generated', 'console-openapi.json');
/** Largest share of operations that may never succeed: with more, a run shows little. */
const MOST_REFUSED_SHARE = 0.2;

interface Options {
  cases: number;
  seconds?: number;
  seed?: number;
  atLength?: true;
}

const options = new Command('npm run test:schemathesis --')
  .description(
    'Sends requests that Schemathesis makes from the OpenAPI document to a local service of its own.',
  )
  .option('--cases <n>', 'requests of each operation', parseCount, 10)
  .option('--seconds <n>', 'repeats until this time has passed', parseCount)
  .option(
    '--seed <n>',
    'the same requests again; without it a random one, which is printed',
    parseWholeNumber,
  )
  .option('--at-length', 'adds the examples, every boundary of every parameter, and sequences of operations')
  .parse()
  .opts<Options>();

const folder = useTemporaryFolder();
const processes = new Processes(folder);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void processes.stop().then(() => process.exit(130)));
}
try {
  const python = pythonEnvironment(join(FOLDER, 'requirements.txt'));
  process.exitCode = await run(python, options);
} catch (error) {
  if (!(error instanceof NotRunError)) throw error;
  process.stderr.write(`NOT RUN: Schemathesis: ${error.message}\n`);
  process.exitCode = UNAVAILABLE;
} finally {
  await processes.stop();
}
// Idle connections would keep the process alive for a while.
process.exit();

async function run(python: string, { cases, seconds, atLength, seed = randomInt(2 ** 31) }: Options) {
  const started = await startService(['--in-memory']);
  process.env[SERVICE_DATA_DIR] = started.dataDir;
  const service = connectToService();
  try {
    const world = join(folder, 'world.json');
    const counts = join(folder, 'counts.json');
    writeFileSync(world, JSON.stringify(await buildHookWorld(service, seed)));
    const code = await processes.runShown({
      command: python,
      argv: [
        ...['-m', 'schemathesis.cli', '--config-file', join(FOLDER, 'schemathesis.toml'), 'run', DOCUMENT],
        ...['--url', service.baseUrl, '--seed', String(seed), '--max-examples', String(cases)],
        ...(seconds === undefined ? [] : ['--max-time', String(seconds)]),
        ...['--phases', atLength ? 'examples,coverage,fuzzing,stateful' : 'fuzzing'],
      ],
      environment: {
        ...process.env,
        SCHEMATHESIS_HOOKS: join(FOLDER, 'hooks.py'),
        SCHEMATHESIS_WORLD: world,
        SCHEMATHESIS_COUNTS: counts,
        NO_PROXY: '127.0.0.1,localhost',
        PYTHONPATH: FOLDER,
        PYTHONDONTWRITEBYTECODE: '1',
      },
    });
    if (code !== 0) process.stdout.write(readFailures(started.dataDir));
    const isTelling = tellRefused(counts);
    return code === 0 && started.isRunning() && isTelling ? 0 : 1;
  } finally {
    service.close();
    await started.stop();
  }
}

/** Returns the log lines of failed requests. */
function readFailures(dataDir: string): string {
  const lines = readFileSync(join(dataDir, 'service.log'), 'utf8').split('\n');
  return lines
    .filter((line) => line.includes('"level":"ERROR"'))
    .slice(0, 20)
    .join('\n');
}

/**
 * Prints the operations that never succeeded.
 *
 * @returns false when they are too many
 */
function tellRefused(countsFile: string): boolean {
  const counts = JSON.parse(readFileSync(countsFile, 'utf8')) as Record<string, Record<string, number>>;
  const operations = Object.entries(counts);
  const refused = operations.filter(([, statuses]) => !Object.keys(statuses).some((one) => /^2/.test(one)));
  if (refused.length > 0) {
    process.stdout.write(`Never answered with a success: ${refused.map(([name]) => name).join(', ')}\n`);
  }
  return refused.length < MOST_REFUSED_SHARE * operations.length;
}
