import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { FILE_MODE } from './data-dir-modes';
import { StartupError } from './startup-error';

export const WEBHOOK_KEY_FILE = 'webhook.key';
const KEY_BYTES = 48;
const KEY_FORM = /^[A-Za-z0-9_-]{64}$/;

/** Returns what Secrets Manager generates for a deployed stack: the material of the key that seals webhook secrets. */
export function newWebhookKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

/**
 * Returns the key of a data folder, which its first service creates. Without it the endpoints' secrets in the table are
 * lost.
 *
 * @throws StartupError when the file holds something else
 */
export function readOrCreateWebhookKey(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const key = newWebhookKey();
    writeFileSync(`${path}.new`, key, { mode: FILE_MODE });
    renameSync(`${path}.new`, path);
    return key;
  }
  if (!KEY_FORM.test(text.trim())) throw new StartupError(`${path} holds no key; start with --fresh.`);
  return text.trim();
}
