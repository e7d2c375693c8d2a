import type { WebhookTask } from '../outbox/relay-outbox';
import { forEachAtOnce } from '../platform/at-once';
import type { Platform } from '../platform/platform';
import type { QueueMessage } from '../platform/queues';
import { type Delivery, failUnattempted, newDelivery } from './delivery';
import { addDelivery } from './delivery-store';
import { type Endpoint, isSubscribedTo } from './endpoint';
import { announceArrival, isLeased, readEndpointQueue } from './endpoint-queue';

/** An event as endpoints are sent it. */
export interface SentEvent {
  id: string;
  type: string;
  /** ISO. */
  time: string;
  accountId: string;
  /** The text that is signed and sent. */
  payload: string;
}

const INSERTS_AT_ONCE = 16;

/**
 * Makes one delivery of each event for each endpoint that asked for its type. An event that comes again makes none.
 *
 * The order makes losing impossible: deliveries, then the arrival in their endpoint queues, then the hint to the webhook
 * queue. The caller keeps the events until this has ended.
 */
export async function writeDeliveries(
  deps: Pick<Platform, 'table' | 'clock' | 'queues'>,
  options: { events: SentEvent[]; endpointsByAccount: ReadonlyMap<string, Endpoint[]> },
): Promise<void> {
  const now = deps.clock.now();
  // 1. Who wants them?
  const wanted = options.events.flatMap((event) =>
    (options.endpointsByAccount.get(event.accountId) ?? [])
      .filter((endpoint) => isSubscribedTo(endpoint, event.type))
      .map((endpoint) => ({ endpoint, delivery: deliveryFor(event, { endpoint, now }) })),
  );
  // 2. The deliveries.
  await forEachAtOnce(wanted, INSERTS_AT_ONCE, async ({ delivery }) => {
    await addDelivery(deps.table, delivery);
  });
  // 3. A hint for a worker to look at them.
  const targets = wanted.filter(({ delivery }) => delivery.status === 'pending');
  const endpoints = new Map(targets.map(({ endpoint }) => [endpoint.id, endpoint]));
  await announce(deps, { endpoints: [...endpoints.values()], now });
}

/** What happens while an endpoint is off is kept for a replay. */
function deliveryFor(event: SentEvent, options: { endpoint: Endpoint; now: Date }): Delivery {
  const { endpoint, now } = options;
  const delivery = newDelivery({
    endpointId: endpoint.id,
    accountId: event.accountId,
    eventId: event.id,
    eventType: event.type,
    eventTime: event.time,
    payload: event.payload,
    now,
  });
  return endpoint.status === 'enabled' ? delivery : failUnattempted(delivery);
}

/** Without a hint where a worker has the queue: it looks again before it releases it. */
async function announce(
  deps: Pick<Platform, 'table' | 'queues'>,
  options: { endpoints: Endpoint[]; now: Date },
): Promise<void> {
  const hints: QueueMessage[] = [];
  await Promise.all(
    options.endpoints.map(async ({ id, accountId }) => {
      const result = await deps.table.update(announceArrival({ endpointId: id, accountId }, options.now));
      const endpointQueue = result.written && result.item ? readEndpointQueue(result.item) : undefined;
      if (endpointQueue && isLeased(endpointQueue, options.now)) return;
      const body: WebhookTask = { accountId, endpointId: id };
      hints.push({ body, groupId: id });
    }),
  );
  if (hints.length > 0) await deps.queues.send('webhook', hints);
}
