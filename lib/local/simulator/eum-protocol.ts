import { randomUUID } from 'node:crypto';
import type { Answer } from './answers';

/** A message as the simulator takes it, in whatever protocol it came. */
export interface HandedOver {
  messageId: string;
  to: string;
  from: string;
  body: string;
  mediaUrl?: string | null;
  /** The provider returns it in the receipt. */
  trace?: string;
}

export interface WireAnswer {
  status: number;
  body: object;
}

const TARGET = /^PinpointSMSVoiceV2\.(\w+)$/;
const SENDS = ['SendTextMessage', 'SendMediaMessage'];
const LONGEST_BODY = 1_600;

/** The operation of AWS End User Messaging that `X-Amz-Target` names; `undefined`: of another service. */
export const operationOf = (target: string): string | undefined => TARGET.exec(target)?.[1];

/**
 * Reads a request of AWS End User Messaging: awsJson 1.0, the operation in `X-Amz-Target`.
 *
 * @returns the exception to answer with when it is none that can be sent
 */
export function readEumRequest(
  target: string,
  body: string | undefined,
): { message: HandedOver } | { exception: WireAnswer } {
  const operation = operationOf(target);
  if (operation === undefined || !SENDS.includes(operation))
    return { exception: exception('UnknownOperationException', {}) };
  const input = parse(body);
  if (input === undefined) return { exception: exception('SerializationException', {}) };
  const { DestinationPhoneNumber: to, OriginationIdentity: from, MessageBody: text = '' } = input;
  if (typeof to !== 'string') return { exception: invalid('DestinationPhoneNumber') };
  if (typeof from !== 'string') return { exception: invalid('OriginationIdentity') };
  const isText = operation === 'SendTextMessage';
  if (typeof text !== 'string' || text.length > LONGEST_BODY || (isText && text.trim() === '')) {
    return { exception: invalid('MessageBody') };
  }
  const mediaUrl = isText ? undefined : readMediaUrl(input.MediaUrls);
  if (!isText && mediaUrl === undefined) return { exception: invalid('MediaUrls') };
  const { messageId, trace } = (input.Context ?? {}) as { messageId?: unknown; trace?: unknown };
  return {
    message: {
      messageId: typeof messageId === 'string' ? messageId : `none_${randomUUID()}`,
      to,
      from,
      body: text,
      ...(mediaUrl !== undefined && { mediaUrl }),
      ...(typeof trace === 'string' && { trace }),
    },
  };
}

/** What End User Messaging answers where the simulator's own protocol names an outcome; `undefined`: no answer. */
export function eumAnswer(answer: Answer, providerMessageId: string | undefined): WireAnswer | undefined {
  switch (answer.kind) {
    case 'accept':
      return { status: 200, body: { MessageId: providerMessageId } };
    case 'accept-silently':
      return undefined;
    case 'unavailable':
      // Of all its answers the only one that says for certain that the message was not taken.
      return exception('ThrottlingException', { Message: 'Rate exceeded' });
    case 'refuse':
      return refusal(answer.errorType);
  }
}

function refusal(errorType: string): WireAnswer {
  switch (errorType) {
    case 'opted_out':
      return exception('ConflictException', {
        Message: 'Conflict',
        Reason: 'DESTINATION_PHONE_NUMBER_OPTED_OUT',
        ResourceType: 'opted-out-number',
      });
    case 'not_sms_capable':
      return exception('ConflictException', {
        Message: 'Conflict',
        Reason: 'NUMBER_CAPABILITIES_MISMATCH',
        ResourceType: 'phone-number',
      });
    case 'invalid_number':
      return invalid('DestinationPhoneNumber');
    default:
      return exception('ValidationException', { Message: 'Invalid', Reason: 'OTHER' });
  }
}

export function invalid(field: string): WireAnswer {
  return exception('ValidationException', {
    Message: 'Invalid',
    Reason: 'INVALID_PARAMETER',
    Fields: [{ Name: field, Message: `${field} is not valid` }],
  });
}

export function exception(type: string, fields: object): WireAnswer {
  return { status: 400, body: { __type: `com.amazonaws.pinpointsmsvoicev2#${type}`, ...fields } };
}

/** Exactly one file, in S3. */
function readMediaUrl(urls: unknown): string | undefined {
  if (!Array.isArray(urls) || urls.length !== 1) return undefined;
  const [url] = urls as unknown[];
  return typeof url === 'string' && /^s3:\/\/[^/]+\/.+/.test(url) ? url : undefined;
}

/** @returns `undefined` for what is no JSON object */
export function parse(body: string | undefined): Record<string, unknown> | undefined {
  try {
    const input: unknown = JSON.parse(body ?? '');
    return typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
