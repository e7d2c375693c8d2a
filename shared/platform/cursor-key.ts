import { hkdfSync } from 'node:crypto';
import { readKeyMaterial, readKeyVersion } from './key-material';

/** 256 bits that seal the cursors of lists. */
export type CursorKey = Buffer;

/** Keys are read again this long after the last time at the earliest: a caller can send any cursor as often as wished. */
const READ_AGAIN_AFTER_MS = 60_000;

let known: { keys: Promise<[CursorKey, ...CursorKey[]]>; readAtMs: number } | undefined;

/**
 * The keys of this stage, the one that seals first; then the one before its last rotation, with which cursors of walks under
 * way are sealed.
 *
 * @param options.isFresh for a cursor that none of them opens: the key may have been rotated since it was read
 */
export function getCursorKeys({ isFresh = false } = {}): Promise<[CursorKey, ...CursorKey[]]> {
  const nowMs = performance.now();
  const isOld = known !== undefined && isFresh && nowMs - known.readAtMs >= READ_AGAIN_AFTER_MS;
  if (known && !isOld) return known.keys;
  const read = { keys: readKeys(), readAtMs: nowMs };
  known = read;
  // A failed read is repeated at the next call.
  read.keys.catch(() => {
    if (known === read) known = undefined;
  });
  return read.keys;
}

async function readKeys(): Promise<[CursorKey, ...CursorKey[]]> {
  const [current, previous] = await Promise.all([
    readKeyMaterial('CURSOR_KEY', process.env),
    readKeyVersion('CURSOR_KEY', process.env, 'previous'),
  ]);
  return [deriveCursorKey(current), ...(previous === undefined ? [] : [deriveCursorKey(previous)])];
}

/** @param material a text with at least 256 random bits */
export function deriveCursorKey(material: string): CursorKey {
  return Buffer.from(hkdfSync('sha256', material, '', 'cursors of lists', 32));
}
