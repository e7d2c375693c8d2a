import { createHmac, randomBytes } from 'node:crypto';
import { seal, unseal } from '../platform/secrets/seal';
import type { SealingKey } from '../platform/secrets/sealing-key';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Creates a secret: `whsec_` and 32 random bytes in base64, the format of Standard Webhooks for symmetric secrets. */
export function newSigningSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Owner of a secret: a sealed secret that is copied to another endpoint cannot be opened there. */
interface SecretOwner {
  accountId: string;
  endpointId: string;
}

/** Seals a secret in the form in which it is stored. */
export function sealSecret(secret: string, { key, owner }: { key: SealingKey; owner: SecretOwner }): string {
  return seal(secret, { key, context: ownerText(owner) });
}

/** @throws Error when the key or the owner differs from those at sealing, or the text was changed */
export function openSecret(sealed: string, { key, owner }: { key: SealingKey; owner: SecretOwner }): string {
  return unseal(sealed, { key, context: ownerText(owner) });
}

const ownerText = ({ accountId, endpointId }: SecretOwner) => `${accountId}/${endpointId}`;

/**
 * Returns the headers by which the receiver verifies that a request comes from the service and is not a repeat.
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
