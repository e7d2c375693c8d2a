import { fanOutEvents } from '../../../../shared/webhooks/fan-out-events';
import { listDeliveries } from '../../../../shared/webhooks/list-deliveries';
import { findWaiting } from '../../../../shared/webhooks/queue-entries';
import { findAllDeliveries } from '../../../../shared/webhooks/internal/read-in-order';
import { countAllUnits } from '../../../support/engines/capacity-meter';
import { findAllWaiting } from '../../../support/webhooks/find-all-waiting';
import { useEngine } from '../../../support/engines/engine';
import { createWebhookFixture, type WebhookFixture } from '../../../support/webhooks/webhook-fixture';
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/webhooks/webhook-receiver';

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
    const { units } = await countAllUnits(async () => {
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
