import { fanOutEvents } from '../../../../shared/webhooks/fan-out-events';
import { listDeliveries } from '../../../../shared/webhooks/list-deliveries';
import { findWaiting } from '../../../../shared/webhooks/queue-entries';
import { findAllDeliveries } from '../../../../shared/webhooks/internal/read-in-order';
import { countUnits } from '../../../support/engines/capacity-meter';
import { findAllWaiting } from '../../../support/webhooks/find-all-waiting';
import { useEngine } from '../../../support/engines/engine';
import { createWebhookFixture, type WebhookFixture } from '../../../support/webhooks/webhook-fixture';
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/webhooks/webhook-receiver';
import { deliverQueue } from '../../../../shared/webhooks/deliver-queue';
import { findDeliveries } from '../../../../shared/webhooks/delivery-store';
import { replayDeliveries } from '../../../../shared/webhooks/replay-deliveries';
import { ATTEMPT_DELAYS_MS } from '../../../../shared/webhooks/internal/retry-schedule';
import { seededRandom } from '../../../support/run/seeded-random';
import { waitFor } from '../../../support/run/wait-for';

describe('places in the queue', () => {
  const engine = useEngine();
  let receiver: WebhookReceiver;
  let service: WebhookFixture;

  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    service = await createWebhookFixture(engine.table);
  });

  afterEach(async () => {
    await receiver.stop();
  });

  const idsOf = (events: Array<{ id: string }>) => events.map(({ id }) => id).sort();

  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

  describe('deliveries of many events', () => {
    it('stand on common pages, in parts of the queue, and cost two write units each', async () => {
      const { id: endpointId } = await service.add(receiver.url);
      const events = service.makeEvents(120);
      const { units } = await countUnits(engine.documents, async () => {
        await fanOutEvents(service.deps, events);
        const parts = await findAllWaiting(engine.table, endpointId);
        expect(parts.map((entries) => sum(entries.map(({ eventIds }) => eventIds.length)))).toEqual([
          ...[50, 45, 25],
          ...[0, 0, 0, 0, 0],
        ]);
        await service.run();
      });
      expect(receiver.ids().sort()).toEqual(idsOf(events));
      expect(receiver.received).toHaveLength(120);
      expect((await findAllWaiting(engine.table, endpointId)).flat()).toEqual([]);
      // Each is written and ended; pages, the queue of the endpoint and the hint are shared.
      expect(units.write).toBeGreaterThanOrEqual(2 * 120);
      expect(units.write).toBeLessThan(2 * 120 + 40);
    });

    it('lie in partitions of their own, and are listed together by the ids of their events', async () => {
      const { id: endpointId } = await service.add(receiver.url);
      const events = service.makeEvents(120);
      await service.deliver(events);
      const all: string[] = [];
      for await (const { eventId } of findAllDeliveries(engine.table, { endpointId })) all.push(eventId);
      expect(all).toEqual(idsOf(events));
      const listed: string[] = [];
      let place: string | undefined;
      do {
        const page = { limit: 50, place };
        const { deliveries, nextPlace } = await listDeliveries(service.deps, {
          ...{ endpointId, status: undefined, page },
        });
        listed.push(...deliveries.map(({ eventId }) => eventId));
        place = nextPlace;
      } while (place !== undefined);
      expect(listed).toEqual(idsOf(events).reverse());
    });

    it('come again one by one where they fail, and the others do not', async () => {
      const { id: endpointId } = await service.add(receiver.url);
      const events = service.makeEvents(30);
      const failing = new Set(idsOf(events).slice(3, 6));
      receiver.answer = (response, { id }) => response.writeHead(failing.has(id) ? 500 : 200).end();
      await service.deliver(events);
      const waiting = await findWaiting(engine.table, { endpointId, limit: 100 });
      expect(waiting.map(({ eventIds }) => eventIds).sort()).toEqual([...failing].map((id) => [id]));
      receiver.answer = 200;
      await service.advance(5_000);
      expect(receiver.received).toHaveLength(33);
      expect(await findWaiting(engine.table, { endpointId, limit: 1 })).toEqual([]);
    });

    it('arrive when their event comes again with others, and once', async () => {
      await service.add(receiver.url);
      const events = service.makeEvents(20);
      await fanOutEvents(service.deps, events.slice(0, 10));
      await fanOutEvents(service.deps, events.slice(5));
      await fanOutEvents(service.deps, events.slice(0, 3));
      await service.run();
      expect(receiver.ids().sort()).toEqual(idsOf(events));
      expect(receiver.received).toHaveLength(20);
    });
  });
});

describe('endpoints side by side', () => {
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
});
