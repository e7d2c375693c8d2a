import type { TraceHeader } from '../observability/tracing';

/** Message for the provider. */
export interface OutboundMessage {
  /** Our own id, `msg_…`, which the provider's receipts contain. */
  messageId: string;
  to: string;
  from: string;
  body: string;
  /** Makes the message an MMS. */
  mediaUrl: string | undefined;
  /** Job of the message: a file that was fetched for one of its messages serves all of them. */
  jobId?: string | undefined;
  /** Id of rules of the provider by which it refuses messages, such as by country; absent: its default rules. */
  protection?: string | undefined;
  /** True for a text on which a click or an answer is expected, which `giveFeedback` then tells. */
  expectsFeedback?: true | undefined;
  /** Trace that the worker of the receipts continues; absent when it is not traced. */
  trace?: TraceHeader | undefined;
}

/**
 * Codes and ids that identify and explain an answer, for the operator and the provider's support; never a number, a
 * text or an error message. Absent when the provider did not tell them.
 */
export interface AnswerTrace {
  /** The provider's id of the request. */
  providerRequestId?: string | undefined;
  /** The provider's own codes for the reason, separated by spaces. */
  providerReason?: string | undefined;
}

/**
 * Outcome of a hand-over. A failure is a value and not an exception.
 *
 * - `accepted`: the provider has the message.
 * - `refused`: the provider will not deliver it; a retry is useless.
 * - `unavailable`: the provider certainly did not accept it; it may be tried again.
 * - `unknown`: the request was written and no answer came. The message may have been sent: it must not be sent again.
 *
 * **Source:** rules 3.1.
 */
export type SendOutcome = AnswerTrace &
  (
    | { outcome: 'accepted'; providerMessageId: string }
    | { outcome: 'refused'; errorType: string; errorMessage: string }
    | {
        outcome: 'unavailable';
        retryAfterSeconds: number;
        /** Set when the provider refused for a reason that means every message of the AWS account. */
        everyMessage?: 'spend_limit' | 'provider' | undefined;
        /** Set when it is no sign of an outage: the provider throttles, or was not asked. */
        isNoOutage?: true | undefined;
      }
    | { outcome: 'unknown' }
  );

/**
 * Outcome of telling the provider that a person got a message.
 *
 * - `given`: the provider has the feedback.
 * - `refused`: the provider expects none for the message, or lets the caller give none; a retry is useless.
 * - `unavailable`: it may be given again, also when it arrived.
 */
export type FeedbackOutcome = AnswerTrace & { outcome: 'given' | 'refused' | 'unavailable' };

/** Part of a provider that takes feedback. One that takes none has no such part. */
export interface FeedbackTaker {
  /** Tells that a person got a message that was sent with `expectsFeedback`. Giving it twice is harmless. */
  giveFeedback(message: { providerMessageId: string }): Promise<FeedbackOutcome>;
}

/** Types of lines that a look-up tells. `other` can take texts, such as a number of the internet; `invalid` is no number. */
export const LINE_TYPES = ['mobile', 'landline', 'other', 'invalid'] as const;
export type LineType = (typeof LINE_TYPES)[number];

/**
 * Outcome of a look-up. A failure is a value and not an exception.
 *
 * - `found`: the provider knows the number, and charges the look-up.
 * - `refused`: the provider does not look this number up; a retry is useless.
 * - `unavailable`: no answer, or none now, for this number or any other.
 */
export type LookUpOutcome = AnswerTrace &
  (
    | { outcome: 'found'; lineType: LineType }
    | { outcome: 'refused' }
    | { outcome: 'unavailable'; retryAfterSeconds: number }
  );

