import { hkdfSync } from 'node:crypto';
import { readKeyMaterial } from './key-material';

/** Key of 256 bits that seals stored values which must be read back, such as the signing secrets of webhooks. */
export type SealingKey = Buffer;

type Environment = Record<string, string | undefined>;

let known: Promise<SealingKey> | undefined;

/**
 * Returns the key of this stage, read once in the life of a process. In AWS its material is in Secrets Manager, where
 * only the worker that signs, the console's function and the operator can read it; the local service passes its own in
 * the environment.
 */
export function getSealingKey(environment: Environment = process.env): Promise<SealingKey> {
  known ??= readKeyMaterial('WEBHOOK_KEY', environment).then(deriveSealingKey);
  // A failed read is repeated at the next call.
  known.catch(() => (known = undefined));
  return known;
}

/**
 * Derives the key from its material.
 *
 * @param material text with at least 256 random bits
 */
export function deriveSealingKey(material: string): SealingKey {
  return Buffer.from(hkdfSync('sha256', material, '', 'webhook signing secrets', 32));
}
