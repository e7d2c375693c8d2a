import type { WebhookTask } from '../outbox/relay-outbox';
import { forEachAtOnce } from '../platform/at-once';
import type { Clock } from '../platform/clock';
import { endpointQueueKey } from '../platform/store/keys';
import { addLogContext } from '../platform/log';
import { type GuardedClient, openGuardedClient } from '../platform/outgoing/guarded-client';
import type { OutgoingPolicy } from '../platform/outgoing/public-address';
import type { Platform } from '../platform/platform';
import type { SealingKey } from '../platform/sealing-key';
import { commit } from '../platform/store/commit';
import { attemptDelivery } from './attempt-delivery';
import { type AttemptOutcome, type Delivery, deliveryAfter, failUnattempted } from './delivery';
import { endDelivery, findDeliveries, findWaiting, moveDelivery, type WaitingEntry } from './delivery-store';
import { type Endpoint, validSecrets } from './endpoint';
import { disableEndpoint, findEndpoint } from './endpoint-store';
import { type EndpointQueue, releaseEndpointQueue, leaseEndpointQueue } from './endpoint-queue';
import { hasFailedForTooLong } from './retry-schedule';
import { openSecret } from './signing-secret';

export interface DeliverDeps extends Pick<Platform, 'table' | 'clock' | 'ids' | 'log'> {
  /** The time at the receiver, for signatures. In the local service, whose clock can be moved, it differs from `clock`. */
  receiverClock: Clock;
  sealingKey: SealingKey;
  policy: OutgoingPolicy;
  /** Where requests go out; absent: to the network. */
  openClient?: () => GuardedClient;
  /** Called after every attempt. */
  onAttempt?: (isDelivered: boolean) => void;
}

/** Requests to one endpoint at once. */
const MAX_IN_FLIGHT = 20;
const ENTRIES_AT_ONCE = 100;

/**
 * Delivers what is due in the queue of an endpoint, until nothing is or the time is up. Harmless to call at any time: a
 * queue that another worker has leased is left to it.
 *
 * After a worker dies, another one leases the queue when the lease has run out. What the dead worker had just sent is sent
 * again: receivers recognize repeats by the event's id.
 *
 * @param options.budgetMs no attempt starts after that; attempts that run may take another 15 s
 */
