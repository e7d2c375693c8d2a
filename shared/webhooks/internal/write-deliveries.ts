import type { WebhookTask } from '../../outbox/relay-outbox';
import { forEachAtOnce } from '../../platform/at-once';
import type { Platform } from '../../platform/platform';
import type { QueueMessage } from '../../platform/queues/queues';
import type { TraceHeader } from '../../platform/observability/tracing';
import type { Table } from '../../platform/store/table';
import { type Delivery, failUnattempted, newDelivery } from '../delivery';
import { addDelivery } from '../delivery-store';
import { type Endpoint, isSubscribedTo } from '../endpoint';
import { announceArrival, isLeased, queueParts, readEndpointQueue } from '../endpoint-queue';
import { failedItem, waitingItems } from '../queue-entries';

/** Event as it is sent to endpoints. */
export interface SentEvent {
  id: string;
  type: string;
  /** ISO time. */
  time: string;
  accountId: string;
  /** Text that is signed and sent. */
  payload: string;
  /** Trace that its deliveries continue. */
  trace?: TraceHeader | undefined;
}

const INSERTS_AT_ONCE = 16;

/** New deliveries of one endpoint. */
interface EndpointGroup {
  endpoint: Endpoint;
  deliveries: Delivery[];
  /** Deliveries as they are stored. */
  added: Delivery[];
}

/**
 * Writes one delivery of each event for each endpoint that is subscribed to its type. A repeated event adds none.
 *
 * The order ensures that no delivery is lost: deliveries, then their entries in the queue of the endpoint, then the
 * arrival there, then the hint to the webhook queue. The caller keeps the events until this has ended. The endpoint
 * with the fewest events comes first, so that it does not wait for those of another one.
 */
export async function writeDeliveries(
  deps: Pick<Platform, 'table' | 'clock' | 'queues'>,
  options: { events: SentEvent[]; endpointsByAccount: ReadonlyMap<string, Endpoint[]> },
): Promise<void> {
  const now = deps.clock.now();
  const inserts = groupByEndpoint(options, now).flatMap((group) =>
    group.deliveries.map((delivery) => ({ group, delivery })),
  );
  await forEachAtOnce(inserts, INSERTS_AT_ONCE, async ({ group, delivery }) => {
    // 1. Write the delivery. When a worker dies before the next step, the next attempt at the event completes it.
    const added = (await addDelivery(deps.table, delivery)) ?? delivery;
    group.added.push(added);
    if (group.added.length < group.deliveries.length) return;
    // 2. After the last one of its endpoint, write their entries, and a hint for a worker to process them.
    const parts = await putIntoPlaces(deps.table, group.added);
    const { endpoint } = group;
    // Also when none is new: the worker that wrote them may have died before the hint.
    if (delivery.status === 'pending') await announce(deps, { endpoint, parts: new Set([0, ...parts]), now });
  });
}

/** Groups events by endpoint, the fewest first. */
function groupByEndpoint(
  options: { events: SentEvent[]; endpointsByAccount: ReadonlyMap<string, Endpoint[]> },
  now: Date,
): EndpointGroup[] {
  const groups = new Map<string, EndpointGroup>();
  const events = new Map(options.events.map((event) => [`${event.accountId} ${event.id}`, event]));
  for (const event of events.values()) {
    for (const endpoint of options.endpointsByAccount.get(event.accountId) ?? []) {
      if (!isSubscribedTo(endpoint, event.type)) continue;
      const group = groups.get(endpoint.id) ?? { endpoint, deliveries: [], added: [] };
      group.deliveries.push(deliveryFor(event, { endpoint, now }));
      groups.set(endpoint.id, group);
    }
  }
  return [...groups.values()].sort((a, b) => a.deliveries.length - b.deliveries.length);
}

/**
 * Writes the entries of deliveries. One that was attempted before already had its entry.
 *
 * @returns the parts of the endpoint's queue in which some wait
 */
async function putIntoPlaces(table: Table, deliveries: Delivery[]): Promise<number[]> {
  const fresh = deliveries.filter(({ attempts }) => attempts === 0);
  const waiting = waitingItems(fresh.filter(({ status }) => status === 'pending'));
  const failed = fresh.filter(({ status }) => status === 'failed').map(failedItem);
  const items = [...waiting.map(({ item }) => item), ...failed];
  await forEachAtOnce(items, INSERTS_AT_ONCE, async (item) => {
    await table.put({ Item: item });
  });
  return waiting.map(({ part }) => part);
}

/** Creates a delivery. Events of a disabled endpoint are kept for a replay. */
function deliveryFor(event: SentEvent, options: { endpoint: Endpoint; now: Date }): Delivery {
  const { endpoint, now } = options;
  const delivery = newDelivery({
    endpointId: endpoint.id,
    accountId: event.accountId,
    eventId: event.id,
    eventType: event.type,
    eventTime: event.time,
    payload: event.payload,
    ...(event.trace !== undefined && { trace: event.trace }),
    now,
  });
  return endpoint.status === 'enabled' ? delivery : failUnattempted(delivery);
}

/**
 * Announces arrivals. No hint is sent for a part that a worker has leased: it checks again before it releases the part.
 */
async function announce(
  deps: Pick<Platform, 'table' | 'queues'>,
  options: { endpoint: Endpoint; parts: ReadonlySet<number>; now: Date },
): Promise<void> {
  const { endpoint, parts, now } = options;
  const hints: QueueMessage[] = [];
  const queues = queueParts({ endpointId: endpoint.id, accountId: endpoint.accountId });
  await Promise.all(
    queues
      .filter(({ part = 0 }) => parts.has(part))
      .map(async (queue) => {
        const result = await deps.table.update(announceArrival(queue, now));
        const found = result.written && result.item ? readEndpointQueue(result.item) : undefined;
        const body: WebhookTask = queue;
        if (!found || !isLeased(found, now)) hints.push({ body, groupId: endpoint.id });
      }),
  );
  if (hints.length > 0) await deps.queues.send('webhook', hints);
}
