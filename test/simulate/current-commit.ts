import { execFileSync } from 'node:child_process';

/**
 * Returns the short hash of the commit that is checked out, with a `+` when the work tree differs from it.
 *
 * @param options.except file whose changes do not count, since the caller writes it
 */
export function currentCommit({ except }: { except: string }): string {
  const changes = git('status', '--porcelain', '--', '.', `:!${except}`);
  return `${git('log', '-1', '--format=%h')}${changes === '' ? '' : '+'}`;
}

const git = (...argv: string[]): string => execFileSync('git', argv, { encoding: 'utf8' }).trim();
