import { hkdfSync } from 'node:crypto';
import { readKeyMaterial } from './key-material';

let known: Promise<Buffer> | undefined;

/**
 * Returns the key of 256 bits with which the networks of callers of public forms are hashed, read once in the life of a
 * process. It is derived from the material of the erasure key, and cannot be derived from that key.
 */
export function getNetworkKey(): Promise<Buffer> {
  known ??= readKeyMaterial('ERASURE_KEY', process.env).then((material) =>
    Buffer.from(hkdfSync('sha256', material, '', 'networks of callers', 32)),
  );
  // A failed read is repeated at the next call.
  known.catch(() => (known = undefined));
  return known;
}
