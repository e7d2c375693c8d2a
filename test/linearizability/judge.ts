import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { NotRunError } from '../support/run/not-run';
import { type Call, toLines } from './history';

const SOURCE = join('test', 'linearizability', 'judge');

/** Verdict of the judge on a history, by porcupine's own words. */
export interface Verdict {
  verdict: 'Ok' | 'Illegal' | 'Unknown';
  /** Number of parts of the history that were judged by themselves, and of their steps, by model. */
  partitions: Record<string, number>;
  steps: Record<string, number>;
  problems: string[];
  milliseconds: number;
}

/**
 * Judges histories. The result has the verdict of each by its name.
 *
 * @param options.show folder for drawings of what is not linearizable
 */
export type Judge = (
  histories: ReadonlyMap<string, readonly Call[]>,
  options?: { show?: string },
) => Map<string, Verdict>;

/**
 * Builds the judge in a folder of temporary files.
 *
 * @throws NotRunError without Go, or when its proxy of modules does not answer
 */
export function buildJudge(folder: string): Judge {
  const place = join(folder, 'judge');
  mkdirSync(place);
  for (const file of readdirSync(SOURCE)) copyFileSync(join(SOURCE, file), join(place, file));
  const env = { ...process.env, GOFLAGS: '-mod=readonly', GOTOOLCHAIN: 'local' };
  const { status, stderr, error } = spawnSync('go', ['build', '-o', 'judge', '.'], {
    ...{ cwd: place, env, encoding: 'utf8' },
  });
  if (error) throw new NotRunError('There is no go on the PATH.');
  if (/dial tcp|module lookup disabled|toolchain not available/.test(stderr))
    throw new NotRunError(stderr.trim());
  if (status !== 0) throw new Error(stderr);
  return (histories, { show } = {}) => judgeBy(join(place, 'judge'), { folder, histories, show });
}

function judgeBy(
  program: string,
  options: { folder: string; histories: ReadonlyMap<string, readonly Call[]>; show: string | undefined },
): Map<string, Verdict> {
  const files = [...options.histories].map(([name, calls]) => {
    const file = join(options.folder, name);
    writeFileSync(file, toLines(calls));
    return file;
  });
  const argv = [...(options.show === undefined ? [] : ['-show', options.show]), ...files];
  const { status, stdout, stderr } = spawnSync(program, argv, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`The judge has failed: ${stderr}`);
  const verdicts = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Verdict & { file: string });
  return new Map(verdicts.map((verdict) => [basename(verdict.file), verdict]));
}
