import { isStorableText, toStorableText } from '../text/storable-text';

/** Text from a phone, as the provider reports it. */
export interface InboundText {
  /** The provider's id of the text; the same at every delivery. */
  inboundMessageId: string;
  rawFrom: string;
  to: string;
  body: string;
  /** Time at which the provider published the text; absent when it reports none. */
  publishedAt?: Date;
}

/** Thrown for a record that is no inbound text. Its message names the field and never quotes the text. */
export class MalformedInboundError extends Error {
  override readonly name = 'MalformedInboundError';
}

const LONGEST_ID = 256;

/**
 * Reads the body of a record of the inbound queue: a message of two-way SMS of AWS End User Messaging, raw or in the
 * envelope of SNS.
 *
 * @throws MalformedInboundError; the record then goes to the dead-letter queue for the operator
 */
export function readInboundText(recordBody: unknown): InboundText {
  const { payload, publishedAt } = unwrap(recordBody);
  const inboundMessageId = readText(payload, 'inboundMessageId');
  if (inboundMessageId === '' || inboundMessageId.length > LONGEST_ID || !isStorableText(inboundMessageId)) {
    throw new MalformedInboundError('inboundMessageId is empty, too long or no Unicode');
  }
  return {
    inboundMessageId,
    rawFrom: readText(payload, 'originationNumber'),
    to: readText(payload, 'destinationNumber'),
    // A STOP takes effect whatever follows it, such as half an emoji where the text was cut.
    body: toStorableText(readText(payload, 'messageBody')),
    ...(publishedAt && { publishedAt }),
  };
}

function unwrap(recordBody: unknown): { payload: Record<string, unknown>; publishedAt?: Date | undefined } {
  const outer = readObject(recordBody);
  if (outer.Type !== 'Notification' || typeof outer.Message !== 'string') return { payload: outer };
  let inner: unknown;
  try {
    inner = JSON.parse(outer.Message);
  } catch {
    throw new MalformedInboundError('The message of the notification is no JSON');
  }
  const publishedAt = new Date(typeof outer.Timestamp === 'string' ? outer.Timestamp : Number.NaN);
  return {
    payload: readObject(inner),
    ...(Number.isFinite(publishedAt.getTime()) && { publishedAt }),
  };
}

function readObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new MalformedInboundError('The record is no object');
  }
  return value as Record<string, unknown>;
}

function readText(payload: Record<string, unknown>, field: string): string {
  const value = payload[field];
  if (typeof value !== 'string') throw new MalformedInboundError(`${field} is no text`);
  return value;
}
