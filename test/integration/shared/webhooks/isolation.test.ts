import { deliverQueue } from '../../../../shared/webhooks/deliver-queue';
import { findDeliveries } from '../../../../shared/webhooks/delivery-store';
import { fanOutEvents } from '../../../../shared/webhooks/fan-out-events';
import { replayDeliveries } from '../../../../shared/webhooks/replay-deliveries';
import { ATTEMPT_DELAYS_MS } from '../../../../shared/webhooks/internal/retry-schedule';
import { useEngine } from '../../../support/engines/engine';
import { findAllWaiting } from '../../../support/webhooks/find-all-waiting';
import { seededRandom } from '../../../support/run/seeded-random';
import { waitFor } from '../../../support/run/wait-for';
import { createWebhookFixture } from '../../../support/webhooks/webhook-fixture';
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/webhooks/webhook-receiver';

const engine = useEngine();
let receivers: WebhookReceiver[] = [];

async function startReceiver(): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver();
  receivers.push(receiver);
  return receiver;
}

afterEach(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
  receivers = [];
});

async function findWaitingIds(endpointId: string): Promise<string[]> {
  const entries = await findAllWaiting(engine.table, endpointId);
  return entries.flat().flatMap(({ eventIds }) => eventIds);
}

describe('an endpoint that hangs', () => {
  it('holds up neither another endpoint of the account nor the fan-out', async () => {
    const service = await createWebhookFixture(engine.table);
    const hanging = await startReceiver();
    const healthy = await startReceiver();
    hanging.answer = () => undefined;
    const hangs = await service.add(hanging.url);
    await service.add(healthy.url);

    const first = service.deliver(service.makeEvents(50));
    await waitFor(() => (healthy.received.length === 50 ? true : undefined));
    // The worker of the hanging endpoint still runs, so later ones find its endpoint queue taken.
    const { accountId } = service;
    await deliverQueue(service.deps, { accountId, endpointId: hangs.id, budgetMs: 60_000 });
    const second = service.deliver(service.makeEvents(50));
    await waitFor(() => (healthy.received.length === 100 ? true : undefined));

    // The number of concurrent hanging requests is limited.
    expect(hanging.received).toHaveLength(20);
    expect(await findWaitingIds(hangs.id)).toHaveLength(100);

    // Its connections break, and it answers from then on: no event was lost.
    hanging.answer = 200;
    hanging.disconnect();
    await Promise.all([first, second]);
    await service.advance(5_000);
    expect(hanging.ids()).toHaveLength(100);
    expect(await findWaitingIds(hangs.id)).toEqual([]);
  });

  it('gives its worker back when the time is up, with the rest for the next one', async () => {
    const service = await createWebhookFixture(engine.table);
    const receiver = await startReceiver();
    // Each request takes 20 ms of the available second: 50 are answered in it, and 19 more are under way then.
    let nowMs = 0;
    const time = jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    receiver.answer = (response) => {
      nowMs += 20;
      response.writeHead(200).end();
    };
    const { id } = await service.add(receiver.url);
    await fanOutEvents(service.deps, service.makeEvents(100));
    const address = { accountId: service.accountId, endpointId: id };
    await deliverQueue(service.deps, { ...address, budgetMs: 1_000 });
    time.mockRestore();
    const sentInTime = receiver.received.length;
    expect(sentInTime).toBeGreaterThanOrEqual(50);
    expect(sentInTime).toBeLessThan(70);
    // A page stays in the queue until the last of its deliveries has arrived.
    const waiting = await findDeliveries(engine.table, {
      endpointId: id,
      eventIds: await findWaitingIds(id),
    });
    expect(waiting.filter((delivery) => delivery?.status === 'pending')).toHaveLength(100 - sentInTime);
    await service.run();
    expect(receiver.received).toHaveLength(100);
  });
});

describe('a receiver that fails half of its requests at random', () => {
  it('gets every event at least once, in the end by a replay of what was given up', async () => {
    const service = await createWebhookFixture(engine.table);
    const receiver = await startReceiver();
    const processed = new Set<string>();
    const nextRandom = seededRandom(20_260_301);
    receiver.answer = (response, { id }) => {
      const isProcessed = nextRandom() < 0.5;
      if (isProcessed) processed.add(id);
      response.writeHead(isProcessed ? 204 : 500).end();
    };
    const { id } = await service.add(receiver.url);
    const events = service.makeEvents(150);
    await service.deliver(events);
    const address = { accountId: service.accountId, endpointId: id };
    for (let round = 0; round < 3 && processed.size < events.length; round++) {
      for (const waitMs of ATTEMPT_DELAYS_MS) await service.advance(waitMs);
      await replayDeliveries(service.deps, address);
      await service.run();
    }
    expect([...processed].sort()).toEqual(events.map(({ id: eventId }) => eventId).sort());
  });
});
