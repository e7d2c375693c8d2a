import { countSegments } from '../content/segments';
import { STATUS_EVENT_TYPE } from '../events/event-types';
import type { CallbackRequest } from '../webhooks/attempt-delivery';
import { API_VERSION, originOf } from './internal/message-resource';
import { messageErrorCode, type PresentedMessage, twilioStatusOf } from './internal/message-status';
import { twilioSignature } from './internal/signature';
import { accountSidOf, messageSidOf } from './sids';

/** Event of a delivery, as far as the translation reads it. */
interface MessageEvent {
  type: string;
  accountId: string;
  /** Absent in a test event. */
  message?: PresentedMessage & { statusCallback?: string };
}

/**
 * Translates the event of a delivery into the form post that Twilio sends for it, signed with the auth token.
 *
 * @param options.inboundUrl address for texts from phones; empty: there is none
 * @returns `undefined` when there is no address any more, as the person of the message was erased, and for a test event
 */
export function callbackRequest(options: {
  payload: string;
  inboundUrl: string;
  authToken: string;
}): CallbackRequest | undefined {
  const { type, accountId, message } = JSON.parse(options.payload) as MessageEvent;
  const isStatus = type === STATUS_EVENT_TYPE;
  const rawUrl = isStatus ? message?.statusCallback : options.inboundUrl;
  if (message === undefined || rawUrl === undefined || !URL.canParse(rawUrl)) return undefined;
  const url = new URL(rawUrl).href;
  const parameters = isStatus ? statusParameters(accountId, message) : inboundParameters(accountId, message);
  return {
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'x-twilio-signature': twilioSignature({ url, parameters, authToken: options.authToken }),
    },
    body: new URLSearchParams(parameters).toString(),
  };
}

/** **Source:** Twilio, "Track outbound message status", "Status callback request". */
function statusParameters(accountId: string, message: PresentedMessage): Record<string, string> {
  const status = twilioStatusOf(message);
  const errorCode = messageErrorCode(message);
  return {
    ...commonParameters(accountId, message),
    MessageStatus: status,
    SmsStatus: status,
    ...(errorCode !== null && { ErrorCode: String(errorCode) }),
  };
}

/** **Source:** Twilio, "Twilio's request to your incoming message webhook URL". */
function inboundParameters(accountId: string, message: PresentedMessage): Record<string, string> {
  const body = message.body ?? '';
  return {
    ...commonParameters(accountId, message),
    SmsMessageSid: messageSidOf(message) ?? '',
    SmsStatus: 'received',
    Body: body,
    NumMedia: '0',
    NumSegments: String(countSegments(body).segments),
  };
}

function commonParameters(accountId: string, message: PresentedMessage): Record<string, string> {
  const sid = messageSidOf(message) ?? '';
  const { from, serviceSid } = originOf(message);
  return {
    MessageSid: sid,
    SmsSid: sid,
    AccountSid: accountSidOf(accountId) ?? '',
    From: from ?? '',
    ...(serviceSid !== undefined && { MessagingServiceSid: serviceSid }),
    To: message.to ?? '',
    ApiVersion: API_VERSION,
  };
}
