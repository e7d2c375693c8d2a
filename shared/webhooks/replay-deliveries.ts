import { TEST_EVENT_TYPE } from '../events/event-types';
import { epochMs } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { ENDPOINT_QUEUE_PARTS } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import { commit } from '../platform/store/commit';
import { type Delivery, newDelivery, restartDelivery } from './delivery';
import { findDeliveries, findDelivery, insertDelivery, moveDelivery } from './delivery-store';
import { announceArrival, hintDelivery } from './endpoint-queue';
import { requireEndpoint } from './manage-endpoints';
import { findFailed, findWaitingLater } from './queue-entries';
import { findAllDeliveries } from './internal/read-in-order';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;
type Address = { accountId: string; endpointId: string };

const DELIVERIES_AT_ONCE = 100;
/** Entries of the queue that are read at once, each of up to 25 deliveries. */
const ENTRIES_AT_ONCE = 10;

/**
 * Sends a test event to one endpoint, even if it is not subscribed to the type.
 *
 * @returns the delivery as it was written; `findDelivery` returns its outcome. `undefined` when the endpoint is
 *   disabled: nothing is sent there
 * @throws ServiceError InvalidRequest for an unknown endpoint
 */
export async function sendTestEvent(deps: Deps, address: Address): Promise<Delivery | undefined> {
  const endpoint = await requireEndpoint(deps.table, address);
  if (endpoint.status === 'disabled') return undefined;
  const now = deps.clock.now();
  const event = {
    id: deps.ids.next('evt'),
    type: TEST_EVENT_TYPE,
    version: 1,
    time: now.toISOString(),
    accountId: address.accountId,
    endpoint: { id: endpoint.id, url: endpoint.url },
  };
  const delivery = newDelivery({
    ...address,
    eventId: event.id,
    eventType: event.type,
    eventTime: event.time,
    payload: JSON.stringify(event),
    now,
  });
  await commit(deps.table, [
    ...insertDelivery(delivery),
    { write: { Update: announceArrival(address, now) } },
    { write: hintDelivery(deps.ids, { ...address, now }) },
  ]);
  return delivery;
}

/**
 * Lists deliveries that were given up, by the time of their event.
 *
 * @throws ServiceError InvalidRequest for an unknown endpoint
 */
export async function listFailures(
  table: Table,
  options: Address & { since?: Date | undefined },
): Promise<Delivery[]> {
  await requireEndpoint(table, options);
  const deliveries: Delivery[] = [];
  for await (const page of failedPages(table, options)) deliveries.push(...page);
  return deliveries;
}

/**
 * Result of a replay. `unknown`: this endpoint has no delivery of the event. `pending`: it is being attempted anyway.
 */
export type ReplayResult = 'replayed' | 'pending' | 'unknown' | 'endpointDisabled';

/**
 * Delivers one event again, whether its delivery failed, succeeded, or waits for its next attempt, with the full retry
 * schedule.
 *
 * @throws ServiceError InvalidRequest for an unknown endpoint
 */
export async function replayDelivery(
  deps: Deps,
  options: Address & { eventId: string },
): Promise<ReplayResult> {
  const endpoint = await requireEndpoint(deps.table, options);
  if (endpoint.status === 'disabled') return 'endpointDisabled';
  const delivery = await findDelivery(deps.table, options);
  if (!delivery) return 'unknown';
  if (!(await restart(deps, delivery))) return 'pending';
  await hint(deps, options);
  return 'replayed';
}

/** Number of replayed deliveries, and the rest of the list. */
interface Replayed {
  replayed: number;
  /** Place at which to continue, when time ran out before the end of the list. */
  nextPlace: string | undefined;
}

/**
 * Attempts at once what waits for its next attempt after a failure, with the full retry schedule.
 *
 * @param options.place where an earlier call ended; absent: at the beginning
 * @param options.endsAtMs no delivery is begun after it; absent: all of them are, however long it takes
 * @returns `undefined` when the endpoint is disabled
 * @throws ServiceError InvalidRequest for an unknown endpoint
 */
export async function retryWaiting(
  deps: Deps,
  options: Address & { place?: string | undefined; endsAtMs?: number },
): Promise<Replayed | undefined> {
  const endpoint = await requireEndpoint(deps.table, options);
  if (endpoint.status === 'disabled') return undefined;
  const { endpointId, place, endsAtMs = Number.POSITIVE_INFINITY } = options;
  const startedAt = startOf(place) ?? deps.clock.now().toISOString();
  let replayed = 0;
  for await (const { deliveries, endedAt } of waitingPages(deps.table, { endpointId, place, startedAt })) {
    for (const delivery of deliveries) if (await restart(deps, delivery)) replayed++;
    await hint(deps, options);
    if (epochMs(deps.clock) >= endsAtMs) return { replayed, nextPlace: endedAt };
  }
  return { replayed, nextPlace: undefined };
}

/**
 * Replays failed deliveries of the events since a time.
 *
 * @param options.since time of the event; absent: all that are stored
 * @param options.includesDelivered also replays delivered events, for a receiver that lost them
 * @param options.place where an earlier call ended; absent: at the beginning
 * @param options.endsAtMs no delivery is begun after it; absent: all of them are replayed, however long it takes
 * @returns `undefined` when the endpoint is disabled
 * @throws ServiceError InvalidRequest for an unknown endpoint
 */
