import { hkdfSync } from 'node:crypto';
import { readKeyMaterial } from './key-material';

/** 256 bits that seal what must be stored and read back, such as the secrets that webhooks are signed with. */
export type SealingKey = Buffer;

type Environment = Record<string, string | undefined>;

let known: Promise<SealingKey> | undefined;

/**
 * The key of this stage, read once in the life of a process. In AWS its material lies in Secrets Manager, where only
 * the worker that signs, the console's function and the operator can read it; the local service hands its own over in the environment.
 */
export function getSealingKey(environment: Environment = process.env): Promise<SealingKey> {
  known ??= readKeyMaterial('WEBHOOK_KEY', environment).then(deriveSealingKey);
  // What failed once is tried again at the next call.
  known.catch(() => (known = undefined));
  return known;
}

/** @param material a text with at least 256 random bits */
export function deriveSealingKey(material: string): SealingKey {
  return Buffer.from(hkdfSync('sha256', material, '', 'webhook signing secrets', 32));
}
