import { createHash } from 'node:crypto';
import type { Delivery } from '../delivery';
import type { Endpoint } from '../endpoint';

const EVENTS_A_BATCH = 100;
const BATCH_TYPE = 'webhooks.batch';

/** Content of one request to an endpoint. */
export interface WebhookMessage {
  /** Id in the header `webhook-id` and in the signature. */
  id: string;
  payload: string;
}

/** Returns the most events that one request to the endpoint has. */
export const eventsARequest = ({ batch }: Endpoint): number => (batch === true ? EVENTS_A_BATCH : 1);

/**
 * Builds the request for these deliveries. In a batch each event is the same as in a request of its own; the same
 * events in the same order are the same message.
 *
 * @param deliveries one, unless the endpoint takes batches
 */
export function messageTo({ batch }: Endpoint, deliveries: Delivery[]): WebhookMessage {
  if (batch !== true) {
    const [{ eventId: id, payload }] = deliveries as [Delivery];
    return { id, payload };
  }
  const digest = createHash('sha256').update(deliveries.map(({ eventId }) => eventId).join(' '));
  const id = `bat_${digest.digest('hex').slice(0, 26)}`;
  const head = JSON.stringify({ id, type: BATCH_TYPE, version: 1 }).slice(0, -1);
  return { id, payload: `${head},"events":[${deliveries.map(({ payload }) => payload).join(',')}]}` };
}
