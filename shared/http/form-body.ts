import type { Event } from './http-event';

const FORM_MEDIA_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/**
 * Reads the fields of a form that a browser has sent, as text or as base64, as API Gateway passes it.
 *
 * @returns the status of the refusal for another media type, a compressed body, or one that is too large
 */
export function readFormBody(event: Event, options: { maxBytes: number }): URLSearchParams | 413 | 415 {
  const encoding = event.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (!FORM_MEDIA_TYPE.test(event.headers['content-type'] ?? '') || encoding !== 'identity') return 415;
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  return bytes.length > options.maxBytes ? 413 : new URLSearchParams(bytes.toString('utf8'));
}
