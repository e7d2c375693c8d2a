import type { WebhookTask } from '../outbox/relay-outbox';
import { forEachAtOnce } from '../platform/at-once';
import type { Clock } from '../platform/clock';
import { endpointQueueKey, type QueuePart } from '../platform/store/keys';
import { addLogContext } from '../platform/observability/log';
import { type GuardedClient, openGuardedClient } from '../platform/outgoing/guarded-client';
import type { OutgoingPolicy } from '../platform/outgoing/public-address';
import type { Platform } from '../platform/platform';
import { continueTraces } from '../platform/observability/tracing';
import type { SealingKey } from '../platform/secrets/sealing-key';
import { commit } from '../platform/store/commit';
import { attemptCallback, attemptDelivery, type CallbackRequest, type MadeAttempt } from './attempt-delivery';
import { type AttemptOutcome, type Delivery, deliveryAfter, failUnattempted } from './delivery';
import { endDelivery, findDeliveries, moveDelivery } from './delivery-store';
import { type Endpoint, validSecrets } from './endpoint';
import { disableEndpoint, findEndpoint } from './endpoint-store';
import {
  type EndpointQueue,
  endpointQueueItem,
  leaseEndpointQueue,
  queueParts,
  releaseEndpointQueue,
} from './endpoint-queue';
import { type DisableReason, healthAfter } from './internal/endpoint-health';
import { InFlightEntry } from './internal/in-flight-entry';
import { groupEntries, inSlices } from './internal/group-entries';
import { findWaiting, type WaitingEntry } from './queue-entries';
import { openSecret } from './signing-secret';
import { eventsARequest, messageTo } from './internal/webhook-message';

export interface DeliverDeps extends Pick<Platform, 'table' | 'clock' | 'ids' | 'log'> {
  /** Time at the receiver, for signatures. In the local service, whose clock can be moved, it differs from `clock`. */
  receiverClock: Clock;
  sealingKey: SealingKey;
  policy: OutgoingPolicy;
  /** Opens the client for requests; absent: to the network. */
  openClient?: () => GuardedClient;
  /** Translates an event into the request of an endpoint in Twilio's form; `undefined` when it has no address. */
  callbackRequest: (options: {
    payload: string;
    inboundUrl: string;
    authToken: string;
  }) => CallbackRequest | undefined;
  /** Called after every attempt. */
  onAttempt?: (isDelivered: boolean) => void;
}

/** Most concurrent requests from one part of an endpoint's queue. */
const MAX_IN_FLIGHT = 20;
/** Entries that are loaded at once, each of up to 25 deliveries. */
const ENTRIES_AT_ONCE = 40;
const DELIVERIES_AT_ONCE = 25;
/** Concurrent writes for one batch. */
const WRITES_AT_ONCE = 16;

/**
 * Delivers the due deliveries in the queue of an endpoint, until none is due or the time is up. May be called at any
 * time: a queue that another worker has leased is left to that worker.
 *
 * After a worker dies, another one leases the queue when the lease has expired. Deliveries that the dead worker had
 * just sent are sent again: receivers recognize repeats by the event's id.
 *
 * @param options.budgetMs no attempt starts after that; running attempts may take another 15 s
 */
export async function deliverQueue(
  deps: DeliverDeps,
  options: WebhookTask & { budgetMs: number },
): Promise<void> {
  const { endpointId, part } = options;
  const leaseId = deps.ids.token(20);
  const lease = { endpointId, part, leaseId, now: deps.clock.now() };
  const endpointQueue = await leaseEndpointQueue(deps.table, lease);
  if (!endpointQueue) return;
  addLogContext({ accountId: endpointQueue.accountId, endpointId });
  const client = deps.openClient?.() ?? openGuardedClient({ policy: deps.policy });
  const delivery = new QueueDelivery(deps, client, endpointQueue, performance.now() + options.budgetMs);
  try {
    await delivery.run();
  } finally {
    await delivery.settle();
    client.close();
  }
}

