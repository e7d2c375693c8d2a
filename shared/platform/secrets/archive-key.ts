import { hkdfSync } from 'node:crypto';
import { readKeyMaterial } from './key-material';

let known: Promise<Buffer> | undefined;

/**
 * Returns the key of 256 bits with which the phone numbers of people are hashed in the event archive, read once in the
 * life of a process.
 */
export function getArchiveKey(): Promise<Buffer> {
  known ??= readKeyMaterial('ARCHIVE_KEY', process.env).then((material) =>
    Buffer.from(hkdfSync('sha256', material, '', 'people in the event archive', 32)),
  );
  // A failed read is repeated at the next call.
  known.catch(() => (known = undefined));
  return known;
}
