import { randomBytes } from 'node:crypto';
import { readIfPresent, replaceFile } from './files';
import { StartupError } from './lifecycle';

/** Credentials with which the AWS clients of one run sign. */
export interface LocalCredentials {
  /** The only part of a signature that the endpoints of the local cloud compare, except for presigned URLs. */
  accessKeyId: string;
  secretAccessKey: string;
}

/** Creates credentials that differ in each run; other programs of the same user find them in `service.json`. */
export function newLocalCredentials(): LocalCredentials {
  return {
    accessKeyId: `LOCAL${randomBytes(16).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(32).toString('base64url'),
  };
}

export const WEBHOOK_KEY_FILE = 'webhook.key';
const KEY_BYTES = 48;
const KEY_FORM = /^[A-Za-z0-9_-]{64}$/;

/** Returns what Secrets Manager generates for a deployed stack: the material of the key that seals webhook secrets. */
export const newWebhookKey = () => randomBytes(KEY_BYTES).toString('base64url');

/**
 * Returns the key of a data folder, which its first service creates. Without it the endpoints' secrets in the table are
 * lost.
 *
 * @throws StartupError when the file holds something else
 */
export function readOrCreateWebhookKey(path: string): string {
  const kept = readIfPresent(path)?.trim();
  const key = kept ?? newWebhookKey();
  if (!KEY_FORM.test(key)) throw new StartupError(`${path} holds no key; start with --fresh.`);
  if (kept === undefined) replaceFile(path, key);
  return key;
}