/** Delivery of one endpoint queue by one worker. */
class QueueDelivery {
  private readonly requests = new Set<Promise<void>>();
  /** Ids of the events in these requests. */
  private readonly inFlight = new Set<string>();
  /** Entries of the queue with deliveries that are not settled, by their sort key. */
  private readonly inFlightEntries = new Map<string, InFlightEntry>();
  private begun = 0;
  private failure: { error: unknown } | undefined;
  private isSwitchedOff = false;

  constructor(
    private readonly deps: DeliverDeps,
    private readonly client: GuardedClient,
    private endpointQueue: EndpointQueue,
    private readonly endsAtMs: number,
  ) {}

  async run(): Promise<void> {
    for (;;) {
      const endpoint = await findEndpoint(this.deps.table, this.endpointQueue);
      if (!endpoint) return this.discard();
      const isWorkedOn = endpoint.status === 'enabled' ? this.attemptDue(endpoint) : this.failWaiting();
      if (await isWorkedOn) continue;
      const [next] = await findWaiting(this.deps.table, { ...this.place, limit: 1 });
      const released = await releaseEndpointQueue(this.deps, {
        endpointQueue: this.endpointQueue,
        nextDueAt: next?.dueAt,
      });
      if (released.result !== 'arrived') return;
      this.endpointQueue = released.endpointQueue;
    }
  }

  /** Waits for the running attempts. */
  async settle(): Promise<void> {
    await Promise.all(this.requests);
  }

  private get place(): QueuePart {
    const { endpointId, part } = this.endpointQueue;
    return { endpointId, part };
  }

  private get mustStop(): boolean {
    return performance.now() >= this.endsAtMs || this.failure !== undefined || this.isSwitchedOff;
  }

  /** Starts attempts of due deliveries. Returns true when there may be more; if false, no attempt is running. */
  private async attemptDue(endpoint: Endpoint): Promise<boolean> {
    const now = this.deps.clock.now();
    const entries = this.mustStop ? [] : await this.findDue(now);
    if (entries.length === 0) {
      if (this.requests.size === 0) {
        if (this.failure) throw this.failure.error;
        return false;
      }
      await (this.mustStop ? this.settle() : Promise.race(this.requests));
      return true;
    }
    const { accountId } = endpoint;
    const secrets = validSecrets(endpoint, now).map(({ sealed }) =>
      openSecret(sealed, { key: this.deps.sealingKey, owner: { accountId, endpointId: endpoint.id } }),
    );
    const before = this.begun;
    const size = eventsARequest(endpoint);
    for (const group of groupEntries(entries, Math.max(size, DELIVERIES_AT_ONCE))) {
      await this.haveRoom();
      if (this.mustStop) break;
      for (const together of inSlices(await this.load(group), size)) {
        await this.haveRoom();
        if (this.mustStop) for (const { entry } of together) await this.settleEntry(entry, false);
        else this.begin(together, { endpoint, secrets });
      }
    }
    // All deliveries that were found are already being attempted, through another entry.
    if (this.begun === before && this.requests.size > 0) await Promise.race(this.requests);
    return true;
  }

  private async haveRoom(): Promise<void> {
    while (this.requests.size >= MAX_IN_FLIGHT) await Promise.race(this.requests);
  }

  private async findDue(now: Date): Promise<WaitingEntry[]> {
    const entries = await findWaiting(this.deps.table, {
      ...this.place,
      dueBy: now,
      limit: ENTRIES_AT_ONCE + this.inFlightEntries.size,
    });
    return entries.filter(({ key }) => !this.inFlightEntries.has(key.sk));
  }

