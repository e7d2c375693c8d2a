import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Deploys the real stack with the CDK into MiniStack, an AWS in one process, and tests it there from outside:
 * `npm run test:deploy`. MiniStack runs the bundled handlers and holds every call of theirs against the policies of
 * their roles, and TLS is on: what a role may not do, or a policy refuses, fails here as it would in AWS.
 *
 * Nothing is left running and nothing is left behind but the Python environment in `.cache`, whichever way it ends.
 */
const STAGE = 'deploytest';
const REGION = 'us-east-1';
const ACCOUNT = '000000000000';
const REQUIREMENTS = join('test', 'deploy', 'requirements.txt');
/** Exit code, as in sysexits.h, where something that the test needs is not installed. */
const UNAVAILABLE = 69;
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;

class NotRunError extends Error {}

/** Every process that was started here, each the leader of a group of its own. */
const running = new Set<ChildProcess>();
const folder = mkdtempSync(join(tmpdir(), 'test-deploy-'));
const certificate = join(folder, 'server.crt');
const certificateKey = join(folder, 'server.key');
let isStopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stop(130));
}
try {
  await run();
  await stop(0);
} catch (error) {
  if (!isStopping) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    await stop(error instanceof NotRunError ? UNAVAILABLE : 1);
  }
}

async function run(): Promise<void> {
  const python = await phase('MiniStack is installed', installMiniStack);
  makeCertificate();
  const [port, simulatorPort] = [await findPort(), await findPort()];
  const endpoint = `https://127.0.0.1:${port}`;
  const simulatorUrl = `http://127.0.0.1:${simulatorPort}`;
  const environment = clientEnvironment(endpoint);
  const cdk = (...argv: string[]) => runLogged('node_modules/.bin/cdk', argv, environment);
  const jest = (file: string, stage: string) =>
    runShown('node_modules/.bin/jest', ['--config', 'test/deploy/jest.config.js', '--runInBand', file], {
      ...environment,
      DEPLOYED_STACK: `Messaging-${stage}`,
      SIMULATOR_PORT: String(simulatorPort),
    });

  await phase('MiniStack is up', () => startMiniStack({ python, port, simulatorUrl }));
  // 1. A stage to try things out, with the provider simulator.
  const assembly = join(folder, 'assembly');
  const context = ['-c', `stage=${STAGE}`, '-c', `simulatorUrl=${simulatorUrl}`];
  await phase('cdk synth', () => cdk('synth', '--quiet', ...context, '--output', assembly));
  const app = ['--app', assembly];
  await phase('cdk bootstrap', () => cdk('bootstrap', ...app, `aws://${ACCOUNT}/${REGION}`));
  await phase('cdk deploy', () => cdk('deploy', ...app, '--require-approval', 'never'));
  // Synthesised and bundled once more: what is the same must come out the same.
  const again = ['--output', join(folder, 'again')];
  await phase('cdk diff finds nothing', () => cdk('diff', ...context, '--fail', ...again));
  await phase('Jobs on the deployed service', () => jest('jobs.test.ts', STAGE));
  await phase('The deployed service', () => jest('service.test.ts', STAGE));
  await phase('cdk destroy', () => cdk('destroy', ...app, '--force'));

  // 2. Production, with End User Messaging. MiniStack has no configuration sets: the stack is told of one.
  // MiniStack refuses alarms on the sum of several metrics; the stack tests look at the alarms.
  const prod = ['stage=prod', 'provider=eum', 'eumConfigurationSet=test', 'alarms=off'].flatMap((setting) => [
    '-c',
    setting,
  ]);
  await phase('cdk deploy -c stage=prod -c provider=eum', () =>
    cdk('deploy', ...prod, '--require-approval', 'never', '--output', assembly),
  );
  await phase('End User Messaging', () => jest('eum.test.ts', 'prod'));
  await phase('cdk destroy of prod', () => cdk('destroy', ...app, '--force'));
  await phase('What prod has left', () => jest('retained.test.ts', 'prod'));
}

/** Does one thing and says how long it took. */
async function phase<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const beganMs = performance.now();
  let outcome = 'failed after ';
  try {
    const result = await work();
    outcome = '';
    return result;
  } finally {
    process.stdout.write(`${name}: ${outcome}${((performance.now() - beganMs) / 1000).toFixed(1)} s\n`);
  }
}

/** @returns the Python of an environment that holds MiniStack, in the versions of the requirements file */
async function installMiniStack(): Promise<string> {
  const base = findPython();
  const hash = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12);
  const home = join(process.cwd(), '.cache', `ministack-${hash}`);
  const python = join(home, 'bin', 'python');
  const mark = join(home, 'installed');
  if (existsSync(mark)) return python;
  rmSync(home, { recursive: true, force: true });
  try {
    await runLogged(base, ['-m', 'venv', home], process.env);
    const install = ['-m', 'pip', 'install', '--disable-pip-version-check', '--quiet', '-r', REQUIREMENTS];
    await runLogged(python, install, process.env);
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    const { message } = error as Error;
    throw new NotRunError(`MiniStack could not be installed with pip. Nothing was deployed.\n${message}`);
  }
  writeFileSync(mark, '');
  return python;
}

