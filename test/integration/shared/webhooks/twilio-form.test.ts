import { validateRequest } from 'twilio';
import { STATUS_EVENT_TYPE } from '../../../../shared/events/event-types';
import { findDelivery } from '../../../../shared/webhooks/delivery-store';
import { findEndpoint } from '../../../../shared/webhooks/endpoint-store';
import { type PublishedEvent, readPublishedEvent } from '../../../../shared/webhooks/fan-out-events';
import { addTwilioEndpoint } from '../../../../shared/webhooks/manage-twilio-endpoint';
import { useEngine } from '../../../support/engines/engine';
import { createWebhookFixture, type WebhookFixture } from '../../../support/webhooks/webhook-fixture';
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/webhooks/webhook-receiver';

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
  it('is a form post to the address of its message, signed with the auth token', async () => {
    const event = statusEvent();
    await service.deliver([event]);
    const [post] = receiver.received;
    expect(post?.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'user-agent': 'messaging-service-webhooks/1',
    });
    const parameters = Object.fromEntries(new URLSearchParams(post?.body));
    expect(parameters).toMatchObject({ MessageStatus: 'sent', To: '+12125550123' });
    const signature = String(post?.headers['x-twilio-signature']);
    expect(validateRequest(AUTH_TOKEN, signature, receiver.url, parameters)).toBe(true);
    expect(await deliveryOf(event)).toMatchObject({ status: 'delivered', attempts: 1 });
  });

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

  it('is nothing that other endpoints get, not even those that take everything', async () => {
    const other = await startWebhookReceiver();
    const { id } = await service.add(other.url);
    const event = statusEvent();
    await service.deliver([event]);
    expect(other.received).toEqual([]);
    expect(await findDelivery(engine.table, { endpointId: id, eventId: event.id })).toBeUndefined();
    await other.stop();
  });
});

it('gets no text from a phone without an address for it', async () => {
  await service.deliver(service.makeEvents(1, 'messaging.message.received'));
  expect(receiver.received).toEqual([]);
});
