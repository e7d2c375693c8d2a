import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from './lifecycle';

const READY_TIMEOUT_MS = 10_000;
const POLL_MS = 10;
const STOP_TIMEOUT_MS = 2_000;
const START_ATTEMPTS = 5;
/** Range of ports below the ephemeral ones, since a server that gets one of those holds it at all addresses. */
const PORTS = [10_000, 32_000] as const;

/**
 * Runs the engine beside a watcher that reads a pipe from this process. When the pipe closes, the watcher ends the
 * engine: on an orderly stop, and also when this process is killed.
 */
const GUARD_SCRIPT = `
umask 077
exec 3<&0
"$@" </dev/null 3<&- &
engine=$!
{ cat <&3 >/dev/null; kill -TERM $engine 2>/dev/null; sleep 1; kill -KILL $engine 2>/dev/null; } >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait $engine
status=$?
kill $watcher 2>/dev/null
exit $status
`;

export interface Engine {
  endpoint: string;
  stop(): Promise<void>;
}

/**
 * Starts the embedded DynamoDB-compatible engine on a free port and waits until it answers.
 *
 * @param options.dbPath file of the data; absent: in memory
 * @param options.onExit called when the engine exits before it was stopped
 * @throws StartupError when the engine is not installed or does not start
 */
export async function startEngine(options: {
  rootDir: string;
  dbPath?: string;
  onExit: (reason: string) => void;
}): Promise<Engine> {
  const binary = findBinary(options.rootDir);
  for (let attempt = 1; ; attempt++) {
    const host = chooseHost();
    try {
      const port = await checkIsFree(host, randomInt(...PORTS));
      return await startAt({ ...options, binary, host, port });
    } catch (error) {
      // Another process may have taken the port, even after it was found free.
      const isPortTaken = error instanceof Error && error.message.includes('already in use');
      if (!isPortTaken || attempt === START_ATTEMPTS) throw error;
    }
  }
}

function findBinary(rootDir: string): string {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    const require = createRequire(join(rootDir, 'package.json'));
    return join(dirname(require.resolve(`${name}/package.json`)), 'dynoxide');
  } catch {
    throw new StartupError(
      `The embedded database (${name}) is not installed or does not exist for this platform; run "npm install", or ` +
        'start DynamoDB Local and set DYNAMODB_ENDPOINT to its address, such as http://localhost:8000.',
    );
  }
}

async function startAt(options: {
  binary: string;
  host: string;
  port: number;
  dbPath?: string;
  onExit: (reason: string) => void;
}): Promise<Engine> {
  const command = [options.binary, '--host', options.host, '--port', String(options.port)];
  if (options.dbPath !== undefined) {
    command.push('--db-path', options.dbPath);
  }
  // The engine has a session of its own, so that Ctrl-C in the terminal reaches only this process, and the engine is
  // ended last.
  const child = spawn('/bin/sh', ['-c', GUARD_SCRIPT, 'engine-guard', ...command], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-2_000)));
  // A write or close may come after the guard has ended.
  child.stdin.on('error', () => undefined);
  let ended: string | undefined;
  let isStopping = false;
  let isReady = false;
  const exit = new Promise<void>((resolve) => {
    const end = (reason: string) => {
      if (ended !== undefined) return;
      ended = reason;
      child.stdin.destroy();
      resolve();
      if (isReady && !isStopping) {
        options.onExit(reason);
      }
    };
    child.on('error', (error) => end(error.message));
    child.on('close', () => end(lastLine(errors)));
  });
  const stop = async () => {
    isStopping = true;
    child.stdin.destroy();
    await Promise.race([exit, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    endGroup(child);
  };

  const deadlineMs = performance.now() + READY_TIMEOUT_MS;
  while (!(await accepts(options))) {
    if (ended !== undefined) throw new StartupError(`The embedded database did not start: ${ended}`);
    if (performance.now() > deadlineMs) {
      await stop();
      throw new StartupError(`The embedded database did not answer within ${READY_TIMEOUT_MS / 1000} s.`);
    }
    await sleep(POLL_MS);
  }
  isReady = true;
  return { endpoint: `http://${options.host}:${options.port}`, stop };
}

/** Ends guard and engine, which are one process group, as far as they still run. */
function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has ended.
  }
}

/**
 * Chooses an address of the loopback interface that no web page can guess, with the port one of 10^11: the engine takes
 * every request that reaches it, and allows all origins to send some. See
 * docs/decisions/the-engine-has-a-secret-address.md.
 */
function chooseHost(): string {
  return `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

/** Checks that a port is free. @throws an error of the system when another process listens there */
function checkIsFree(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(port, host, () => server.close(() => resolve(port)));
  });
}

function accepts({ host, port }: { host: string; port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
