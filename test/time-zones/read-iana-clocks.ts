import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join('test', 'time-zones');
const REQUIREMENTS = join(FOLDER, 'requirements.txt');
/** The module zoneinfo came with it. */
const OLDEST_PYTHON = '3.9';

/** Something that the check needs is not installed, or cannot be fetched. */
export class NotRunError extends Error {}

/** A zone's clock between two moments; times and offsets in seconds. */
export interface IanaClock {
  name: string;
  /** At the first moment. */
  offset: number;
  /** The first second of each new offset, and the offset. */
  changes: Array<[at: number, offset: number]>;
}

/** The clocks of IANA's zones as they were compiled for Python's package tzdata, read by Python. */
export function readIanaClocks(
  fromSecond: number,
  toSecond: number,
): { release: string; clocks: IanaClock[] } {
  const home = installTzdata();
  const { status, stdout, stderr } = python([join(FOLDER, 'clocks.py'), `${fromSecond}`, `${toSecond}`], {
    PYTHONPATH: home,
    // The zones of the package, not those of this machine.
    PYTHONTZPATH: '',
  });
  if (status !== 0) throw new Error(`Python has failed: ${stderr}`);
  const [release, ...clocks] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  return { release: release as string, clocks: clocks as IanaClock[] };
}

/** The newest release that the registry has, such as `2026f`; `undefined` when it cannot be asked. */
export function newestRelease(): string | undefined {
  const { status, stdout } = python(['-m', 'pip', 'index', 'versions', 'tzdata']);
  const [, year, number] = /\((\d{4})\.(\d+)/.exec(stdout) ?? [];
  if (status !== 0 || year === undefined) return undefined;
  return `${year}${String.fromCharCode('a'.charCodeAt(0) + Number(number) - 1)}`;
}

/** @returns the folder with the package, in the version and with the content that the requirements name */
function installTzdata(): string {
  const isNewEnough = `import sys; sys.exit(sys.version_info < (${OLDEST_PYTHON.replace('.', ', ')}))`;
  if (python(['-c', isNewEnough]).status !== 0)
    throw new NotRunError(`There is no Python ${OLDEST_PYTHON} or later on the PATH.`);
  const hash = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12);
  const home = join('.cache', `tzdata-${hash}`);
  const mark = join(home, 'installed');
  if (existsSync(mark)) return home;
  rmSync(home, { recursive: true, force: true });
  const argv = ['-m', 'pip', 'install', '--quiet', '--require-hashes', '--target', home, '-r', REQUIREMENTS];
  const { status, stderr } = python(argv);
  if (status !== 0) {
    rmSync(home, { recursive: true, force: true });
    throw new NotRunError(`pip could not install tzdata: ${stderr}`);
  }
  writeFileSync(mark, '');
  return home;
}

const python = (argv: string[], environment: Record<string, string> = {}) =>
  spawnSync('python3', argv, {
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
    env: { ...process.env, PIP_DISABLE_PIP_VERSION_CHECK: '1', ...environment },
  });
