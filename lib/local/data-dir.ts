import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { acquireLock } from './data-dir-lock';
import { FOLDER_MODE, readIfPresent, replaceFile, restrictToOwner } from './files';
import { StartupError } from './lifecycle';
import { parseObject } from './loopback-server';

const LOCK_FILE = 'lock';
const SERVICE_FILE = 'service.json';
const DEMO_FILE = 'demo.json';

/** Files that a local service writes, and those that remain when it is killed while it writes. */
const OWN_FILE =
  /^(files|event-archive|table\.db.*|(clock\.json|sent\.jsonl|events\.jsonl|demo\.json|service\.json|service\.log|webhook\.key)(\.new)?)$/;

/** Data that the operator CLI needs to reach a running service; `service.json`. */
export interface ServiceDescription {
  pid: number;
  baseUrl: string;
  region: string;
  tableName: string;
  endpoints: Record<'dynamodb' | 'sqs' | 'sns' | 's3' | 'events' | 'lambda' | 'simulator', string>;
  /** Environment that all functions share. */
  environment: Record<string, string>;
  /** Distance of its clock from the system's, in milliseconds. */
  clockOffsetMs: number;
  /** Outputs of the stack, which the operator CLI reads from a deployed one. */
  outputs: Record<string, string>;
}

/** Data that a user needs for a first request; `demo.json`. */
export interface DemoDescription {
  baseUrl: string;
  accountId: string;
  apiKeyId: string;
  apiKeySecret: string;
  from: string;
  groups: Array<{ id: string; name: string; optInType: 'SINGLE' | 'DOUBLE' }>;
  /** Password of all demo users of the console. */
  consolePassword: string;
  /** E-mail addresses of the demo users. */
  consoleUsers: string[];
}

/** Folder with everything that a local service keeps. Only one service at a time has it. */
export interface DataDir {
  path: string;
  file(name: string): string;
  readDemo(): DemoDescription | undefined;
  writeDemo(demo: DemoDescription): void;
  writeService(description: ServiceDescription): void;
  /** Removes service.json and releases the lock. */
  close(): void;
}

/**
 * Opens the folder, and makes it if it is missing.
 *
 * @param options.fresh removes what an earlier service left in it
 * @throws StartupError when it cannot be written, or another service has it
 */
export function openDataDir(options: { path: string; fresh: boolean }): DataDir {
  const path = resolve(options.path);
  const file = (name: string) => join(path, name);
  const unlock = explainFailure(path, () => {
    mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
    return acquireLock(file(LOCK_FILE));
  });
  explainFailure(path, () => {
    if (options.fresh) clear(path);
    rmSync(file(SERVICE_FILE), { force: true });
    restrictToOwner(path, (name) => OWN_FILE.test(name) || name.startsWith(LOCK_FILE));
  });
  return {
    path,
    file,
    readDemo: () => readDemo(file(DEMO_FILE)),
    writeDemo: (demo) => writeJson(file(DEMO_FILE), demo),
    writeService: (description) => writeJson(file(SERVICE_FILE), description),
    close: () => {
      rmSync(file(SERVICE_FILE), { force: true });
      unlock();
    },
  };
}

/** Removes only files that a local service writes: DATA_DIR may point to a folder that holds other things. */
function clear(path: string): void {
  for (const name of readdirSync(path).filter((entry) => OWN_FILE.test(entry))) {
    rmSync(join(path, name), { recursive: true, force: true });
  }
}

function explainFailure<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new StartupError(
      `The data folder ${path} cannot be used (${reason}); choose another one with DATA_DIR.`,
    );
  }
}

function readDemo(path: string): DemoDescription | undefined {
  const text = readIfPresent(path);
  if (text === undefined) return undefined;
  const demo = parseObject(text);
  if (demo === undefined) throw new StartupError(`${path} is not JSON; repair it, or start with --fresh.`);
  return demo as unknown as DemoDescription;
}

/** Both files hold secrets. */
const writeJson = (path: string, value: unknown) =>
  replaceFile(path, `${JSON.stringify(value, undefined, 2)}\n`);
