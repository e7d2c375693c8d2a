import type { EventBase } from './queue-event';

/** Event that a contact sent a text that is likely a refusal. The text stays under review until a user has decided. */
export interface LikelyOptedOut extends EventBase {
  type: 'messaging.optout.likely';
  /** The contact's text, as in rules 2.1. */
  message: Record<string, string | number | boolean | null>;
  /** `wrong_number`: the text says that the phone belongs to another person. */
  reason: 'refusal' | 'wrong_number';
}
