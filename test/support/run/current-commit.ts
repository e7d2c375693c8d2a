import { execFileSync } from 'node:child_process';

/**
 * Returns the short hash of the commit that is checked out, with a `+` when the work tree differs from it.
 *
 * @param options.except files whose changes do not count, such as the one that the caller writes
 */
export function currentCommit({ except }: { except: string[] }): string {
  const changes = git('status', '--porcelain', '--', '.', ...except.map((file) => `:!${file}`));
  return `${git('log', '-1', '--format=%h')}${changes === '' ? '' : '+'}`;
}

const git = (...argv: string[]): string => execFileSync('git', argv, { encoding: 'utf8' }).trim();
