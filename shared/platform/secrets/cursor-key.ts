import { hkdfSync } from 'node:crypto';
import { readKeyMaterial, readKeyVersion } from './key-material';

/** Key of 256 bits that seals the cursors of lists. */
export type CursorKey = Buffer;

/** Shortest time between two reads of the keys: a caller can send any number of invalid cursors. */
const READ_AGAIN_AFTER_MS = 60_000;

let known: { keys: Promise<[CursorKey, ...CursorKey[]]>; readAtMs: number } | undefined;

/**
 * Returns the keys of this stage: first the current one, which seals; then the previous one, with which cursors from
 * before the last rotation were sealed.
 *
 * @param options.isFresh true after a cursor that none of the keys opens: the key may have been rotated since it was
 *   read
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

/**
 * Derives the key from its material.
 *
 * @param material text with at least 256 random bits
 */
function deriveCursorKey(material: string): CursorKey {
  return Buffer.from(hkdfSync('sha256', material, '', 'cursors of lists', 32));
}
