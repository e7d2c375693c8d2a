import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { FILE_MODE } from './files';

/** File with a JSON value on each line, which only grows. */
export interface JsonLinesFile<T> {
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
