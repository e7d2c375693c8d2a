/** Message as the API of the service presents it; `deliveryStatus` and the rest as far as the provider has reported. */
export interface PresentedMessage {
  id: string;
  direction: 'outbound' | 'inbound';
  /** `null` when the person was erased. */
  to: string | null;
  from: string | null;
  sentFrom?: string;
  body: string | null;
  mediaUrl?: string;
  status: 'sent' | 'queued' | 'failed';
  errorType?: string;
  errorMessage?: string;
  carrierReason?: string;
  sentAt?: string;
  deliveryStatus?: 'pending' | 'delivered' | 'failed';
  deliveryStatusAt?: string;
  parts?: number;
  createdAt: string;
}

type TwilioStatus = 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'received';

/** Returns the status of a message in Twilio's words. */
export function twilioStatusOf(message: PresentedMessage): TwilioStatus {
  if (message.direction === 'inbound') return 'received';
  if (message.status !== 'sent') return message.status;
  const { deliveryStatus = 'pending' } = message;
  switch (deliveryStatus) {
    case 'delivered':
      return 'delivered';
    case 'failed':
      return 'undelivered';
    case 'pending':
      return 'sent';
  }
}

const FILTERED = 30007;
const UNKNOWN_ERROR = 30008;

/** Twilio's error codes of messages that were not handed over, by the error types of the service. */
const CODES: ReadonlyMap<string, number> = new Map([
  ['opted_out', 21610],
  ['not_opted_in', 21610],
  ['invalid_number', 21211],
  ['country_not_enabled', 21408],
  ['sender_not_active', 21606],
  ['content_rejected', FILTERED],
  ['not_sms_capable', 30006],
  ['too_late', 30036],
]);

/** Words with which providers and carriers tell that they filtered a message. */
const FILTER_WORDS = /block|spam|filter|violat/i;

/** Returns Twilio's error code of a message that failed or did not arrive; `null` for others. */
export function messageErrorCode(message: PresentedMessage): number | null {
  switch (twilioStatusOf(message)) {
    case 'failed':
      return CODES.get(message.errorType ?? '') ?? UNKNOWN_ERROR;
    case 'undelivered':
      return FILTER_WORDS.test(message.carrierReason ?? '') ? FILTERED : UNKNOWN_ERROR;
    case 'queued':
    case 'sent':
    case 'delivered':
    case 'received':
      return null;
  }
}

/** Returns the explanation of a failure; `null` for a message without one. */
export function messageErrorText(message: PresentedMessage): string | null {
  if (messageErrorCode(message) === null) return null;
  return message.errorMessage ?? message.carrierReason ?? null;
}
