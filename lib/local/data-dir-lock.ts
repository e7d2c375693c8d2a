import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { FILE_MODE } from './data-dir-modes';
import { StartupError } from './startup-error';

interface Holder {
  pid: number;
  /** Distinguishes a process from a later one with the same id; undefined where the system has no such value. */
  startedAt: string | undefined;
}

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
    // Twice, because the lock may be released between the two looks at it.
    for (let attempt = 0; attempt < 2; attempt++) {
      if (tryLink(mine, path)) {
        return () => rmSync(path, { force: true });
      }
      removeIfDead(path);
    }
    if (tryLink(mine, path)) {
      return () => rmSync(path, { force: true });
    }
    throw inUse(path, readHolder(path));
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Creates the lock as a hard link, which appears with its content or not at all: a lock always has a holder. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

function removeIfDead(path: string): void {
  const holder = readHolder(path);
  if (holder !== undefined && isAlive(holder)) {
    throw inUse(path, holder);
  }
  // Two processes may reach this point at once. Only one renames the dead lock; a process that renames a fresh lock
  // instead puts it back.
  const aside = `${path}.dead.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return;
    }
    throw error;
  }
  const caught = readHolder(aside);
  if (caught !== undefined && isAlive(caught)) {
    tryLink(aside, path);
    rmSync(aside, { force: true });
    throw inUse(path, caught);
  }
  rmSync(aside, { force: true });
}

function inUse(path: string, holder: Holder | undefined): StartupError {
  const who = holder === undefined ? 'another process' : `process ${holder.pid}`;
  return new StartupError(
    `The data folder is in use by ${who} (${path}); stop it, or choose another folder with DATA_DIR.`,
  );
}

function readHolder(path: string): Holder | undefined {
  try {
    const { pid, startedAt } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>;
    return typeof pid === 'number' ? { pid, startedAt } : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') {
      return false;
    }
  }
  const { startedAt, isZombie } = describeProcess(holder.pid);
  return (
    !isZombie && (holder.startedAt === undefined || startedAt === undefined || startedAt === holder.startedAt)
  );
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
    return { pid, startedAt: undefined, isZombie: false };
  }
}
