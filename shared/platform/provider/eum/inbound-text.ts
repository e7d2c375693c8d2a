import { isStorableText, toStorableText } from '../../../text/storable-text';
import { MAX_PROVIDER_ID_CHARACTERS } from '../../../limits';
import type { ProviderEvents } from '../port';

/** Form of the provider's id of a message. **Source:** AWS API reference, `PutMessageFeedback`, `MessageId`. */
const MESSAGE_ID = /^[A-Za-z0-9_:/-]{1,64}$/;

/** Thrown for a record that is no inbound text. Its message names the field and never quotes the text. */
class MalformedInboundError extends Error {
  override readonly name = 'MalformedInboundError';
}

/**
 * Reads a message of two-way SMS, raw or in the envelope of SNS.
 *
 * @throws MalformedInboundError
 */
export const readInboundText: ProviderEvents['readInboundText'] = (recordBody) => {
  const { payload, publishedAt } = unwrap(recordBody);
  const providerMessageId = readText(payload, 'inboundMessageId');
  if (
    providerMessageId === '' ||
    providerMessageId.length > MAX_PROVIDER_ID_CHARACTERS ||
    !isStorableText(providerMessageId)
  ) {
    throw new MalformedInboundError('inboundMessageId is empty, too long or no Unicode');
  }
  const { previousPublishedMessageId: answeredId } = payload;
  return {
    providerMessageId,
    rawFrom: readText(payload, 'originationNumber'),
    to: readText(payload, 'destinationNumber'),
    // A STOP takes effect whatever follows it, such as half an emoji where the text was cut.
    body: toStorableText(readText(payload, 'messageBody')),
    ...(typeof answeredId === 'string' && MESSAGE_ID.test(answeredId) && { answeredId }),
    ...(publishedAt && { publishedAt }),
  };
};

/** Returns the id in a message of two-way SMS without its envelope; not checked. */
export const identifyText = ({ inboundMessageId }: Record<string, unknown>): unknown => inboundMessageId;

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
