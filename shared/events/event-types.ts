import { ENDPOINT_DISABLED } from '../outbox/outbox';
import { JOB_ENDED } from '../outbox/record-relay';

/** Events that an account can subscribe to. **Source:** rules 6, and `docs/webhooks.md` for the rest. */
export const EVENT_TYPES = [
  'contacts.group.opted_in',
  'contacts.group.opted_out',
  'messaging.message.delivered',
  'messaging.message.failed',
  'messaging.message.received',
  'messaging.link.clicked',
  'messaging.optout.likely',
  JOB_ENDED,
  'messaging.campaign.completed',
  ENDPOINT_DISABLED,
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Event that an operator sends to test an endpoint; only that endpoint receives it. */
export const TEST_EVENT_TYPE = 'webhooks.test';

export function isEventType(text: string): text is EventType {
  return EVENT_TYPES.some((type) => type === text);
}
