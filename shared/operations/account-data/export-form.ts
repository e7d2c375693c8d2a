import { createHmac } from 'node:crypto';
import { boolean, type InferOutput, literal, number, object, optional, record, string } from 'valibot';
import type { ErasureKey } from '../../platform/erasure-key';

/** Of the file itself. Items have the form of the release that wrote it, which later releases read as well. */
export const FORM = 1;

/** The first line, under `accountExport`. */
export const EXPORT_HEAD = object({
  form: literal(FORM),
  id: string(),
  accountId: string(),
  name: string(),
  exportedAt: string(),
});
export type ExportHead = InferOutput<typeof EXPORT_HEAD>;

/** The last line, under `end`. */
export const EXPORT_END = object({
  items: number(),
  /** Of all lines before this one, line ends included, in hex. */
  sha256: string(),
  /** What waited for work when it was exported, by its kind. */
  underWay: record(string(), number()),
  /** Whether balances, settings or members changed while it was written. */
  isChangedMeanwhile: boolean(),
  /** Tells whether another stack knows erased people by the same key; absent where no one was erased. */
  erasureKeyCheck: optional(string()),
});
export type ExportEnd = InferOutput<typeof EXPORT_END>;

/** Says nothing of the key, but whether it is the same. */
export const checkValueOf = (key: ErasureKey, accountId: string): string =>
  createHmac('sha256', key).update(`export of ${accountId}`, 'utf8').digest('base64url');