  /**
   * Loads the deliveries of entries, and marks the entries as in hand. An entry without a delivery that is still due at
   * its time is a leftover, and is deleted.
   */
  private async load(entries: WaitingEntry[]): Promise<InFlight[]> {
    const { endpointId } = this.endpointQueue;
    const eventIds = entries.flatMap((entry) => entry.eventIds);
    // An event that was received twice can be in two entries. One that is being attempted is left to its attempt.
    const taken = new Set(this.inFlight);
    const found = await findDeliveries(this.deps.table, { endpointId, eventIds });
    const deliveries = new Map(eventIds.map((eventId, index) => [eventId, found[index]]));
    const loaded: InFlight[] = [];
    const leftovers: WaitingEntry[] = [];
    for (const listed of entries) {
      const { key, dueAt } = listed;
      const waiting = listed.eventIds
        .flatMap((eventId) => deliveries.get(eventId) ?? [])
        .filter((delivery) => isDueAt(delivery, dueAt));
      if (waiting.length === 0) leftovers.push(listed);
      const mine = waiting.filter(({ eventId }) => !taken.has(eventId));
      if (mine.length === 0) continue;
      for (const { eventId } of mine) taken.add(eventId);
      const entry = new InFlightEntry(key, { open: mine.length, isWholly: mine.length === waiting.length });
      this.inFlightEntries.set(key.sk, entry);
      loaded.push(...mine.map((delivery) => ({ delivery, entry })));
    }
    await this.deps.table.batchDelete(leftovers.map(({ key }) => key));
    return loaded;
  }

  private begin(together: InFlight[], target: { endpoint: Endpoint; secrets: string[] }): void {
    const eventIds = together.map(({ delivery }) => delivery.eventId);
    for (const eventId of eventIds) this.inFlight.add(eventId);
    const settled = new Set<string>();
    const request = this.attempt({ together, settled }, target)
      .catch(this.noteFailure)
      .then(async () => {
        for (const { delivery, entry } of together)
          await this.settleEntry(entry, settled.has(delivery.eventId));
      })
      .catch(this.noteFailure)
      .finally(() => {
        for (const eventId of eventIds) this.inFlight.delete(eventId);
        this.requests.delete(request);
      });
    this.requests.add(request);
    this.begun += 1;
  }

  private readonly noteFailure = (error: unknown): void => {
    this.failure ??= { error };
  };

  /**
   * Records the result of one delivery of an entry. After the last one the entry is removed from the queue, unless some
   * deliveries still wait for it.
   */
  private async settleEntry(entry: InFlightEntry, isSettled: boolean): Promise<void> {
    if (!entry.settle(isSettled)) return;
    if (entry.isWhollySettled) await this.deps.table.delete({ Key: entry.key });
    this.inFlightEntries.delete(entry.key.sk);
  }

  /** Makes one request. Its deliveries whose outcome is stored are settled. */
  private async attempt(
    { together, settled }: { together: InFlight[]; settled: Set<string> },
    { endpoint, secrets }: { endpoint: Endpoint; secrets: string[] },
  ): Promise<void> {
    const at = this.deps.receiverClock.now();
    const deliveries = together.map(({ delivery }) => delivery);
    const { outcome, seen } = await continueTraces(
      deliveries.map(({ trace }) => trace),
      (here) => {
        if (endpoint.form === 'twilio')
          return this.attemptInTwiliosForm(deliveries, { endpoint, secrets, at });
        const trace = here.find((one) => one !== undefined);
        const message = messageTo(endpoint, deliveries);
        return attemptDelivery(this.client, { url: endpoint.url, secrets, message, at, trace });
      },
      { isFault: (attempt) => attempt.outcome.outcome !== 'delivered' },
    );
    const now = this.deps.clock.now();
    // An answer to several events can be about any of them, and so would outlive the erasure of a person in another one. What
    // is answered after an erasure can name the person again.
    const isErased = deliveries.some(({ erasures }) => erasures !== undefined);
    const kept = deliveries.length > 1 || isErased ? { durationMs: seen.durationMs } : seen;
    // One random number for the whole batch, so that its deliveries are due together again.
    const random = Math.random();
    await forEachAtOnce(together, WRITES_AT_ONCE, async ({ delivery }) => {
      this.deps.onAttempt?.(outcome.outcome === 'delivered');
      try {
        const after = deliveryAfter(outcome, { delivery, now, random, seen: kept });
        const isWritten = await this.write(delivery, after);
        if (isWritten) settled.add(delivery.eventId);
      } catch (error) {
        this.noteFailure(error);
      }
    });
    await this.recordHealth(endpoint, { outcome, now });
  }

