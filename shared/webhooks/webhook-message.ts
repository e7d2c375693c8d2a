import { createHash } from 'node:crypto';
import type { Delivery } from './delivery';
import type { Endpoint } from './endpoint';

const EVENTS_A_BATCH = 100;
const BATCH_TYPE = 'webhooks.batch';

/** What one request to an endpoint says. */
export interface WebhookMessage {
  /** Goes into the header `webhook-id` and the signature. */
  id: string;
  payload: string;
}

/** How many events one request to the endpoint has at most. */
export const eventsARequest = ({ batch }: Endpoint): number => (batch === true ? EVENTS_A_BATCH : 1);

/**
 * The request of these deliveries. In a batch each event is as it would come by itself; the same events in the same order
 * are the same message.
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