export async function replayDeliveries(
  deps: Deps,
  options: Address & {
    since?: Date | undefined;
    includesDelivered?: boolean;
    place?: string | undefined;
    endsAtMs?: number;
  },
): Promise<Replayed | undefined> {
  const endpoint = await requireEndpoint(deps.table, options);
  if (endpoint.status === 'disabled') return undefined;
  const { endsAtMs = Number.POSITIVE_INFINITY } = options;
  let replayed = 0;
  const pages = options.includesDelivered ? allPages(deps.table, options) : failedPages(deps.table, options);
  for await (const page of pages) {
    let place: string | undefined;
    for (const delivery of page) {
      if (place !== undefined && epochMs(deps.clock) >= endsAtMs) break;
      if (await restart(deps, delivery)) replayed++;
      place = delivery.eventId;
    }
    await hint(deps, options);
    if (place !== undefined && epochMs(deps.clock) >= endsAtMs) return { replayed, nextPlace: place };
  }
  return { replayed, nextPlace: undefined };
}

/**
 * Reads pages of failed deliveries. A replay removes them from the list of failures, so that no place to continue is
 * needed.
 */
async function* failedPages(
  table: Table,
  options: { endpointId: string; since?: Date | undefined },
): AsyncGenerator<Delivery[]> {
  const { endpointId } = options;
  const load = async (eventIds: string[]) => {
    const found = await findDeliveries(table, { endpointId, eventIds });
    return found.flatMap((delivery) => (delivery?.status === 'failed' ? [delivery] : []));
  };
  let eventIds: string[] = [];
  const since = options.since && { since: options.since.toISOString() };
  for await (const eventId of findFailed(table, { endpointId, ...since })) {
    eventIds.push(eventId);
    if (eventIds.length < DELIVERIES_AT_ONCE) continue;
    yield await load(eventIds);
    eventIds = [];
  }
  if (eventIds.length > 0) yield await load(eventIds);
}

async function* allPages(
  table: Table,
  options: { endpointId: string; since?: Date | undefined; place?: string | undefined },
): AsyncGenerator<Delivery[]> {
  const { endpointId, place } = options;
  const sinceMs = options.since?.getTime() ?? 0;
  let page: Delivery[] = [];
  for await (const delivery of findAllDeliveries(table, { endpointId, after: place })) {
    if (Date.parse(delivery.eventTime) < sinceMs) continue;
    page.push(delivery);
    if (page.length < DELIVERIES_AT_ONCE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Place in the list of waiting deliveries: when the first call began, the part of the queue, the key in it. */
const placeOf = (startedAt: string, part: number, sk: string) => `${startedAt} ${part} ${sk}`;
const startOf = (place: string | undefined) => place?.split(' ')[0];

/**
 * Reads the deliveries that wait for a later time, part by part of the queue. Those that were attempted since the
 * beginning are left out: they would come again and again while the receiver fails.
 */
async function* waitingPages(
  table: Table,
  options: { endpointId: string; place: string | undefined; startedAt: string },
): AsyncGenerator<{ deliveries: Delivery[]; endedAt: string }> {
  const { endpointId, place, startedAt } = options;
  const [, firstPart = '0', firstKey] = place?.split(' ') ?? [];
  for (let part = Number(firstPart); part < ENDPOINT_QUEUE_PARTS; part++) {
    const address = { endpointId, ...(part > 0 && { part }) };
    let after = part === Number(firstPart) ? firstKey : undefined;
    for (;;) {
      const entries = await findWaitingLater(table, {
        ...address,
        dueAfter: startedAt,
        after,
        limit: ENTRIES_AT_ONCE,
      });
      const last = entries.at(-1);
      if (last === undefined) break;
      after = last.key.sk;
      const found = await findDeliveries(table, {
        endpointId,
        eventIds: entries.flatMap(({ eventIds }) => eventIds),
      });
      const deliveries = found.filter(
        (delivery): delivery is Delivery =>
          delivery?.status === 'pending' && (delivery.lastAttemptAt ?? startedAt) < startedAt,
      );
      yield { deliveries, endedAt: placeOf(startedAt, part, after) };
    }
  }
}

/** Restarts a delivery. Returns false for one that is due, or has changed meanwhile, which is attempted anyway. */
async function restart(deps: Deps, delivery: Delivery): Promise<boolean> {
  const now = deps.clock.now();
  if (delivery.status === 'pending' && (delivery.nextAttemptAt ?? '') <= now.toISOString()) return false;
  const result = await commit(deps.table, [
    ...moveDelivery(delivery, restartDelivery(delivery, now)),
    { write: { Update: announceArrival(addressOf(delivery), now) } },
  ]);
  return result.committed;
}

const addressOf = ({ accountId, endpointId }: Delivery): Address => ({ accountId, endpointId });

async function hint(deps: Deps, address: Address): Promise<void> {
  const now = deps.clock.now();
  const { accountId, endpointId } = address;
  await commit(deps.table.unrecorded, [{ write: hintDelivery(deps.ids, { accountId, endpointId, now }) }]);
}
