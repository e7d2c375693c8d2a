import type { WebhookTask } from '../outbox/relay-outbox';
import { forEachAtOnce } from '../platform/at-once';
import type { Clock } from '../platform/clock';
import { laneKey } from '../platform/store/keys';
import { addLogContext } from '../platform/log';
import { type GuardedClient, openGuardedClient } from '../platform/outgoing/guarded-client';
import type { OutgoingPolicy } from '../platform/outgoing/public-address';
import type { Platform } from '../platform/platform';
import type { SealingKey } from '../platform/sealing-key';
import { commit } from '../platform/store/commit';
import { attemptDelivery } from './attempt-delivery';
import { type AttemptOutcome, type Delivery, deliveryAfter, failUnattempted } from './delivery';
import { findDeliveries, findWaiting, moveDelivery, type WaitingEntry } from './delivery-store';
import { type Endpoint, validSecrets } from './endpoint';
import { disableEndpoint, findEndpoint } from './endpoint-store';
import { type Lane, releaseLane, takeLane } from './lane';
import { hasFailedForTooLong } from './retry-schedule';
import { openSecret } from './signing-secret';

export interface DrainDeps extends Pick<Platform, 'table' | 'clock' | 'ids' | 'log'> {
  /** The time at the receiver, for signatures; in the local service, whose clock can be moved, another one than ours. */
  receiverClock: Clock;
  sealingKey: SealingKey;
  policy: OutgoingPolicy;
  /** Hears of every attempt. */
  onAttempt?: (isDelivered: boolean) => void;
}

/** Requests to one endpoint at once. */
const MAX_IN_FLIGHT = 20;
const ENTRIES_AT_ONCE = 100;

/**
 * Goes through the line of an endpoint: attempts whatever is due, until nothing is or the time is up. Harmless to call
 * at any time: a lane that another worker has is left to it.
 *
 * A worker that dies leaves everything as it is, and the lane to whoever comes when its lease is over. What it had just
 * sent is then sent once more: receivers tell repeats by the event's id.
 *
 * @param options.budgetMs nothing new is begun after that; what is under way may take another 15 s
 */
export async function drainLane(deps: DrainDeps, options: WebhookTask & { budgetMs: number }): Promise<void> {
  const { endpointId } = options;
  const leaseId = deps.ids.token(20);
  const lane = await takeLane(deps.table, { endpointId, leaseId, now: deps.clock.now() });
  if (!lane) return;
  addLogContext({ accountId: lane.accountId, endpointId });
  const client = openGuardedClient({ policy: deps.policy });
  const drain = new Drain(deps, client, lane, performance.now() + options.budgetMs);
  try {
    await drain.run();
  } finally {
    await drain.settle();
    client.close();
  }
}

/** One worker's way through one lane. */
class Drain {
  private readonly inFlight = new Map<string, Promise<void>>();
  private failure: { error: unknown } | undefined;
  private isSwitchedOff = false;

  constructor(
    private readonly deps: DrainDeps,
    private readonly client: GuardedClient,
    private lane: Lane,
    private readonly endsAtMs: number,
  ) {}

  async run(): Promise<void> {
    for (;;) {
      const endpoint = await findEndpoint(this.deps.table, this.lane);
      if (!endpoint) return this.discard();
      const isWorkedOn = endpoint.status === 'enabled' ? this.attemptDue(endpoint) : this.failWaiting();
      if (await isWorkedOn) continue;
      const [next] = await findWaiting(this.deps.table, { endpointId: this.lane.endpointId, limit: 1 });
      const released = await releaseLane(this.deps, { lane: this.lane, nextDueAt: next?.dueAt });
      if (released.result !== 'arrived') return;
      this.lane = released.lane;
    }
  }

  /** Waits for what is under way. */
  async settle(): Promise<void> {
    await Promise.all(this.inFlight.values());
  }

  private get mustStop(): boolean {
    return performance.now() >= this.endsAtMs || this.failure !== undefined || this.isSwitchedOff;
  }

  /** Begins what is due. Answers with whether there is more to look for; if not, nothing is under way any more. */
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
      endpointId: this.lane.endpointId,
      dueBy: now,
      limit: ENTRIES_AT_ONCE,
    });
    return entries.filter(({ eventId }) => !this.inFlight.has(eventId));
  }

  /** The deliveries behind the entries. An entry that does not say what its delivery says is a leftover. */
  private async load(entries: WaitingEntry[]): Promise<Delivery[]> {
    const { endpointId } = this.lane;
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
      this.lane = { ...this.lane, failingSince: undefined, lastSuccessAt: now.toISOString() };
      return;
    }
    // What it did before it was switched on again does not count.
    const { failingSince: known } = this.lane;
    const failingSince = known !== undefined && known >= endpoint.enabledAt ? known : now.toISOString();
    this.lane = { ...this.lane, failingSince };
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

  /** Nobody attempts them any more, but they stay for a replay. Answers with whether there were any. */
  private async failWaiting(): Promise<boolean> {
    await this.settle();
    if (this.failure) throw this.failure.error;
    if (performance.now() >= this.endsAtMs) return false;
    const { endpointId } = this.lane;
    const entries = await findWaiting(this.deps.table, { endpointId, limit: ENTRIES_AT_ONCE });
    await forEachAtOnce(await this.load(entries), MAX_IN_FLIGHT, async (delivery) => {
      await this.write(delivery, failUnattempted(delivery));
    });
    return entries.length > 0;
  }

  /** The endpoint was removed: so is what waits for it. */
  private async discard(): Promise<void> {
    await this.settle();
    const { endpointId } = this.lane;
    for (;;) {
      const entries = await findWaiting(this.deps.table, { endpointId, limit: ENTRIES_AT_ONCE });
      if (entries.length === 0) break;
      await this.deps.table.batchDelete(entries.map(({ key }) => key));
    }
    await this.deps.table.delete({ Key: laneKey(endpointId) });
  }

  /** Nothing is written over a replay that came in between. */
  private async write(from: Delivery, to: Delivery): Promise<void> {
    await commit(this.deps.table, moveDelivery(from, to));
  }
}
