import { createHmac } from 'node:crypto';
import { boolean, type InferOutput, literal, number, object, optional, record, string } from 'valibot';
import type { ErasureKey } from '../../../platform/secrets/erasure-key';

/**
 * Version of the file format. Items have the form of the release that wrote the file, which later releases can read.
 */
export const FORM = 1;

/** First line, under `accountExport`. */
export const EXPORT_HEAD = object({
  form: literal(FORM),
  id: string(),
  accountId: string(),
  name: string(),
  exportedAt: string(),
});
export type ExportHead = InferOutput<typeof EXPORT_HEAD>;

/** Last line, under `end`. */
export const EXPORT_END = object({
  items: number(),
  /** SHA-256 of all lines before this one, line ends included, in hex. */
  sha256: string(),
  /** Items that waited for work at the time of the export, by kind. */
  underWay: record(string(), number()),
  /** True when balances, settings or members changed while the file was written. */
  isChangedMeanwhile: boolean(),
  /** Check value that shows if another stack hashes erased people with the same key; absent without erased people. */
  erasureKeyCheck: optional(string()),
});
export type ExportEnd = InferOutput<typeof EXPORT_END>;

/** Computes a check value that reveals only if two keys are the same. */
export const checkValueOf = (key: ErasureKey, accountId: string): string =>
  createHmac('sha256', key).update(`export of ${accountId}`, 'utf8').digest('base64url');
