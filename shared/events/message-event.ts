import type { EventBase } from './queue-event';

interface MessageEventBase extends EventBase {
  /** The form of rules 2.1, and the provider's details. */
  message: Record<string, string | number | boolean | null>;
}

/** The provider reports that a message has reached the phone. */
export interface MessageDelivered extends MessageEventBase {
  type: 'messaging.message.delivered';
  deliveredAt: string;
}

/** A message does not reach the phone. */
export interface MessageFailed extends MessageEventBase {
  type: 'messaging.message.failed';
  /** `handOver`: the provider did not take it, `errorType` says why; `delivery`: it was sent and did not arrive. */
  stage: 'handOver' | 'delivery';
}

/** A phone sent a text to one of the account's numbers. */
export interface MessageReceived extends MessageEventBase {
  type: 'messaging.message.received';
}
