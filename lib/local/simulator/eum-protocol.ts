import { randomUUID } from 'node:crypto';
import { parseObject } from '../loopback-server';
import { type Answer, chooseLookUp } from './answers';
import type { SentMessage } from './sent-log';

/** Message as the simulator takes it, in either protocol. */
export interface HandedOver {
  messageId: string;
  to: string;
  from: string;
  body: string;
  mediaUrl?: string | null;
  /** Protect configuration under which it is sent. */
  protection?: string;
  /** True when the caller tells whether a person got it. */
  expectsFeedback?: boolean;
  /** Trace header, which the provider returns in the receipt. */
  trace?: string;
}

export interface WireAnswer {
  status: number;
  body: object;
}

const TARGET = /^PinpointSMSVoiceV2\.(\w+)$/;
const SENDS = ['SendTextMessage', 'SendMediaMessage'];
const LONGEST_BODY = 1_600;
const RATE_EXCEEDED = { Message: 'Rate exceeded' };

/** Returns the operation of AWS End User Messaging that `X-Amz-Target` names; `undefined` for another service. */
export const operationOf = (target: string): string | undefined => TARGET.exec(target)?.[1];

/**
 * Reads a request of AWS End User Messaging: awsJson 1.0, the operation in `X-Amz-Target`.
 *
 * @returns the exception to answer with when the message cannot be sent
 */
export function readEumRequest(
  target: string,
  body: string | undefined,
): { message: HandedOver; isDryRun: boolean } | { exception: WireAnswer } {
  const operation = operationOf(target);
  if (operation === undefined || !SENDS.includes(operation))
    return { exception: exception('UnknownOperationException', {}) };
  const input = parseObject(body);
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
  const { ProtectConfigurationId: protection, MessageFeedbackEnabled: expectsFeedback } = input;
  const { messageId, trace } = (input.Context ?? {}) as { messageId?: unknown; trace?: unknown };
  return {
    isDryRun: input.DryRun === true,
    message: {
      messageId: typeof messageId === 'string' ? messageId : `none_${randomUUID()}`,
      to,
      from,
      body: text,
      ...(mediaUrl !== undefined && { mediaUrl }),
      ...(typeof protection === 'string' && { protection }),
      ...(expectsFeedback === true && { expectsFeedback }),
      ...(typeof trace === 'string' && { trace }),
    },
  };
}

/** Answers a look-up of End User Messaging; `undefined` for another operation. */
export function answerCarrierLookup(asked: {
  operation: string;
  body: string | undefined;
}): WireAnswer | undefined {
  if (asked.operation !== 'CarrierLookup') return undefined;
  const { PhoneNumber: phoneNumber } = parseObject(asked.body) ?? {};
  if (typeof phoneNumber !== 'string') return invalid('PhoneNumber');
  const found = chooseLookUp(phoneNumber);
  return found === 'throttled'
    ? exception('ThrottlingException', { Message: 'Rate exceeded' })
    : { status: 200, body: { E164PhoneNumber: phoneNumber, PhoneNumberType: found.toUpperCase() } };
}

/**
 * Answers `PutMessageFeedback`, and stores the feedback with its message.
 *
 * @param options.find finds a message by the provider's id
 * @param options.isThrottled returns true while the provider takes no requests for a sender
 * @returns `undefined` for another operation
 */
export function answerFeedback(
  asked: { operation: string | undefined; body: string | undefined },
  options: {
    find: (providerMessageId: string) => SentMessage | undefined;
    isThrottled: (from: string) => boolean;
  },
): WireAnswer | undefined {
  if (asked.operation !== 'PutMessageFeedback') return undefined;
  const input = parseObject(asked.body);
  if (input === undefined) return exception('SerializationException', {});
  const { MessageId: id, MessageFeedbackStatus: status } = input;
  if (typeof id !== 'string' || !/^[A-Za-z0-9_:/-]{1,64}$/.test(id)) return invalid('MessageId');
  if (status !== 'RECEIVED' && status !== 'FAILED') return invalid('MessageFeedbackStatus');
  const message = options.find(id);
  // What AWS answers for a message that was sent without it is not documented.
  if (!message?.expectsFeedback) {
    return exception('ResourceNotFoundException', {
      Message: 'Not found',
      ResourceType: 'message',
      ResourceId: id,
    });
  }
  if (options.isThrottled(message.from)) return exception('ThrottlingException', RATE_EXCEEDED);
  message.feedback = [...(message.feedback ?? []), status];
  return { status: 200, body: { MessageId: id, MessageFeedbackStatus: status } };
}

/**
 * Returns End User Messaging's answer for an outcome of the simulator's own protocol; `undefined`: no answer.
 *
 * @param message.providerMessageId absent when the message was not taken
 */
export function eumAnswer(
  answer: Answer,
  message: { providerMessageId?: string | undefined; isMedia: boolean },
): WireAnswer | undefined {
  switch (answer.kind) {
    case 'accept':
      return { status: 200, body: { MessageId: message.providerMessageId } };
    case 'accept-silently':
      return undefined;
    case 'unavailable':
      // The only exception that certainly means that the message was not taken.
      return exception('ThrottlingException', RATE_EXCEEDED);
    case 'spend-limit':
      return exception('ServiceQuotaExceededException', {
        Message: 'Monthly spend limit reached',
        Reason: `MONTHLY_SPEND_LIMIT_REACHED_FOR_${message.isMedia ? 'MEDIA' : 'TEXT'}`,
      });
    case 'refuse':
      return refusal(answer.errorType);
  }
}

function refusal(errorType: string): WireAnswer {
  const conflict = (Reason: string, ResourceType: string) =>
    exception('ConflictException', { Message: 'Conflict', Reason, ResourceType });
  switch (errorType) {
    case 'opted_out':
      return conflict('DESTINATION_PHONE_NUMBER_OPTED_OUT', 'opted-out-number');
    case 'not_sms_capable':
      return conflict('NUMBER_CAPABILITIES_MISMATCH', 'phone-number');
    default:
      return invalid('DestinationPhoneNumber');
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

/** Reads the URL of exactly one file, in S3. */
function readMediaUrl(urls: unknown): string | undefined {
  if (!Array.isArray(urls) || urls.length !== 1) return undefined;
  const [url] = urls as unknown[];
  return typeof url === 'string' && /^s3:\/\/[^/]+\/.+/.test(url) ? url : undefined;
}