export async function deliverQueue(
  deps: DeliverDeps,
  options: WebhookTask & { budgetMs: number },
): Promise<void> {
  const { endpointId } = options;
  const leaseId = deps.ids.token(20);
  const endpointQueue = await leaseEndpointQueue(deps.table, { endpointId, leaseId, now: deps.clock.now() });
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

/** The delivery of one endpoint queue by one worker. */
class QueueDelivery {
  private readonly inFlight = new Map<string, Promise<void>>();
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
      const [next] = await findWaiting(this.deps.table, {
        endpointId: this.endpointQueue.endpointId,
        limit: 1,
      });
      const released = await releaseEndpointQueue(this.deps, {
        endpointQueue: this.endpointQueue,
        nextDueAt: next?.dueAt,
      });
      if (released.result !== 'arrived') return;
      this.endpointQueue = released.endpointQueue;
    }
  }

  /** Waits for the attempts that run. */
  async settle(): Promise<void> {
    await Promise.all(this.inFlight.values());
  }

  private get mustStop(): boolean {
    return performance.now() >= this.endsAtMs || this.failure !== undefined || this.isSwitchedOff;
  }

  /** Starts attempts of what is due. Answers with whether there is more to look for; if not, no attempt runs. */
  private async attemptDue(endpoint: Endpoint): Promise<boolean> {
    const now = this.deps.clock.now();
    const entries = this.mustStop ? [] : await this.findDue(now);
    if (entries.length === 0) {
      if (this.inFlight.size === 0) {
        if (this.failure) throw this.failure.error;
        return false;
      }
      await (this.mustStop ? this.settle() : Promise.race(this.inFlight.values()));
      return true;
    }
    const { accountId } = endpoint;
    const secrets = validSecrets(endpoint, now).map(({ sealed }) =>
      openSecret(sealed, { key: this.deps.sealingKey, owner: { accountId, endpointId: endpoint.id } }),
    );
    for (const delivery of await this.load(entries)) {
      if (this.inFlight.size >= MAX_IN_FLIGHT) await Promise.race(this.inFlight.values());
      if (this.mustStop) break;
      this.begin(delivery, { endpoint, secrets });
    }
    return true;
  }

  private async findDue(now: Date): Promise<WaitingEntry[]> {
    const entries = await findWaiting(this.deps.table, {
      endpointId: this.endpointQueue.endpointId,
      dueBy: now,
      limit: ENTRIES_AT_ONCE,
    });
    return entries.filter(({ eventId }) => !this.inFlight.has(eventId));
  }

  /** The deliveries behind the entries. An entry that does not say what its delivery says is a leftover. */
  private async load(entries: WaitingEntry[]): Promise<Delivery[]> {
    const { endpointId } = this.endpointQueue;
    const eventIds = entries.map(({ eventId }) => eventId);
    const found = await findDeliveries(this.deps.table, { endpointId, eventIds });
    const deliveries: Delivery[] = [];
    const leftovers: WaitingEntry[] = [];
    for (const [index, entry] of entries.entries()) {
      const delivery = found[index];
      if (delivery?.status === 'pending' && delivery.nextAttemptAt === entry.dueAt) deliveries.push(delivery);
      else leftovers.push(entry);
    }
    await this.deps.table.batchDelete(leftovers.map(({ key }) => key));
    return deliveries;
  }

  private begin(delivery: Delivery, target: { endpoint: Endpoint; secrets: string[] }): void {
    const attempt = this.attempt(delivery, target)
      .catch((error: unknown) => {
        this.failure ??= { error };
      })
      .finally(() => this.inFlight.delete(delivery.eventId));
    this.inFlight.set(delivery.eventId, attempt);
  }

  private async attempt(
    delivery: Delivery,
    { endpoint, secrets }: { endpoint: Endpoint; secrets: string[] },
  ): Promise<void> {
    const at = this.deps.receiverClock.now();
    const outcome = await attemptDelivery(this.client, { url: endpoint.url, secrets, delivery, at });
    this.deps.onAttempt?.(outcome.outcome === 'delivered');
    const now = this.deps.clock.now();
    await this.write(delivery, deliveryAfter(outcome, { delivery, now, random: Math.random() }));
    await this.recordHealth(endpoint, { outcome, now });
  }

  private async recordHealth(
    endpoint: Endpoint,
    { outcome, now }: { outcome: AttemptOutcome; now: Date },
  ): Promise<void> {
    if (outcome.outcome === 'delivered') {
      this.endpointQueue = {
        ...this.endpointQueue,
        failingSince: undefined,
        lastSuccessAt: now.toISOString(),
      };
      return;
    }
    // What it did before it was switched on again does not count.
    const { failingSince: known } = this.endpointQueue;
    const failingSince = known !== undefined && known >= endpoint.enabledAt ? known : now.toISOString();
    this.endpointQueue = { ...this.endpointQueue, failingSince };
    const reason =
      outcome.outcome === 'gone'
        ? 'gone'
        : hasFailedForTooLong({ failingSince, now })
          ? 'failing'
          : undefined;
    if (!reason) return;
    this.isSwitchedOff = true;
    if (await disableEndpoint(this.deps, { endpoint, reason, now })) {
      this.deps.log.warn('Webhook endpoint disabled', { reason });
    }
  }

  /** Fails what waits without an attempt; it stays for a replay. Answers with whether anything waited. */
  private async failWaiting(): Promise<boolean> {
    await this.settle();
    if (this.failure) throw this.failure.error;
    if (performance.now() >= this.endsAtMs) return false;
    const { endpointId } = this.endpointQueue;
    const entries = await findWaiting(this.deps.table, { endpointId, limit: ENTRIES_AT_ONCE });
    await forEachAtOnce(await this.load(entries), MAX_IN_FLIGHT, async (delivery) => {
      await this.write(delivery, failUnattempted(delivery));
    });
    return entries.length > 0;
  }

  /** The endpoint was removed: so is what waits for it. */
  private async discard(): Promise<void> {
    await this.settle();
    const { endpointId } = this.endpointQueue;
    for (;;) {
      const entries = await findWaiting(this.deps.table, { endpointId, limit: ENTRIES_AT_ONCE });
      if (entries.length === 0) break;
      await this.deps.table.batchDelete(entries.map(({ key }) => key));
    }
    await this.deps.table.delete({ Key: endpointQueueKey(endpointId) });
  }

  /** Nothing is written over a replay that came in between. */
  private async write(from: Delivery, to: Delivery): Promise<void> {
    if (to.status === 'delivered') await endDelivery(this.deps.table, from, to);
    else await commit(this.deps.table, moveDelivery(from, to));
  }
}
