import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { readExamples, WEBHOOK_RECEIVERS } from '../../lib/generate/api-examples';
import { mavenLibraries } from '../support/run/maven-libraries';
import { NotRunError, UNAVAILABLE } from '../support/run/not-run';
import { pythonEnvironment } from '../support/run/python-environment';
import { useTemporaryFolder } from '../support/run/temporary-folder';
import { waitFor } from '../support/run/wait-for';
import { operate } from '../support/service/operate';
import { callApi, connectToService, createApiAccount, type TestService } from '../support/service/service';
import { SERVICE_DATA_DIR, startService } from '../support/service/start-service';
import { freePort } from '../support/run/free-port';

/**
 * Runs the receivers of `docs/webhook-receivers.md` with the packages of Standard Webhooks, and sends them an event of a local
 * service, the same event twice, and events with wrong signatures:
 *
 *     npm run test:webhook-receivers
 *
 * Exits with 69 where Python 3.10, Java 17, Maven, Go or a registry is missing, after it has run what it can.
 */
const SOURCE = join('test', 'webhook-receivers');
const folder = useTemporaryFolder();

/** Writes the program of a language on the page. @returns its file */
function writeProgram(language: 'python' | 'java' | 'go', file: string): string {
  const path = join(folder, file);
  writeFileSync(path, readExamples(process.cwd(), { ...WEBHOOK_RECEIVERS, language }));
  return path;
}

function buildGo(): string {
  const place = join(folder, 'go');
  mkdirSync(place);
  for (const file of ['go.mod', 'go.sum']) copyFileSync(join(SOURCE, file), join(place, file));
  writeProgram('go', join('go', 'main.go'));
  const env = { ...process.env, GOFLAGS: '-mod=readonly', GOTOOLCHAIN: 'local' };
  const { status, stderr, error } = spawnSync('go', ['build', '-o', 'receiver', '.'], {
    cwd: place,
    env,
    encoding: 'utf8',
  });
  if (error) throw new NotRunError('There is no go on the PATH.');
  if (/dial tcp|module lookup disabled|toolchain not available/.test(stderr))
    throw new NotRunError(stderr.trim());
  if (status !== 0) throw new Error(stderr);
  return join(place, 'receiver');
}

/** Commands of the receivers, by language. */
const RECEIVERS: Record<string, () => string[]> = {
  TypeScript: () => [process.execPath, '--import', 'tsx', WEBHOOK_RECEIVERS.program],
  Python: () => [pythonEnvironment(join(SOURCE, 'requirements.txt')), writeProgram('python', 'receiver.py')],
  Java: () => [
    ...['java', '-cp', join(mavenLibraries({ source: SOURCE, name: 'standardwebhooks' }), '*')],
    writeProgram('java', 'Receiver.java'),
  ],
  Go: () => [buildGo()],
};

/** @returns what went wrong */
async function tryReceiver(service: TestService, [command = '', ...args]: string[]): Promise<string[]> {
  const account = await createApiAccount(service);
  const { accountId } = account;
  // A service whose functions have logged nothing counts as broken.
  await callApi(service, { account, path: '/api/v1/groups' });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/hook`;
  const added = await operate<{ id: string; secret: string }>(
    'webhook',
    'add',
    '--account',
    accountId,
    '--url',
    url,
  );
  const env = { ...process.env, WEBHOOK_SECRET: added.secret, PORT: String(port) };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close');
  const post = async (change: { secret?: string; signature?: string } = {}) => {
    const { secret = added.secret } = change;
    const body = JSON.stringify({ id: 'evt_repeated', type: 'webhooks.test' });
    const now = new Date();
    const headers = {
      'webhook-id': 'evt_repeated',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': change.signature ?? new Webhook(secret).sign('evt_repeated', now, body),
    };
    return (await fetch(url, { method: 'POST', headers, body })).status;
  };
  try {
    await waitFor(async () =>
      child.exitCode === null
        ? await fetch(url).then(
            () => true,
            () => undefined,
          )
        : true,
    );
    await operate('webhook', 'test', '--account', accountId, '--endpoint', added.id);
    const statuses = [
      await post(),
      await post(),
      await post({ secret: `whsec_${Buffer.alloc(24).toString('base64')}` }),
      await post({ signature: 'none' }),
    ];
    await waitFor(() => (output.includes('evt_repeated') ? true : undefined));
    const lines = output.trim().split('\n');
    return [
      ...(statuses.join() === '204,204,401,401' ? [] : [`It answered ${statuses.join(', ')}`]),
      ...(lines.length === 2 && /^evt_\w+ .*webhooks\.test/.test(lines[0] ?? '')
        ? []
        : [`It printed ${output}`]),
    ];
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

const codes: number[] = [];
const started = await startService(['--in-memory']);
process.env[SERVICE_DATA_DIR] = started.dataDir;
const service = connectToService();
try {
  for (const [language, commandOf] of Object.entries(RECEIVERS)) {
    try {
      const problems = await tryReceiver(service, commandOf());
      process.stdout.write(
        `The receiver in ${language}: ${problems.length === 0 ? 'works' : `FAILED. ${problems.join('. ')}`}.\n`,
      );
      codes.push(problems.length === 0 ? 0 : 1);
    } catch (error) {
      if (!(error instanceof NotRunError)) throw error;
      process.stderr.write(`NOT RUN: the receiver in ${language}: ${error.message}\n`);
      codes.push(UNAVAILABLE);
    }
  }
} finally {
  service.close();
  await started.stop();
}
// Idle connections would keep the process alive for a while.
process.exit(codes.includes(1) ? 1 : Math.max(...codes));
