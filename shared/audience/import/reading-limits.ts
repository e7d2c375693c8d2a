import {
  MAX_IMPORT_ROWS,
  MAX_JSON_DEPTH,
  MAX_UNPACKED_IMPORT_BYTES,
  MAX_UNPACKING_RATIO,
} from '../../limits';
import { UnreadableFileError } from './problem';

/** How much of a file is read. */
export interface ReadingLimits {
  /** Empty ones included. */
  rows: number;
  unpackedBytes: number;
  /** Unpacked bytes for each packed one. */
  unpackingRatio: number;
}

export const READING_LIMITS: ReadingLimits = {
  rows: MAX_IMPORT_ROWS,
  unpackedBytes: MAX_UNPACKED_IMPORT_BYTES,
  unpackingRatio: MAX_UNPACKING_RATIO,
};

/** How a file is read, whatever is in it. */
export interface TextReading {
  /** Awaited with each piece of the text, of some kilobytes: a file can go on for gigabytes without a row. */
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

/** @throws UnreadableFileError a packed file, of which so much was read and unpacked, is larger than it may be */
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

/** Whether a value has more levels than any row: functions that call themselves for each level would fail. */
export const isTooDeep = (value: unknown, levels = MAX_JSON_DEPTH): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1)));
