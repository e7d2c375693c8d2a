import {
  chmodSync,
  closeSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;

/** Reads a text file; `undefined` when it does not exist. */
export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file and renames it into place, readable by the owner only: a crash leaves the old content or the new one. */
export function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: FILE_MODE });
  renameSync(`${path}.new`, path);
}

/**
 * Lets only the owner read the folder and the service's files in it, whatever their modes were before. A folder with
 * other files in it keeps its mode: others may need it, as with /tmp.
 *
 * @param isOwn returns true when a file of this name is the service's
 */
export function restrictToOwner(path: string, isOwn: (name: string) => boolean): void {
  const names = readdirSync(path);
  const own = names.filter(isOwn);
  if (own.length === names.length) restrict(path, FOLDER_MODE);
  for (const name of own) {
    const file = join(path, name);
    // Another process that has just failed to get the lock may be removing its own file.
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile()) restrict(file, FILE_MODE);
  }
}

function restrict(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    // EPERM: only the owner can change a mode. This file or folder belongs to another user who has lent it.
    if (!['EPERM', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** File with a JSON value on each line, which only grows. */
interface JsonLinesFile<T> {
  /** Values that the file held when it was opened. */
  readonly initialLines: readonly T[];
  /** Returns when the operating system has the lines: they survive the end of this process. */
  append(values: readonly T[]): void;
  clear(): void;
  close(): void;
}

const NO_FILE = {
  initialLines: [],
  append: () => undefined,
  clear: () => undefined,
  close: () => undefined,
};

/**
 * Opens the file, and creates it if it is missing. A last line that was cut off by a crash is removed, so that the next
 * one does not continue it. Other lines that are not JSON are skipped, so that one broken line does not lose the log.
 *
 * @param path absent: nothing is kept
 */
export function openJsonLinesFile<T>(path: string | undefined): JsonLinesFile<T> {
  if (path === undefined) return NO_FILE;
  const file = openSync(path, 'a+', FILE_MODE);
  const content = readFileSync(file);
  const completeBytes = content.lastIndexOf('\n') + 1;
  if (completeBytes < content.length) ftruncateSync(file, completeBytes);
  const lines = content.toString('utf8', 0, completeBytes).split('\n');
  return {
    initialLines: lines.flatMap((line) => {
      try {
        return [JSON.parse(line) as T];
      } catch {
        return [];
      }
    }),
    append: (values) => {
      if (values.length === 0) return;
      const bytes = Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    },
    clear: () => ftruncateSync(file, 0),
    close: () => closeSync(file),
  };
}
