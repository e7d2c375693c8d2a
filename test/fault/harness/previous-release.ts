import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Platform } from '../../../shared/platform/platform';
import { NotRunError } from '../../support/run/not-run';

type Handler = (event: never, context: never) => Promise<unknown>;

/** Functions of an earlier release, which run beside those of this one on the same table. */
export interface PreviousRelease {
  commit: string;
  /** Returns the handler of a file such as `functions/workers/send-chunk`; `undefined` when the release has none. */
  handlerOf: (file: string) => Handler | undefined;
  /** Gives its functions the parts of this release, and the table through a client of their own. */
  usePlatform: (parts: Partial<Platform>, table: { client: object; name: string }) => void;
}

/**
 * Loads the functions of a commit from its own sources, with the packages that are installed here.
 *
 * @param files of the functions, without their ending
 */
export async function loadRelease(revision: string, files: readonly string[]): Promise<PreviousRelease> {
  const commit = git('rev-parse', '--verify', `${revision}^{commit}`).toString('utf8').trim();
  const folder = checkOut(commit);
  const load = async (file: string) =>
    (await import(pathToFileURL(join(folder, `${file}.ts`)).href)) as Record<string, unknown>;
  const known = files.filter((file) => existsSync(join(folder, `${file}.ts`)));
  const handlers = new Map<string, Handler>();
  for (const file of known) handlers.set(file, (await load(file)).handler as Handler);
  const { getPlatform } = (await load('shared/platform/platform')) as { getPlatform: () => Platform };
  const { Table } = (await load('shared/platform/store/table')) as {
    Table: new (client: DynamoDBDocumentClient, name: string) => Platform['table'];
  };
  return {
    commit,
    handlerOf: (file) => handlers.get(file),
    usePlatform: (parts, { client, name }) => {
      const table = new Table(client as DynamoDBDocumentClient, name);
      Object.assign(getPlatform(), { ...parts, table });
    },
  };
}

/**
 * Finds the last release before this commit: the newest tag such as `v1.2.0`.
 *
 * @throws NotRunError when none is tagged; until then stored forms may change
 */
export function lastRelease(): string {
  const { status, stdout } = spawnSync(
    'git',
    ['describe', '--tags', '--match', 'v[0-9]*', '--exclude', '*-*', '--abbrev=0', 'HEAD^'],
    { encoding: 'utf8' },
  );
  if (status === 0) return stdout.trim();
  throw new NotRunError(
    'no release is tagged yet, so that there is none whose functions meet the items of these.',
  );
}

/** Checks out the sources of a commit and generates the rest, once. */
function checkOut(commit: string): string {
  const folder = resolve('.cache', 'releases', commit);
  if (existsSync(join(folder, 'generated'))) return folder;
  const draft = `${folder}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  execFileSync('tar', ['-x', '-C', draft], { input: git('archive', commit) });
  symlinkSync(resolve('node_modules'), join(draft, 'node_modules'));
  execFileSync(process.execPath, ['--import', 'tsx', join('bin', 'generate.ts')], {
    cwd: draft,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  writeFileSync(join(draft, 'generated'), '');
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  return folder;
}

const git = (...argv: string[]) => execFileSync('git', argv, { maxBuffer: 512 * 1024 * 1024 });
