import type { Event } from '../../http/http-event';
import { senderIdOf } from '../sids';

/** Parameters that decide what is sent, or when, and that the service does not have: ignoring one would be wrong. */
const UNSUPPORTED = [
  'AddressRetention',
  'ApplicationSid',
  'ContentRetention',
  'ContentSid',
  'ContentVariables',
  'FallbackFrom',
  'MaxPrice',
  'PersistentAction',
  'ScheduleType',
  'SendAsMms',
  'SendAt',
  'ShortenUrls',
];

/** Names of phone numbers among the parameters. */
const PHONE_NUMBERS = new Set(['To', 'From']);

/** Parameters in the words of the service. */
const NAMES = {
  To: 'to',
  From: 'from',
  Body: 'body',
  StatusCallback: 'statusCallback',
  MessagingServiceSid: 'messagingServiceSid',
} as const;

/** Reads the parameters of a form post. */
export function readForm({ body = '', isBase64Encoded }: Pick<Event, 'body' | 'isBase64Encoded'>) {
  return new URLSearchParams(isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body);
}

/**
 * Returns the parameters of a message as the body that the service validates. An unsupported one keeps its name, so that
 * the validation refuses it; unknown ones are left out, as Twilio ignores them.
 */
export function toMessageBody(parameters: URLSearchParams): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [theirs, ours] of Object.entries(NAMES)) {
    const value = parameters.get(theirs) ?? '';
    // A program that did not escape the + of a number sends a space, which Twilio takes.
    if (value !== '') body[ours] = PHONE_NUMBERS.has(theirs) ? value.replace(/^ /, '+') : value;
  }
  const mediaUrls = parameters.getAll('MediaUrl').filter((url) => url !== '');
  if (mediaUrls.length > 0) body.mediaUrl = mediaUrls.length === 1 ? mediaUrls[0] : mediaUrls;
  const validityPeriod = parameters.get('ValidityPeriod') ?? '';
  if (validityPeriod !== '') {
    body.validityPeriod = /^\d{1,9}$/.test(validityPeriod) ? Number(validityPeriod) : validityPeriod;
  }
  for (const name of UNSUPPORTED) {
    const value = parameters.get(name) ?? '';
    if (value !== '' && value !== 'false') body[name] = value;
  }
  const { messagingServiceSid: service, ...rest } = body;
  // A program that names both wants this number of the service.
  if (typeof service !== 'string' || rest.from !== undefined) return rest;
  return { ...rest, from: senderIdOf(service) ?? service };
}
