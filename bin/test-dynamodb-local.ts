import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs the storage and API tests on DynamoDB Local, with its real stream, instead of on the embedded engine.
 *
 * DynamoDB Local comes inside an npm package and is fetched on first use; its own licence does not let us ship it.
 */
const PACKAGE = 'amplify-dynamodb-simulator@2.9.30';
const TARBALL = 'amplify-dynamodb-simulator-2.9.30.tgz';
const SHA256 = '3503ffac19f183407909fecdacf4db51ab1fdad1da7b2f177016670b2d80e4b9';
const FOLDER = join(process.cwd(), '.cache', 'dynamodb-local');
const START_TIMEOUT_MS = 60_000;
/**
 * Tests to run by default: the API over HTTP, with the real stream behind it, the functions one by one, and the storage
 * of consent. Any other tests can be named.
 */
const TESTS = ['test/api', 'test/integration/functions', 'test/integration/shared/inbound'];
/** Tests among those that do not use the engine: they look at HTTP and documents, or start services with own tables. */
const WITHOUT_STORAGE = [
  'request-sizes',
  'openapi-document',
  'hostile-requests',
  'foreign-callers',
  'http-edge',
  'examples',
  'alarms',
  'move-account',
  'campaign-over-zones',
  'second-factor',
];

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function requireJava(): void {
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' });
  } catch {
    fail('DynamoDB Local needs Java 17 or later, and there is no `java` on the PATH. Nothing was tested.');
  }
}

function fetchDynamoDBLocal(): void {
  if (existsSync(join(FOLDER, 'DynamoDBLocal.jar'))) return;
  const unpacked = `${FOLDER}.unpacking`;
  rmSync(unpacked, { recursive: true, force: true });
  mkdirSync(unpacked, { recursive: true });
  process.stdout.write(`Fetching ${PACKAGE} (57 MB) …\n`);
  execFileSync('npm', ['pack', PACKAGE, '--silent', '--pack-destination', unpacked], { stdio: 'ignore' });
  const hash = createHash('sha256')
    .update(readFileSync(join(unpacked, TARBALL)))
    .digest('hex');
  if (hash !== SHA256) fail(`${TARBALL} has the SHA-256 ${hash} instead of ${SHA256}. Nothing was tested.`);
  execFileSync('tar', ['-xzf', TARBALL, 'package/emulator'], { cwd: unpacked });
  renameSync(join(unpacked, 'package', 'emulator'), FOLDER);
  rmSync(unpacked, { recursive: true, force: true });
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

function startDynamoDBLocal(port: number): ChildProcess {
  return spawn(
    'java',
    [
      '-Djava.library.path=./DynamoDBLocal_lib',
      // Its counters would stay in the temporary folder.
      '-XX:-UsePerfData',
      // It compiles for runs of minutes: half the processor time.
      '-XX:TieredStopAtLevel=1',
      '-XX:+UseSerialGC',
      '-jar',
      'DynamoDBLocal.jar',
      '-port',
      String(port),
      '-inMemory',
      // Each run of the service has an access key of its own; without this, each key would see tables of its own.
      '-sharedDb',
      '-disableTelemetry',
    ],
    { cwd: FOLDER, stdio: 'ignore' },
  );
}

async function untilAnswering(endpoint: string, engine: ChildProcess): Promise<void> {
  for (const deadlineMs = Date.now() + START_TIMEOUT_MS; Date.now() < deadlineMs; await sleep(100)) {
    if (engine.exitCode !== null) fail('DynamoDB Local ended while it was starting. Nothing was tested.');
    try {
      await fetch(endpoint);
      return;
    } catch {
      // The engine is not listening yet.
    }
  }
  engine.kill();
  fail('DynamoDB Local did not start in time. Nothing was tested.');
}

requireJava();
fetchDynamoDBLocal();
const port = await freePort();
const endpoint = `http://127.0.0.1:${port}`;
const engine = startDynamoDBLocal(port);
process.on('exit', () => engine.kill('SIGKILL'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
await untilAnswering(endpoint, engine);

const named = process.argv.slice(2);
const ignored = WITHOUT_STORAGE.map((name) => `--testPathIgnorePatterns=test/api/${name}\\.test`);
const tests = spawn('npx', ['jest', ...(named.length > 0 ? named : [...TESTS, ...ignored])], {
  stdio: 'inherit',
  env: { ...process.env, DYNAMODB_ENDPOINT: endpoint },
});
const status = await new Promise<number>((resolve) => tests.on('close', (code) => resolve(code ?? 1)));
process.exit(status);
