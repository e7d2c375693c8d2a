import type { TraceHeader } from '../tracing';

/** A message for the provider. */
export interface OutboundMessage {
  /** Our own id, `msg_…`; the provider's receipts have it. */
  messageId: string;
  to: string;
  from: string;
  body: string;
  /** Makes the message an MMS. */
  mediaUrl: string | undefined;
  /** The job that it is part of: what is fetched for one of its messages serves all of them. */
  jobId?: string | undefined;
  /** What the worker of its receipts goes on with; absent where that is not traced. */
  trace?: TraceHeader | undefined;
}

/**
 * What names and explains an answer, for the operator and for the provider's support: codes and ids, never a number, a
 * text or the words of an error. Absent is what the provider did not say.
 */
export interface AnswerTrace {
  /** The provider's id of the request. */
  providerRequestId?: string | undefined;
  /** The provider's own code, such as `ConflictException DESTINATION_PHONE_NUMBER_OPTED_OUT`. */
  providerReason?: string | undefined;
}

/**
 * The outcome of a hand-over. A failure is a value and not an exception.
 *
 * - `accepted`: the provider has it.
 * - `refused`: the provider will not deliver it; trying again is of no use.
 * - `unavailable`: the provider did not take it, certainly; it may be tried again.
 * - `unknown`: the request was written and no answer came. It may be on its way: it must not be sent again.
 *
 * **Source:** rules 3.1.
 */
export type SendOutcome = AnswerTrace &
  (
    | { outcome: 'accepted'; providerMessageId: string }
    | { outcome: 'refused'; errorType: string; errorMessage: string }
    | { outcome: 'unavailable'; retryAfterSeconds: number }
    | { outcome: 'unknown' }
  );

/** What a provider reports of a message besides whether it arrived. Absent is what it did not report. */
export interface ProviderDetails {
  /** Its own id of the message. */
  providerMessageId?: string | undefined;
  /** Parts that it counted. */
  parts?: number | undefined;
  /** Why the message did not arrive. */
  carrierReason?: string | undefined;
  /** For all parts, carrier fees included; US dollars. */
  price?: number | undefined;
  /** The provider's name of its last event, such as `TEXT_SPAM`, and what it says of it. */
  eventType?: string | undefined;
  eventDescription?: string | undefined;
  /** The recipient's carrier. */
  carrier?: string | undefined;
  /** Of the recipient, ISO 3166-1 alpha-2. */
  country?: string | undefined;
}

/** The names of all that a provider reports. */
export const PROVIDER_DETAILS = [
  'providerMessageId',
  'parts',
  'carrierReason',
  'price',
  'eventType',
  'eventDescription',
  'carrier',
  'country',
] as const satisfies ReadonlyArray<keyof ProviderDetails>;

/** What a provider says of a message before it is asked to send it. Nothing has been handed over. */
export type NotReady = Extract<SendOutcome, { outcome: 'refused' | 'unavailable' }>;

/** A way to get a message to a phone: AWS End User Messaging, the simulator, or a third party. */
export interface Provider {
  /**
   * Gets ready what the message needs besides itself, such as its file: that can take seconds, so it comes before the
   * message's slot is reserved. It may be left out, and a later `send` of the same message is quick.
   *
   * @param options.timeoutMs how long the caller can wait; what takes longer is `unavailable`
   * @returns `undefined` when it can be sent
   */
  prepare?(
    message: Pick<OutboundMessage, 'messageId' | 'mediaUrl' | 'jobId'>,
    options: { timeoutMs: number },
  ): Promise<NotReady | undefined>;
  send(message: OutboundMessage): Promise<SendOutcome>;
}
