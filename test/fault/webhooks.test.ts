import { fanOutEvents } from '../../shared/webhooks/fan-out-events';
import { deliverQueue } from '../../shared/webhooks/deliver-queue';
import { findDelivery } from '../../shared/webhooks/delivery-store';
import { readEndpointQueue } from '../../shared/webhooks/endpoint-queue';
import { findWaiting } from '../../shared/webhooks/queue-entries';
import { endpointQueueKey, outboxKey } from '../../shared/platform/store/keys';
import { outboxItem } from '../../shared/outbox/outbox';
import { relayOutbox } from '../../shared/outbox/relay-outbox';
import { startEngine, type TestEngine } from '../support/engines/engine';
import { Crash, crashingTable } from '../support/faults/faulty-client';
import { createWebhookFixture } from '../support/webhooks/webhook-fixture';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhooks/webhook-receiver';

let engine: TestEngine;
let receiver: WebhookReceiver;

beforeAll(async () => {
  engine = await startEngine();
});

afterAll(async () => {
  await engine.stop();
});

beforeEach(async () => {
  receiver = await startWebhookReceiver();
});

afterEach(async () => {
  await receiver.stop();
});

/** Positions of the crash, more than the storage calls of any step. */
const CALLS = Array.from({ length: 16 }, (_, index) => index);
const CRASHES = CALLS.flatMap((callsLeft) => [
  { callsLeft, when: 'before' as const },
  { callsLeft, when: 'after' as const },
]);

async function survive(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
  }
}

describe('a process that dies on the way of an event', () => {
  it.each(CRASHES)('loses none while it fans out: $when call $callsLeft', async (plan) => {
    const service = await createWebhookFixture(engine.table);
    const { id } = await service.add(receiver.url);
    const crashing = crashingTable(engine.documents, engine.table.name, {
      entry: 'functions/workers/fan-out-events.ts',
    });
    const [event] = service.makeEvents(1);
    // The event lies in the outbox and has been published.
    const detail = JSON.parse(event!.payload) as object;
    const item = outboxItem({
      id: service.deps.ids.next('out'),
      entry: { kind: 'event', event: { detailType: event!.type, time: event!.time, detail } },
      now: service.now(),
    });
    await engine.table.put({ Item: item });

    crashing.plan.current = { ...plan };
    const outboxId = item.id as string;
    await survive(() => fanOutEvents({ ...service.deps, table: crashing.table }, [{ ...event!, outboxId }]));
    // The queues are lost with the process.
    service.purgeQueues();
    await service.advance(10 * 60_000);

    expect(receiver.ids()).toEqual([event!.id]);
    expect(await engine.table.get(outboxKey(outboxId))).toBeUndefined();
    expect(await findDelivery(engine.table, { endpointId: id, eventId: event!.id })).toMatchObject({
      status: 'delivered',
    });
  });

  it.each(CRASHES)('loses none while it delivers: $when call $callsLeft', async (plan) => {
    const service = await createWebhookFixture(engine.table);
    const { id } = await service.add(receiver.url);
    const address = { accountId: service.accountId, endpointId: id };
    const crashing = crashingTable(engine.documents, engine.table.name, {
      entry: 'functions/workers/deliver-webhook.ts',
    });
    const events = service.makeEvents(2);
    // The first request fails, so that there is a retry.
    receiver.answer = (response) => response.writeHead(receiver.received.length === 1 ? 500 : 200).end();
    await fanOutEvents(service.deps, events);

    crashing.plan.current = { ...plan };
    const dying = { ...service.deps, table: crashing.table };
    await survive(() => deliverQueue(dying, { ...address, budgetMs: 60_000 }));
    service.purgeQueues();
    // The lease of the endpoint's queue.
    await service.advance(90_000);
    await service.advance(60_000);

    expect(receiver.ids().sort()).toEqual(events.map(({ id: eventId }) => eventId).sort());
    expect(await findWaiting(engine.table, { endpointId: id, limit: 1 })).toEqual([]);
    const endpointQueue = await engine.table.get(endpointQueueKey({ endpointId: id }));
    expect(readEndpointQueue(endpointQueue!).leaseId).toBeUndefined();
    expect(endpointQueue).not.toHaveProperty('gsi1pk');
  });

  it.each(CRASHES)('loses none while it relays: $when call $callsLeft', async (plan) => {
    const service = await createWebhookFixture(engine.table);
    await service.add(receiver.url);
    const crashing = crashingTable(engine.documents, engine.table.name, {
      entry: 'functions/workers/outbox-relay.ts',
    });
    const [event] = service.makeEvents(1);
    const detail = JSON.parse(event!.payload) as object;
    const entry = { kind: 'event' as const, event: { detailType: event!.type, time: event!.time, detail } };
    const id = service.deps.ids.next('out');
    const now = service.now();
    await engine.table.put({ Item: outboxItem({ id, entry, now }) });

    crashing.plan.current = { ...plan };
    const item = { key: outboxKey(id), id, entry, createdAt: now.toISOString() };
    await survive(() => relayOutbox({ ...service.deps, table: crashing.table }, [item]));
    // The events that it had put on the bus never reached a queue.
    service.dropFromBus();
    await service.advance(60_000);
    await service.advance(60_000);

    expect(receiver.ids()).toEqual([event!.id]);
    expect(await engine.table.get(outboxKey(id))).toBeUndefined();
  });
});
