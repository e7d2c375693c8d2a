import type { webhooks } from './generated/api';

/** Event of a webhook. New types of events, and the test of an endpoint, have other `type`s: ignore what you do not know. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type]['post']['requestBody']['content']['application/json'];
}[keyof webhooks];

/** The request was not signed with a secret of the endpoint, or is too old. Answer it with 401. */
export class InvalidSignature extends Error {
  override readonly name = 'InvalidSignature';
}

const TOLERANCE_SECONDS = 300;

/**
 * Verifies a webhook, and returns its events: one, or those of a batch.
 *
 * @param options.secret `whsec_…`; during a rotation the old and the new one
 * @param options.headers of the request, as an object with names in lower case or as `Headers`
 * @param options.body as it came, before any JSON parser had it
 * @throws InvalidSignature
 */
export async function verifyWebhook(options: {
  secret: string | readonly string[];
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  body: string;
  toleranceSeconds?: number;
  now?: () => Date;
}): Promise<WebhookEvent[]> {
  const { secret, body, toleranceSeconds = TOLERANCE_SECONDS, now = () => new Date() } = options;
  const read = (name: string) => headerOf(options.headers, name);
  const [id, timestamp] = [read('webhook-id'), read('webhook-timestamp')];
  const ageSeconds = Math.abs(now().getTime() / 1_000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || ageSeconds > toleranceSeconds) {
    throw new InvalidSignature('webhook-timestamp is missing, or too far from now.');
  }
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signatures = read('webhook-signature')
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? [bytesOf(one.slice(3))] : []));
  for (const one of [secret].flat()) {
    const raw = bytesOf(one.replace(/^whsec_/, ''));
    if (!raw || raw.length === 0) throw new TypeError('A secret is whsec_ and base64.');
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    for (const signature of signatures) {
      // The platform compares in constant time.
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return readEvents(body);
    }
  }
  throw new InvalidSignature('No signature is by a secret of the endpoint.');
}

function readEvents(body: string): WebhookEvent[] {
  const value = JSON.parse(body) as WebhookEvent | { type: 'webhooks.batch'; events: WebhookEvent[] };
  return value.type === 'webhooks.batch' ? value.events : [value];
}

function headerOf(headers: Headers | Readonly<Record<string, string | string[] | undefined>>, name: string) {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
