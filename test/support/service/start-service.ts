import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACCESS_DENIED } from '../../../lib/local/access-control';
import { ForeignKeyError } from '../../../shared/platform/store/bound-table';
import { localProgram } from './local-program';

/** Timeout of a start with demo data on a busy machine. */
const READY_TIMEOUT_MS = 600_000;

/** Variable with the data folder of the service that the API tests share. */
export const SERVICE_DATA_DIR = 'TEST_SERVICE_DATA_DIR';

let stopService: (() => Promise<void>) | undefined;

/** Starts one local service for all API tests; Jest calls this before the first of them. */
export async function startSharedService(): Promise<void> {
  const service = await startService();
  stopService = () => service.stop();
  process.env[SERVICE_DATA_DIR] = service.dataDir;
}

export interface StartedService {
  dataDir: string;
  isRunning(): boolean;
  /**
   * @throws Error when a function made a call that its role does not allow, read another account's data, or logged a
   *   phone number
   */
  stop(): Promise<void>;
}

/**
 * Starts a local service as a process of its own, which ends with this one.
 *
 * @param options.hasOwnTable uses the embedded engine, even when the shared service has its table elsewhere: a service
 *   whose clock moves would process items in the table of another
 */
export async function startService(
  flags: string[] = [],
  { hasOwnTable = false, environment = {} }: { hasOwnTable?: boolean; environment?: NodeJS.ProcessEnv } = {},
): Promise<StartedService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'api-tests-'));
  const guard = join(process.cwd(), 'test/support/service/service-guard.sh');
  const child = spawn('sh', [guard, process.execPath, ...localProgram(), ...flags], {
    env: {
      ...process.env,
      ...(hasOwnTable && { DYNAMODB_ENDPOINT: undefined }),
      PORT: '0',
      // Tests of the API need no pages.
      CONSOLE_BUILD: 'off',
      DATA_DIR: dataDir,
      POWERTOOLS_LOG_LEVEL: 'INFO',
      POWERTOOLS_METRICS_DISABLED: 'false',
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  await untilReady(child);
  return {
    dataDir,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: async () => {
      child.stdin.end();
      await ended;
      const denied = findDenied(dataDir);
      const personal = findPersonalData(dataDir);
      const foreign = findForeign(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
      if (personal.length > 0) throw new Error(`Personal data in the log:\n${personal.join('\n')}`);
      if (foreign.length > 0) throw new Error(`Requests reached for other accounts:\n${foreign.join('\n')}`);
      if (denied.length > 0) throw new Error(`Functions lack grants:\n${denied.join('\n')}`);
    },
  };
}

export async function stopSharedService(): Promise<void> {
  await stopService?.();
}

/** Finds each call that a function's role does not allow: retries would hide them from the tests. */
function findDenied(dataDir: string): string[] {
  const lines = readFileSync(join(dataDir, 'service.log'), 'utf8').split('\n');
  const denied = lines.filter((line) => line.includes(ACCESS_DENIED));
  return [...new Set(denied.map((line) => line.replace(/"time":"[^"]*",/, '')))];
}

/** Finds each request that `bindToAccount` refused: its answer is only a 500. */
function findForeign(dataDir: string): string[] {
  const lines = readFileSync(join(dataDir, 'service.log'), 'utf8').split('\n');
  const foreign = lines.filter((line) => line.includes(ForeignKeyError.name));
  return [...new Map(foreign.map((line) => [/"operation":"\w+"/.exec(line)?.[0], line])).values()];
}

/** Finds lines of the log with a phone number of the tests, in any form. */
function findPersonalData(dataDir: string): string[] {
  const lines = readFileSync(join(dataDir, 'service.log'), 'utf8').split('\n');
  if (!lines.some((line) => line.includes('"Request answered"'))) return ['Functions have logged nothing'];
  return lines.filter((line) => /(?:\+|%2[bB]|")1(?:206|212|415|500)\d{7}/.test(line)).slice(0, 10);
}

async function untilReady(child: ChildProcess): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const giveUp = (reason: string) => reject(new Error(`The local service ${reason}:\n${output}`));
    const timer = setTimeout(() => giveUp('did not become ready'), READY_TIMEOUT_MS);
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (!/^Ready: /m.test(output)) return;
      clearTimeout(timer);
      resolve();
    });
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('close', () => giveUp('ended before it was ready'));
  });
}