  private async attemptInTwiliosForm(
    [delivery]: Delivery[],
    { endpoint, secrets, at }: { endpoint: Endpoint; secrets: string[]; at: Date },
  ): Promise<MadeAttempt> {
    const [authToken = ''] = secrets;
    const payload = delivery?.payload ?? '{}';
    const request = this.deps.callbackRequest({ payload, inboundUrl: endpoint.url, authToken });
    if (request) return attemptCallback(this.client, request, { at });
    const error = 'The event has no address any more.';
    return { outcome: { outcome: 'discarded', responseStatus: undefined, error }, seen: { durationMs: 0 } };
  }

  private async recordHealth(
    endpoint: Endpoint,
    { outcome, now }: { outcome: AttemptOutcome; now: Date },
  ): Promise<void> {
    const { endpointQueue, reason } = healthAfter(this.endpointQueue, { endpoint, outcome, now });
    this.endpointQueue = endpointQueue;
    // Each message can name another address: a bad one says nothing about the others.
    if (endpoint.form === 'twilio') return;
    if (!reason || (await this.isWellElsewhere(reason))) return;
    this.isSwitchedOff = true;
    if (await disableEndpoint(this.deps, { endpoint, reason, now })) {
      this.deps.log.warn('Webhook endpoint disabled', { reason });
    }
  }

  /** Returns true when another part of the queue has had a success since this part began to fail. */
  private async isWellElsewhere(reason: DisableReason): Promise<boolean> {
    const { failingSince } = this.endpointQueue;
    if (reason === 'gone' || failingSince === undefined) return false;
    const queues = await this.deps.table.batchGet(queueParts(this.endpointQueue).map(endpointQueueKey));
    return queues.some((item) => (endpointQueueItem.readIfAny(item)?.lastSuccessAt ?? '') > failingSince);
  }

  /** Fails waiting deliveries without an attempt; they stay for a replay. Returns true when there were any. */
  private async failWaiting(): Promise<boolean> {
    await this.settle();
    if (this.failure) throw this.failure.error;
    if (performance.now() >= this.endsAtMs) return false;
    const entries = await findWaiting(this.deps.table, { ...this.place, limit: ENTRIES_AT_ONCE });
    await forEachAtOnce(await this.load(entries), MAX_IN_FLIGHT, async ({ delivery, entry }) => {
      await this.settleEntry(entry, await this.write(delivery, failUnattempted(delivery)));
    });
    return entries.length > 0;
  }

  /** Deletes the waiting deliveries of an endpoint that was removed. */
  private async discard(): Promise<void> {
    await this.settle();
    for (;;) {
      const entries = await findWaiting(this.deps.table, { ...this.place, limit: ENTRIES_AT_ONCE });
      if (entries.length === 0) break;
      await this.deps.table.batchDelete(entries.map(({ key }) => key));
    }
    await this.deps.table.delete({ Key: endpointQueueKey(this.place) });
  }

  /** Writes the next state. Returns false after a concurrent replay, which is not overwritten. */
  private async write(from: Delivery, to: Delivery): Promise<boolean> {
    if (to.status === 'delivered') return endDelivery(this.deps.table, from, to);
    return (await commit(this.deps.table, moveDelivery(from, to, this.place.part))).committed;
  }
}

/** Delivery that the worker attempts, and the entry through which it was found. */
interface InFlight {
  delivery: Delivery;
  entry: InFlightEntry;
}

const isDueAt = ({ status, nextAttemptAt }: Delivery, dueAt: string) =>
  status === 'pending' && nextAttemptAt === dueAt;
