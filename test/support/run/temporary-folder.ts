import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/**
 * Removes the folder when the pipe from its owner closes. It tries repeatedly, as the owner's programs may still run.
 */
const GUARD_SCRIPT = `
cat >/dev/null
for attempt in 1 2 3 4 5 6 7 8 9 10; do
  rm -rf "$1" 2>/dev/null
  sleep 1
  [ -e "$1" ] || exit 0
done
`;

/**
 * Gives this process and the programs that it starts a folder of their own for temporary files. The folder is removed
 * when this process ends, also when it is killed.
 */
export function useTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'messaging-tests-'));
  const guard = spawn('sh', ['-c', GUARD_SCRIPT, 'temporary-folder-guard', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C in the terminal must not end the guard.
    detached: true,
  });
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  process.on('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // A program that is just ending wrote to it: the guard tries again.
    }
  });
  process.env.TMPDIR = folder;
  keepCompiled(folder);
  return folder;
}

/** Keeps the output of tsx, which it compiles into the folder of temporary files, for later runs. */
function keepCompiled(folder: string): void {
  const kept = join(process.cwd(), '.cache', 'tsx');
  mkdirSync(kept, { recursive: true });
  symlinkSync(kept, join(folder, `tsx-${process.geteuid?.() ?? userInfo().username}`));
}
