import { countSegments } from '../../content/segments';
import { messageSidOf, serviceSidOf } from '../sids';
import { messageErrorCode, messageErrorText, type PresentedMessage, twilioStatusOf } from './message-status';

export const API_VERSION = '2010-04-01';

/** Returns the path of the message resource of an account, without `.json`. */
export const messagesPath = (accountSid: string) => `/${API_VERSION}/Accounts/${accountSid}/Messages`;

/**
 * Returns a message as Twilio's message resource.
 *
 * **Source:** Twilio, Messages resource, "Message Properties".
 */
export function messageResource(message: PresentedMessage, accountSid: string) {
  const { direction, to, body, mediaUrl, createdAt, sentAt, deliveryStatusAt } = message;
  const { from, serviceSid } = originOf(message);
  const sid = messageSidOf(message);
  const path = `${messagesPath(accountSid)}/${sid}`;
  return {
    account_sid: accountSid,
    api_version: API_VERSION,
    body,
    date_created: rfc2822(createdAt),
    date_sent: sentAt === undefined ? null : rfc2822(sentAt),
    date_updated: rfc2822(deliveryStatusAt ?? sentAt ?? createdAt),
    direction: direction === 'inbound' ? 'inbound' : 'outbound-api',
    error_code: messageErrorCode(message),
    error_message: messageErrorText(message),
    from,
    messaging_service_sid: serviceSid ?? null,
    num_media: mediaUrl === undefined ? '0' : '1',
    num_segments: String(message.parts ?? segmentsOf(message)),
    price: null,
    price_unit: 'USD',
    sid,
    status: twilioStatusOf(message),
    subresource_uris: { media: `${path}/Media.json` },
    to,
    uri: `${path}.json`,
  };
}

/**
 * Returns the number that a message is from, `null` while none was chosen, and the Sid of the sender that it was asked
 * of.
 */
export function originOf({ from, sentFrom }: PresentedMessage): {
  from: string | null;
  serviceSid: string | undefined;
} {
  const serviceSid = serviceSidOf(from ?? '');
  return { from: (serviceSid === undefined ? from : sentFrom) ?? null, serviceSid };
}

const segmentsOf = ({ body, mediaUrl }: PresentedMessage) =>
  mediaUrl === undefined ? countSegments(body ?? '').segments : 1;

/** Writes an ISO time as in RFC 2822, such as `Thu, 24 Aug 2023 05:01:45 +0000`. */
const rfc2822 = (isoTime: string): string => new Date(isoTime).toUTCString().replace(/GMT$/, '+0000');
