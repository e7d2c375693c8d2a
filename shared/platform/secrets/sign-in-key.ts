import { hkdfSync } from 'node:crypto';
import { readKeyMaterial } from './key-material';

let known: Promise<Buffer> | undefined;

/**
 * Returns the key of 256 bits that seals unfinished sign-ins and the ID tokens of sessions, and hashes the addresses
 * from which users sign in. Read once in the life of a process.
 */
export function getSignInKey(): Promise<Buffer> {
  known ??= readKeyMaterial('SIGN_IN_KEY', process.env).then((material) =>
    Buffer.from(hkdfSync('sha256', material, '', 'sign-ins under way', 32)),
  );
  // A failed read is repeated at the next call.
  known.catch(() => (known = undefined));
  return known;
}
