import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { localProgram } from '../../../support/service/local-program';

const ROOT = join(__dirname, '../../../..');

export interface ServiceProcess {
  child: ChildProcess;
  baseUrl: string;
  stdout(): string;
  stderr(): string;
  exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** Starts the program as `npm start` does; the caller ends it on every path. */
export function spawnService(options: {
  dataDir: string;
  flags?: string[];
  environment?: Record<string, string>;
}): Omit<ServiceProcess, 'baseUrl'> {
  const child = spawn(process.execPath, [...localProgram(), ...(options.flags ?? [])], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: '0',
      CONSOLE_BUILD: 'off',
      DATA_DIR: options.dataDir,
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const exit = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  );
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    exit,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return exit;
    },
  };
}

/** Waits for the line that says that the service is ready; throws its output when it has ended instead. */
export async function untilReady(service: Omit<ServiceProcess, 'baseUrl'>): Promise<ServiceProcess> {
  let ended = false;
  void service.exit.then(() => (ended = true));
  for (;;) {
    const baseUrl = /^Ready: (http:\/\/localhost:\d+)/m.exec(service.stdout())?.[1];
    // The curl line is printed last.
    if (baseUrl !== undefined && /^curl .*\n/m.test(service.stdout())) return { ...service, baseUrl };
    if (ended) {
      service.child.kill('SIGKILL');
      throw new Error(`The service ended before it was ready:\n${service.stdout()}\n${service.stderr()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