/** Ways to a phone. A provider chooses between `sms` and `rcs` itself when it is given more than a number. */
export const CHANNELS = ['sms', 'mms', 'rcs'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Details that a provider reports on a message besides its delivery status; absent when not reported. */
export interface ProviderDetails {
  /** The provider's id of the message. */
  providerMessageId?: string | undefined;
  /** Number of parts that the provider counted. */
  parts?: number | undefined;
  /** Reason why the message did not arrive. */
  carrierReason?: string | undefined;
  /** Price of all parts in US dollars, carrier fees included. */
  price?: number | undefined;
  /** Number or RCS agent that a pool has chosen; absent for every other identity. */
  sentFrom?: string | undefined;
  /** Channel that a pool has chosen; absent for every other identity, whose channel the message tells. */
  channel?: Channel | undefined;
  /** Time at which the recipient opened the message, ISO; only RCS reports it. */
  readAt?: string | undefined;
  /** The provider's name of its last event, and its description. */
  eventType?: string | undefined;
  eventDescription?: string | undefined;
  /** The recipient's carrier. */
  carrier?: string | undefined;
  /** The recipient's country, ISO 3166-1 alpha-2. */
  country?: string | undefined;
}

/** Names of all details that a provider reports. */
export const PROVIDER_DETAILS = [
  'providerMessageId',
  'parts',
  'carrierReason',
  'price',
  'sentFrom',
  'channel',
  'readAt',
  'eventType',
  'eventDescription',
  'carrier',
  'country',
] as const satisfies ReadonlyArray<keyof ProviderDetails>;

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Report of the provider about a message that it accepted. */
export interface Receipt extends ProviderDetails {
  /** Message id of the service, which the hand-over passed to the provider. */
  messageId: string;
  status: DeliveryStatus;
  /** Time of the report at the provider; ISO. */
  at: string;
  /** Number of the recipient; absent when the provider does not repeat it. */
  to?: string;
  /** Set when the message failed because the number takes no messages, now or later. */
  isPermanent?: true;
  /** Trace of the hand-over; absent when it was not traced. */
  trace?: TraceHeader | undefined;
}

/** Text from a phone, as the provider reports it. */
export interface InboundText {
  /** The provider's id of the text; the same at every delivery. */
  providerMessageId: string;
  rawFrom: string;
  to: string;
  body: string;
  /** The provider's id of the message that the text answers; absent when it names none. */
  answeredId?: string;
  /** Time at which the provider published the text; absent when it reports none. */
  publishedAt?: Date;
}

/** Readers of the events that a provider publishes; each takes the body of a record of its queue. */
export interface ProviderEvents {
  /** @returns `undefined` for an event that is no receipt of the service's messages */
  readReceipt(event: unknown): Receipt | undefined;
  /** @throws Error that does not quote the text; the record then goes to the dead-letter queue for the operator */
  readInboundText(event: unknown): InboundText;
}

/** Refusal of a message before the provider is asked to send it; nothing has been handed over. */
export type NotReady = Extract<SendOutcome, { outcome: 'refused' | 'unavailable' }>;

/** Provider that delivers messages to phones: AWS End User Messaging, the simulator, or a third party. */
export interface Provider {
  /**
   * Prepares what the message needs, such as its media file: that can take seconds, so it is done before the message's
   * slot is reserved. The call is optional; it makes a later `send` of the same message quick.
   *
   * @param options.timeoutMs longest wait of the caller; a message that takes longer is `unavailable`
   * @returns `undefined` when the message can be sent
   */
  prepare?(
    message: Pick<OutboundMessage, 'messageId' | 'mediaUrl' | 'jobId'>,
    options: { timeoutMs: number },
  ): Promise<NotReady | undefined>;
  send(message: OutboundMessage): Promise<SendOutcome>;
  /**
   * Asks whether the provider would take a text, without sending it: no outcome is unknown when the answer gets lost.
   * Absent when the provider knows no such request.
   */
  check?(text: Pick<OutboundMessage, 'messageId' | 'to' | 'from' | 'body'>): Promise<SendOutcome>;
  /**
   * Asks for the line type of a number, in E.164. Absent when the provider knows no such request.
   *
   * @param options.timeoutMs longest wait for the answer; without one by then it is `unavailable`
   */
  lookUp?(phoneNumber: string, options: { timeoutMs: number }): Promise<LookUpOutcome>;
}

/** Part of a provider that looks numbers up. */
export type LookUps = Required<Pick<Provider, 'lookUp'>>;
