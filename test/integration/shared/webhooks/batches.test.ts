import { findDelivery } from '../../../../shared/webhooks/delivery-store';
import { findEndpoint } from '../../../../shared/webhooks/endpoint-store';
import { addEndpoint } from '../../../../shared/webhooks/manage-endpoints';
import { listFailures } from '../../../../shared/webhooks/replay-deliveries';
import { useEngine } from '../../../support/engines/engine';
import { createWebhookFixture, type WebhookFixture } from '../../../support/webhooks/webhook-fixture';
import {
  startWebhookReceiver,
  verifyWebhook,
  type WebhookReceiver,
} from '../../../support/webhooks/webhook-receiver';

interface Batch {
  id: string;
  type: string;
  version: number;
  events: Array<{ id: string }>;
}

const engine = useEngine();
let receiver: WebhookReceiver;
let service: WebhookFixture;
let endpointId: string;
let secret: string;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  service = await createWebhookFixture(engine.table);
  const { deps, accountId } = service;
  const added = await addEndpoint(deps, { accountId, url: receiver.url, batch: true });
  endpointId = added.endpoint.id;
  secret = added.secret;
});

afterEach(() => receiver.stop());

const batches = () => receiver.received.map((webhook) => verifyWebhook(webhook, secret) as Batch);
const idsOf = (events: Array<{ id: string }>) => events.map(({ id }) => id).sort();
const statusOf = async (eventId: string) =>
  (await findDelivery(engine.table, { endpointId, eventId }))?.status;

describe('an endpoint that takes batches', () => {
  it('gets events that are due at once in one signed request, each as it would come by itself', async () => {
    const events = service.makeEvents(30);
    await service.deliver(events);

    const [batch, ...others] = batches();
    expect(others).toEqual([]);
    expect(batch).toEqual({
      id: receiver.received[0]?.id,
      type: 'webhooks.batch',
      version: 1,
      events: expect.any(Array) as unknown,
    });
    const payloads = events.map(({ payload }) => JSON.parse(payload) as { id: string });
    expect(new Map(batch?.events.map((event) => [event.id, event]))).toEqual(
      new Map(payloads.map((payload) => [payload.id, payload])),
    );
    expect(receiver.received[0]?.id).toMatch(/^bat_[0-9a-f]{26}$/);
    expect(await statusOf(events[29]?.id ?? '')).toBe('delivered');
  });

  it('gets one event in the same form', async () => {
    const [event] = service.makeEvents(1);
    await service.deliver([event!]);
    expect(batches().map(({ events }) => idsOf(events))).toEqual([[event!.id]]);
  });

  it('gets no more than 100 events in a request, and every event once', async () => {
    const events = service.makeEvents(250);
    await service.deliver(events);
    const sizes = batches().map((batch) => batch.events.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
    expect(sizes.length).toBeLessThan(20);
    expect(idsOf(batches().flatMap((batch) => batch.events))).toEqual(idsOf(events));
  });

  it('gets all events of a request again that it refused, in one request and by its id', async () => {
    receiver.answer = 500;
    const events = service.makeEvents(10);
    await service.deliver(events);
    expect(await statusOf(events[0]?.id ?? '')).toBe('pending');

    receiver.answer = 200;
    await service.advance(6_000);
    expect(batches().map((batch) => idsOf(batch.events))).toEqual([idsOf(events), idsOf(events)]);
    expect(new Set(receiver.ids()).size).toBe(1);
    expect(await statusOf(events[0]?.id ?? '')).toBe('delivered');
  });

  it('gets no more once it has answered 410; each event of the request is kept for a replay', async () => {
    receiver.answer = 410;
    const events = service.makeEvents(10);
    await service.deliver(events);
    const { accountId, deps } = service;
    expect(await findEndpoint(deps.table, { accountId, endpointId })).toMatchObject({ status: 'disabled' });
    const failures = await listFailures(deps.table, { accountId, endpointId, since: undefined });
    const missed = failures.filter(({ eventType }) => eventType === events[0]?.type);
    expect(missed.map(({ eventId }) => eventId).sort()).toEqual(idsOf(events));
  });
});
