import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORM = 'v1';

/**
 * Encrypts and authenticates a text, so that others can store it but neither read nor change it.
 *
 * @param options.key 256 bits
 * @param options.context purpose of the text: it can only be opened with the same one
 */
export function seal(text: string, options: { key: Buffer; context: string }): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, options.key, nonce).setAAD(Buffer.from(options.context));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${FORM}.${sealed.toString('base64url')}`;
}

/**
 * Opens a sealed text.
 *
 * @throws Error when the key or the context differs from that of sealing, or the text was changed
 */
export function unseal(sealed: string, options: { key: Buffer; context: string }): string {
  const [form, text = ''] = sealed.split('.');
  const bytes = Buffer.from(text, 'base64url');
  if (form !== FORM || bytes.length <= NONCE_BYTES + TAG_BYTES) throw new Error('Not a sealed text');
  const decipher = createDecipheriv(CIPHER, options.key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(options.context)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