function findPython(): string {
  for (const name of ['python3', 'python']) {
    try {
      execFileSync(name, ['-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))'], {
        stdio: 'ignore',
      });
      return name;
    } catch {
      // Too old, without the modules that make an environment, or not there.
    }
  }
  throw new NotRunError(
    'The test needs Python 3.10 or later with its venv module on the PATH. Nothing was deployed.',
  );
}

/** The stack's queues, topics and buckets refuse whoever comes without TLS. */
function makeCertificate(): void {
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  try {
    execFileSync('openssl', ['req', ...options, ...names, '-keyout', certificateKey, '-out', certificate], {
      stdio: 'ignore',
    });
  } catch {
    throw new NotRunError('The test needs openssl on the PATH to make a certificate. Nothing was deployed.');
  }
}

/** What the CDK, the operator CLI and the tests find MiniStack by. */
function clientEnvironment(endpoint: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(AWS_|CDK_)/.test(name));
  return {
    ...Object.fromEntries(inherited),
    AWS_ENDPOINT_URL: endpoint,
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_CA_BUNDLE: certificate,
    NODE_EXTRA_CA_CERTS: certificate,
    NO_PROXY: '127.0.0.1,localhost',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    CDK_DISABLE_CLI_TELEMETRY: 'true',
    CI: 'true',
  };
}

async function startMiniStack(options: {
  python: string;
  port: number;
  simulatorUrl: string;
}): Promise<void> {
  const child = start(options.python, ['-m', 'ministack'], {
    // Nothing else: the handlers inherit it.
    PATH: process.env.PATH,
    HOME: folder,
    TMPDIR: folder,
    BIND_HOST: '127.0.0.1',
    GATEWAY_PORT: String(options.port),
    MINISTACK_REGION: REGION,
    IOT_MTLS_ENABLED: '0',
    // Calls are held against the policies of whoever makes them, and come by TLS.
    AUTH: 'true',
    USE_SSL: '1',
    MINISTACK_SSL_CERT: certificate,
    MINISTACK_SSL_KEY: certificateKey,
    NODE_EXTRA_CA_CERTS: certificate,
    AWS_ENDPOINT_URL_S3: `https://127.0.0.1:${options.port}`,
    // End User Messaging is what MiniStack lacks; the simulator speaks its protocol.
    AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: options.simulatorUrl,
    // Lets webhooks go to the receiver of the test, on this machine. It is said by the machine that the handlers run
    // on and not by the stack: there is no setting by which a deployment could ask for it.
    LOCAL_SERVICE: '1',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  });
  pipeOutput(child, createWriteStream(join(folder, 'ministack.log')));
  for (const deadlineMs = Date.now() + READY_TIMEOUT_MS; Date.now() < deadlineMs; await sleep(100)) {
    if (child.exitCode !== null) break;
    if (await isAnswering(`https://127.0.0.1:${options.port}/_ministack/health`)) return;
  }
  throw new Error(`MiniStack did not start:\n${readTail('ministack.log')}`);
}

function isAnswering(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { ca: readFileSync(certificate) }, (response) =>
      resolve(response.resume().statusCode === 200),
    );
    request.on('error', () => resolve(false));
  });
}

/** Runs a program to its end; only when it fails, what it said is shown. */
async function runLogged(command: string, argv: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const log = createWriteStream(join(folder, 'program.log'));
  const child = start(command, argv, environment);
  pipeOutput(child, log);
  const code = await ended(child);
  await new Promise((resolve) => log.end(resolve));
  if (code !== 0) throw new Error(`${command} ${argv.join(' ')} failed:\n${readTail('program.log')}`);
}

async function runShown(command: string, argv: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const child = start(command, argv, environment);
  pipeOutput(child, process.stdout);
  if ((await ended(child)) !== 0) {
    throw new Error(`The tests failed. MiniStack said last:\n${readTail('ministack.log')}`);
  }
}

function pipeOutput(child: ChildProcess, to: NodeJS.WritableStream): void {
  child.stdout?.pipe(to, { end: false });
  child.stderr?.pipe(to, { end: false });
}

/** The guard ends the program when this process dies, however it dies. */
function start(command: string, argv: string[], environment: NodeJS.ProcessEnv): ChildProcess {
  if (isStopping) throw new Error('It is stopping.');
  const guarded = ['test/support/service-guard.sh', command, ...argv];
  const child = spawn('sh', guarded, { env: environment, detached: true });
  running.add(child);
  return child;
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(child);
      resolve(code);
    });
  });
}

/** Ends every process, by request and then by force, and takes the folder away. */
async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const child of running) signalGroup(child, 'SIGTERM');
  for (const deadlineMs = Date.now() + STOP_TIMEOUT_MS; Date.now() < deadlineMs; await sleep(50)) {
    if ([...running].every((child) => !signalGroup(child, 0))) break;
  }
  for (const child of running) signalGroup(child, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.stdout.write(`Stopped after ${(performance.now() / 1000).toFixed(1)} s\n`);
  process.exit(exitCode);
}

/** @returns false when nobody of the child's group is left */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false;
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}

function readTail(log: string): string {
  return readFileSync(join(folder, log), 'utf8').split('\n').slice(-80).join('\n');
}

/** A port that nobody listens at, from below those that systems give away by themselves: it is taken minutes later. */
async function findPort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 30_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
