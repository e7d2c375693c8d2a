import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { FILE_MODE } from './data-dir-modes';

/** File with a JSON value on each line, which only grows. */
export interface JsonLinesFile<T> {
  /** Values that the file held when it was opened. */
  readonly initialLines: readonly T[];
  /** Returns when the operating system has the lines: they survive the end of this process. */
  append(values: readonly T[]): void;
  clear(): void;
  close(): void;
}

/**
 * Opens the file, and creates it if it is missing. A last line that was cut off by a crash is removed, so that the next
 * one does not continue it.
 */
export function openJsonLinesFile<T>(path: string): JsonLinesFile<T> {
  const file = openSync(path, 'a+', FILE_MODE);
  const content = readFileSync(file);
  const completeBytes = content.lastIndexOf('\n') + 1;
  if (completeBytes < content.length) ftruncateSync(file, completeBytes);
  return {
    initialLines: parseLines<T>(content.toString('utf8', 0, completeBytes)),
    append: (values) => {
      if (values.length === 0) return;
      const bytes = Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    },
    clear: () => ftruncateSync(file, 0),
    close: () => closeSync(file),
  };
}

/** Skips lines that are not JSON, so that one broken line does not lose the log. */
function parseLines<T>(text: string): T[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as T];
    } catch {
      return [];
    }
  });
}
