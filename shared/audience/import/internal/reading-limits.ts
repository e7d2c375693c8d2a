import {
  MAX_IMPORT_ROWS,
  MAX_JSON_DEPTH,
  MAX_UNPACKED_IMPORT_BYTES,
  MAX_UNPACKING_RATIO,
} from '../../../limits';
import { UnreadableFileError } from '../problem';

/** Limits of what is read of a file. */
interface ReadingLimits {
  /** Number of rows, with empty ones. */
  rows: number;
  unpackedBytes: number;
  /** Unpacked bytes for each packed byte. */
  unpackingRatio: number;
}

export const READING_LIMITS: ReadingLimits = {
  rows: MAX_IMPORT_ROWS,
  unpackedBytes: MAX_UNPACKED_IMPORT_BYTES,
  unpackingRatio: MAX_UNPACKING_RATIO,
};

/** Options for reading any file. */
export interface TextReading {
  /** Awaited after each chunk of text, of some kilobytes: a file can go on for gigabytes without a row. */
  onProgress?: (() => Promise<void>) | undefined;
  limits?: ReadingLimits | undefined;
}

/** @throws UnreadableFileError */
export function checkRowCount(rows: number, { limits = READING_LIMITS }: TextReading): void {
  if (rows <= limits.rows) return;
  throw new UnreadableFileError(
    `The file has more than ${limits.rows.toLocaleString('en-US')} rows, empty ones included: split it.`,
  );
}

/** @throws UnreadableFileError when a packed file, read and unpacked so far, is larger than allowed */
export function checkUnpacked(
  { packed, unpacked }: { packed: number; unpacked: number },
  { unpackingRatio, unpackedBytes }: ReadingLimits,
): void {
  if (unpacked > unpackingRatio * packed) {
    throw new UnreadableFileError(
      `The file unpacks to more than ${unpackingRatio} times its size: upload it without packing it.`,
    );
  }
  if (unpacked > unpackedBytes) {
    throw new UnreadableFileError(
      `The file is larger than ${unpackedBytes / 1024 ** 3} GB when unpacked: split it.`,
    );
  }
}

/**
 * Returns true when a value is nested deeper than any row can be, which would overflow the stack of recursive
 * functions.
 */
export const isTooDeep = (value: unknown, levels = MAX_JSON_DEPTH): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1)));
