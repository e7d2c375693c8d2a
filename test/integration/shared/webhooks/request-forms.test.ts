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
import { STATUS_EVENT_TYPE } from '../../../../shared/events/event-types';
import { type PublishedEvent, readPublishedEvent } from '../../../../shared/webhooks/fan-out-events';
import { addTwilioEndpoint } from '../../../../shared/webhooks/manage-twilio-endpoint';

describe('batches', () => {
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
});

describe('the form of Twilio', () => {
  const AUTH_TOKEN = 'the token of the account';
  const DAY = 24 * 60 * 60 * 1000;

  const engine = useEngine();
  let receiver: WebhookReceiver;
  let service: WebhookFixture;
  let endpointId: string;

  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    service = await createWebhookFixture(engine.table);
    const { accountId } = service;
    endpointId = await addTwilioEndpoint(service.deps, { accountId, authToken: AUTH_TOKEN });
  });

  afterEach(() => receiver.stop());

  function statusEvent(more: object = { statusCallback: receiver.url }): PublishedEvent {
    const { deps, accountId } = service;
    const time = service.now().toISOString();
    const message = {
      ...{ id: deps.ids.next('msg'), direction: 'outbound', status: 'sent', createdAt: time },
      ...{ to: '+12125550123', from: '+12065550100', body: '', ...more },
    };
    const event = { id: deps.ids.next('evt'), type: STATUS_EVENT_TYPE, version: 1, time, accountId, message };
    const published = readPublishedEvent({ detail: event, resources: [] });
    if (!published) throw new Error('Not an event');
    return published;
  }

  const deliveryOf = (event: PublishedEvent) => findDelivery(engine.table, { endpointId, eventId: event.id });

  describe('a status callback', () => {
    it('is repeated while it is not taken, the same each time', async () => {
      receiver.answer = 503;
      const event = statusEvent();
      await service.deliver([event]);
      receiver.answer = 200;
      await service.advance(5_000);
      expect(receiver.received.map(({ body }) => body)).toEqual([
        receiver.received[0]?.body,
        receiver.received[0]?.body,
      ]);
      expect(await deliveryOf(event)).toMatchObject({ status: 'delivered', attempts: 2 });
    });

    it.each([410, 500])('that is answered with %i for days switches nothing off', async (answer) => {
      receiver.answer = answer;
      for (let day = 0; day < 7; day++) {
        await service.deliver([statusEvent()]);
        await service.advance(DAY);
      }
      const address = { accountId: service.accountId, endpointId };
      expect(await findEndpoint(engine.table, address)).toMatchObject({ status: 'enabled' });
      receiver.answer = 200;
      const event = statusEvent();
      await service.deliver([event]);
      expect(await deliveryOf(event)).toMatchObject({ status: 'delivered' });
    });

    it('of a person who was erased has no address any more, and is given up at once', async () => {
      const event = statusEvent({ to: null, erased: true });
      await service.deliver([event]);
      expect(receiver.received).toEqual([]);
      expect(await deliveryOf(event)).toMatchObject({
        status: 'failed',
        lastError: 'The event has no address any more.',
      });
    });
  });

  it('gets no text from a phone without an address for it', async () => {
    await service.deliver(service.makeEvents(1, 'messaging.message.received'));
    expect(receiver.received).toEqual([]);
  });
});
