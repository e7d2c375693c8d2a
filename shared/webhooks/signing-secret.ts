import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { SealingKey } from '../platform/sealing-key';

export const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORM = 'v1';

/** `whsec_` and 32 random bytes in base64, as Standard Webhooks writes its symmetric secrets. */
export function newSigningSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Whose secret it is: a sealed secret that is copied to another endpoint does not open there. */
export interface SecretOwner {
  accountId: string;
  endpointId: string;
}

/** The form in which a secret is stored. */
export function sealSecret(secret: string, options: { key: SealingKey; owner: SecretOwner }): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, options.key, nonce).setAAD(ownerText(options.owner));
  const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${FORM}.${sealed.toString('base64url')}`;
}

/** @throws Error when the key or the owner is another one than at sealing, or the text was changed */
export function openSecret(sealed: string, options: { key: SealingKey; owner: SecretOwner }): string {
  const [form, text = ''] = sealed.split('.');
  const bytes = Buffer.from(text, 'base64url');
  if (form !== FORM || bytes.length <= NONCE_BYTES + TAG_BYTES) throw new Error('Not a sealed secret');
  const decipher = createDecipheriv(CIPHER, options.key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(ownerText(options.owner)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

const ownerText = (owner: SecretOwner) => Buffer.from(`${owner.accountId}/${owner.endpointId}`);

/**
 * The headers by which the receiver knows that a request is ours, and has not seen it before.
 *
 * @param options.secrets each gives its own signature, so that during a rotation either one verifies
 * @param options.at of this attempt: receivers refuse requests older than a few minutes
 *
 * **Source:** Standard Webhooks 1.0.0, "Webhook headers" and "Signature scheme".
 */
export function signatureHeaders(options: {
  eventId: string;
  payload: string;
  secrets: string[];
  at: Date;
}): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(options.at.getTime() / 1000));
  const signed = `${options.eventId}.${timestamp}.${options.payload}`;
  const signatures = options.secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed, 'utf8').digest('base64')}`;
  });
  return {
    'webhook-id': options.eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
