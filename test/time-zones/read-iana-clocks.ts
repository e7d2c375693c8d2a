import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pythonEnvironment } from '../support/run/python-environment';

const FOLDER = join('test', 'time-zones');
const REQUIREMENTS = join(FOLDER, 'requirements.txt');

/** Clock of a zone between two moments; times and offsets in seconds. */
export interface IanaClock {
  name: string;
  /** Offset at the first moment. */
  offset: number;
  /** First second of each new offset, and the offset. */
  changes: Array<[at: number, offset: number]>;
}

/** Reads the clocks of IANA's zones as they were compiled for Python's package tzdata, by Python. */
export function readIanaClocks(
  fromSecond: number,
  toSecond: number,
): { release: string; clocks: IanaClock[] } {
  const argv = [join(FOLDER, 'clocks.py'), `${fromSecond}`, `${toSecond}`];
  const { status, stdout, stderr } = spawnSync(pythonEnvironment(REQUIREMENTS), argv, {
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
    // Zones of the package, not of this machine.
    env: { ...process.env, PYTHONTZPATH: '' },
  });
  if (status !== 0) throw new Error(`Python has failed: ${stderr}`);
  const [release, ...clocks] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  return { release: release as string, clocks: clocks as IanaClock[] };
}

/** Returns the newest release in the registry, such as `2026f`; `undefined` when it does not answer. */
export function newestRelease(): string | undefined {
  const argv = ['-m', 'pip', 'index', 'versions', 'tzdata', '--disable-pip-version-check'];
  const { status, stdout } = spawnSync('python3', argv, { encoding: 'utf8' });
  const [, year, number] = /\((\d{4})\.(\d+)/.exec(stdout) ?? [];
  if (status !== 0 || year === undefined) return undefined;
  return `${year}${String.fromCharCode('a'.charCodeAt(0) + Number(number) - 1)}`;
}
