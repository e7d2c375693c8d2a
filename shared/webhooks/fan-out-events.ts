import { acknowledgedKeys } from '../outbox/outbox';
import type { WebhookTask } from '../outbox/relay-outbox';
import { forEachAtOnce } from '../platform/at-once';
import type { Platform } from '../platform/platform';
import type { QueueMessage } from '../platform/queues';
import type { Table } from '../platform/store/table';
import { commit } from '../platform/store/commit';
import { type Delivery, failUnattempted, newDelivery } from './delivery';
import { insertDelivery } from './delivery-store';
import { type Endpoint, isSubscribedTo } from './endpoint';
import { findEndpoints } from './endpoint-store';
import { announceArrival, isLeased, readEndpointQueue } from './endpoint-queue';

/** An event of ours as the bus hands it to a queue. */
export interface PublishedEvent {
  id: string;
  type: string;
  time: string;
  accountId: string;
  payload: string;
  /** Where it is to be acknowledged; absent when somebody else put it on the bus. */
  outboxId: string | undefined;
}

const INSERTS_AT_ONCE = 16;
/** What can stand in a header and in a key. */
const EVENT_ID = /^[A-Za-z0-9._-]{1,100}$/;

/** Reads EventBridge's envelope; `undefined` for what is no event of ours. */
export function readPublishedEvent(envelope: unknown): PublishedEvent | undefined {
  if (typeof envelope !== 'object' || envelope === null) return undefined;
  const { detail, resources } = envelope as { detail?: unknown; resources?: unknown };
  if (typeof detail !== 'object' || detail === null) return undefined;
  const { id, type, version, time, accountId, ...rest } = detail as Record<string, unknown>;
  if (typeof id !== 'string' || !EVENT_ID.test(id)) return undefined;
  if (typeof type !== 'string' || typeof accountId !== 'string') return undefined;
  if (typeof time !== 'string' || Number.isNaN(Date.parse(time))) return undefined;
  const [outboxId] = Array.isArray(resources) ? (resources as unknown[]) : [];
  return {
    id,
    type,
    time: new Date(time).toISOString(),
    accountId,
    // Whoever looks at one expects to see first what all events have; the table keeps no order.
    payload: JSON.stringify({ id, type, version, time, accountId, ...rest }),
    outboxId: typeof outboxId === 'string' ? outboxId : undefined,
  };
}

/**
 * Makes one delivery of each event for each endpoint that asked for its type. An event that comes again makes none.
 *
 * The order makes losing impossible: deliveries, then the arrival in their endpoint queues, then the hint to the webhook
 * queue, and only then the event is acknowledged; until then it is published again.
 */
export async function fanOutEvents(
  deps: Pick<Platform, 'table' | 'clock' | 'queues'>,
  events: PublishedEvent[],
): Promise<void> {
  const now = deps.clock.now();
  // 1. Who wants them?
  const endpointsByAccount = await findEndpointsByAccount(deps.table, events);
  const wanted = events.flatMap((event) =>
    (endpointsByAccount.get(event.accountId) ?? [])
      .filter((endpoint) => isSubscribedTo(endpoint, event.type))
      .map((endpoint) => ({ endpoint, delivery: deliveryFor(event, { endpoint, now }) })),
  );
  // 2. The deliveries.
  await forEachAtOnce(wanted, INSERTS_AT_ONCE, async ({ delivery }) => {
    await commit(deps.table, insertDelivery(delivery));
  });
  // 3. A hint for a worker to look at them.
  const targets = wanted.filter(({ delivery }) => delivery.status === 'pending');
  const endpoints = new Map(targets.map(({ endpoint }) => [endpoint.id, endpoint]));
  await announce(deps, { endpoints: [...endpoints.values()], now });
  // 4. Acknowledge the events.
  const acknowledged = events.flatMap(({ type, outboxId }) =>
    outboxId === undefined ? [] : acknowledgedKeys({ type, outboxId }),
  );
  await deps.table.batchDelete(acknowledged);
}

async function findEndpointsByAccount(
  table: Table,
  events: PublishedEvent[],
): Promise<Map<string, Endpoint[]>> {
  const accountIds = [...new Set(events.map(({ accountId }) => accountId))];
  return new Map(
    await Promise.all(
      accountIds.map(async (accountId) => {
        const found = await findEndpoints(table, accountId);
        return [accountId, found.map(({ endpoint }) => endpoint)] as const;
      }),
    ),
  );
}

/** What happens while an endpoint is off is kept for a replay. */
function deliveryFor(event: PublishedEvent, options: { endpoint: Endpoint; now: Date }): Delivery {
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
