import type { EventBase } from './queue-event';

/** A contact sent a text that likely is a refusal: it is under review until a person has decided. */
export interface LikelyOptedOut extends EventBase {
  type: 'messaging.optout.likely';
  /** The form of rules 2.1: the contact's text. */
  message: Record<string, string | number | boolean | null>;
  /** `wrong_number`: the text says that the phone is another person's. */
  reason: 'refusal' | 'wrong_number';
}
