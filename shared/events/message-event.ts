import type { EventBase } from './queue-event';

interface MessageEventBase extends EventBase {
  /** Message as in rules 2.1, with the provider's details. */
  message: Record<string, string | number | boolean | null>;
}

/** Event that the provider reported a message as delivered to the phone. */
export interface MessageDelivered extends MessageEventBase {
  type: 'messaging.message.delivered';
  deliveredAt: string;
}

/** Event that a message does not reach the phone. */
export interface MessageFailed extends MessageEventBase {
  type: 'messaging.message.failed';
  /** `handOver`: the provider refused it, for the reason in `errorType`; `delivery`: it was sent and did not arrive. */
  stage: 'handOver' | 'delivery';
}

/** Event that a phone sent a text to one of the account's numbers. */
export interface MessageReceived extends MessageEventBase {
  type: 'messaging.message.received';
}
