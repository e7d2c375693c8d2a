import { hkdfSync } from 'node:crypto';
import { readKeyMaterial } from './key-material';

/** Key of 256 bits with which the phone numbers of erased people are hashed. */
export type ErasureKey = Buffer;

let known: Promise<ErasureKey> | undefined;

/** Returns the key of this stage, read once in the life of a process. */
export function getErasureKey(): Promise<ErasureKey> {
  known ??= readKeyMaterial('ERASURE_KEY', process.env).then(deriveErasureKey);
  // A failed read is repeated at the next call.
  known.catch(() => (known = undefined));
  return known;
}

/**
 * Derives the key from its material.
 *
 * @param material text with at least 256 random bits
 */
export function deriveErasureKey(material: string): ErasureKey {
  return Buffer.from(hkdfSync('sha256', material, '', 'phone numbers of erased people', 32));
}
