import { readOutgoingPolicy } from '../../shared/platform/outgoing/public-address';
import { getSealingKey } from '../../shared/platform/secrets/sealing-key';
import { addEndpoint } from '../../shared/webhooks/manage-endpoints';
import { createSimulatedAccount, type SimulatedAccount } from './account';
import type { Outcome } from './outcome';
import { sendSingles, startBroadcasts } from './traffic';
import type { World } from './world';

const LATE_MS = 2_000;
const TICK_MS = 50;
const GIVE_UP_AFTER_MS = 600_000;

/**
 * Causes delivery receipts of a broadcast faster than its account's endpoint should get them; another account with an
 * endpoint sends a text a second meanwhile.
 */
export async function webhooksOfOneEndpoint(
  world: World,
  { events, perSecond }: { events: number; perSecond: number },
): Promise<Outcome> {
  const { simulation, provider, receiver } = world;
  const busy = await createSimulatedAccount(world, {
    ...{ index: 1, numbers: 1, ratePerSecond: undefined, contacts: events },
  });
  const quiet = await createSimulatedAccount(world, {
    ...{ index: 2, numbers: 1, ratePerSecond: undefined, contacts: 100 },
  });
  for (const account of [busy, quiet]) await listen(world, account);
  await startBroadcasts(world, [busy], events);
  await simulation.run(() => provider.taken.length === events);
  const before = { writes: world.dynamoDb.writes };
  // 1. Sends receipts, and the texts of the other account with theirs.
  const messageIds = provider.taken.map(({ messageId }) => messageId);
  const startedAtMs = simulation.elapsed;
  world.hasReceipts = true;
  sendSingles(world, [quiet], { perSecond: 1, seconds: Math.ceil(events / perSecond) + 20 });
  const report = () => {
    for (const id of messageIds.splice(0, (perSecond * TICK_MS) / 1_000))
      world.reportStatus(id, 'TEXT_DELIVERED');
    if (messageIds.length > 0) simulation.after(TICK_MS, report);
  };
  report();
  // 2. Waits until all webhooks have arrived.
  const of = ({ id }: SimulatedAccount) => receiver.arrivals.filter(({ accountId }) => accountId === id);
  let isOver = false;
  simulation.after(GIVE_UP_AFTER_MS, () => void (isOver = true));
  const look = () => {
    isOver ||= new Set(of(busy).map(({ eventId }) => eventId)).size === events;
    if (!isOver) simulation.after(500, look);
  };
  look();
  await simulation.run(() => isOver);
  // 3. Evaluates the arrivals.
  const arrived = of(busy);
  const distinct = new Set(arrived.map(({ eventId }) => eventId)).size;
  const seconds = (Math.max(...arrived.map(({ atMs }) => atMs)) - startedAtMs) / 1_000;
  const lateMs = of(quiet).map((arrival) => arrival.lateMs);
  const slowestMs = Math.max(...lateMs);
  return {
    asked: 1_000,
    reached: distinct / seconds,
    unit: 'events/s',
    isMet: distinct === events && distinct / seconds >= 1_000 && slowestMs <= LATE_MS,
    notes: [
      `${distinct} of ${events} in ${seconds.toFixed(0)} s`,
      `${arrived.length - distinct} twice`,
      `another account's ${lateMs.length} events at most ${(slowestMs / 1_000).toFixed(1)} s late`,
      `${((world.dynamoDb.writes - before.writes) / events).toFixed(1)} write units an event`,
    ],
    texts: provider.taken.length,
  };
}

/** Adds an endpoint to the account for events of every text that arrived. */
export async function listen(world: World, { id: accountId }: SimulatedAccount): Promise<void> {
  const { table, ids, simulation } = world;
  await addEndpoint(
    {
      ...{ table, ids, clock: { now: () => simulation.now() } },
      ...{ sealingKey: await getSealingKey(), policy: readOutgoingPolicy() },
    },
    { accountId, url: 'https://receiver.example/', eventTypes: ['messaging.message.delivered'] },
  );
}
