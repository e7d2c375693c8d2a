import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { FILE_MODE, readIfPresent } from './files';
import { StartupError } from './lifecycle';
import { parseObject } from './loopback-server';

/**
 * Takes the lock of a folder. The lock of a dead process is taken over.
 *
 * @returns releases the lock
 * @throws StartupError that names the living process that holds it
 */
export function acquireLock(path: string): () => void {
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, JSON.stringify(describeProcess(process.pid)), { mode: FILE_MODE });
  try {
    const holder = readHolder(path);
    if (holder && !isAlive(holder)) rmSync(path, { force: true });
    // A hard link appears with its content or not at all: a lock always has a holder.
    linkSync(mine, path);
    return () => rmSync(path, { force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new StartupError(
      `The data folder is in use by process ${readHolder(path)?.pid} (${path}); stop it, or choose another folder with DATA_DIR.`,
    );
  } finally {
    rmSync(mine, { force: true });
  }
}

interface Holder {
  pid: number;
  /** Distinguishes a process from a later one with the same id; undefined where the system has no such value. */
  startedAt?: string | undefined;
}

/** Reads the holder of a lock; `undefined` when there is no lock. A lock that holds something else has none alive. */
function readHolder(path: string): Holder | undefined {
  const text = readIfPresent(path);
  if (text === undefined) return undefined;
  const { pid, startedAt } = parseObject(text) ?? {};
  return { pid: typeof pid === 'number' ? pid : 0, startedAt: startedAt as string | undefined };
}

function isAlive(holder: Holder): boolean {
  if (!(holder.pid > 0)) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const { startedAt = holder.startedAt, isZombie } = describeProcess(holder.pid);
  return !isZombie && (holder.startedAt ?? startedAt) === startedAt;
}

/**
 * Describes a process from /proc, if the system has it: the start time in clock ticks since boot, and the boot itself.
 */
function describeProcess(pid: number): Holder & { isZombie: boolean } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may contain blanks and brackets; what follows the last one may not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { pid, startedAt: `${boot}:${fields[19]}`, isZombie: fields[0] === 'Z' };
  } catch {
    return { pid, isZombie: false };
  }
}
