import { operate } from '../support/service/operate';
import { callApi, createApiAccount, randomPhone } from '../support/service/service';
import { useService } from '../support/service/use-service';
import { waitFor } from '../support/run/wait-for';
import {
  startWebhookReceiver,
  verifyWebhook,
  type WebhookReceiver,
} from '../support/webhooks/webhook-receiver';

const service = useService();
let receiver: WebhookReceiver;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
});

afterEach(() => receiver.stop());

async function received(count: number): Promise<WebhookReceiver['received']> {
  return waitFor(() => (receiver.received.length >= count ? receiver.received : undefined));
}

describe('webhooks of the running service', () => {
  it('tell of a membership, of a message that arrives and of one that fails', async () => {
    const account = await createApiAccount(service);
    const { accountId, from } = account;
    const { secret } = await operate<{ secret: string }>(
      ...['webhook', 'add', '--account', accountId, '--url', receiver.url],
    );
    const group = await operate<{ id: string }>(
      ...['group', 'create', '--account', accountId, '--name', 'News', '--opt-in-type', 'SINGLE'],
    );
    const to = randomPhone();
    const refusedTo = '+15005550001';
    for (const phone of [to, refusedTo]) {
      const contact = `/api/v1/contacts/by-phone/${phone}`;
      await callApi(service, { account, method: 'POST', path: contact, body: {} });
      await callApi(service, { account, method: 'POST', path: `${contact}/groups/${group.id}` });
      await callApi(service, {
        account,
        method: 'POST',
        path: '/api/v1/messaging/message',
        body: { to: phone, from, body: 'Hello' },
      });
    }

    const events = (await received(4)).map((webhook) => verifyWebhook(webhook, secret) as { type: string });
    expect(events.map(({ type }) => type).sort()).toEqual([
      'contacts.group.opted_in',
      'contacts.group.opted_in',
      'messaging.message.delivered',
      'messaging.message.failed',
    ]);
    expect(events.find(({ type }) => type === 'messaging.message.delivered')).toMatchObject({
      accountId,
      message: { to, from, body: 'Hello', status: 'sent' },
    });
    expect(events.find(({ type }) => type === 'messaging.message.failed')).toMatchObject({
      stage: 'handOver',
      message: { to: refusedTo, status: 'failed', errorType: 'invalid_number' },
    });
  });

  it('tell of several events in one request where the endpoint takes batches', async () => {
    const account = await createApiAccount(service);
    const { secret, ...endpoint } = await operate<{ id: string; batch: boolean; secret: string }>(
      ...['webhook', 'add', '--account', account.accountId, '--url', receiver.url, '--batch'],
    );
    expect(endpoint.batch).toBe(true);
    await operate('webhook', 'test', '--account', account.accountId, '--endpoint', endpoint.id);
    const [webhook] = await received(1);
    expect(webhook && verifyWebhook(webhook, secret)).toEqual({
      ...{ id: webhook?.id, type: 'webhooks.batch', version: 1 },
      events: [expect.objectContaining({ type: 'webhooks.test', accountId: account.accountId })],
    });
  });

  it('tell of a text that comes in', async () => {
    const { accountId, from } = await createApiAccount(service);
    const { secret } = await operate<{ secret: string }>(
      ...['webhook', 'add', '--account', accountId, '--url', receiver.url],
      ...['--event', 'messaging.message.received'],
    );
    const phone = randomPhone();
    await callApi(service, {
      method: 'POST',
      path: '/_local/inbound',
      body: { from: phone, to: from, body: 'Is it open today?' },
    });
    const [webhook] = await received(1);
    expect(verifyWebhook(webhook!, secret)).toMatchObject({
      type: 'messaging.message.received',
      message: { direction: 'inbound', from: phone, to: from, body: 'Is it open today?' },
    });
  });

  it('are tried out by the operator, who is told what came of it', async () => {
    const { accountId } = await createApiAccount(service);
    const { id } = await operate<{ id: string }>(
      ...['webhook', 'add', '--account', accountId, '--url', receiver.url],
    );
    expect(await operate('webhook', 'test', '--account', accountId)).toMatchObject([
      { endpointId: id, status: 'delivered', attempts: 1, lastResponseStatus: 200 },
    ]);
    receiver.answer = 503;
    expect(await operate('webhook', 'test', '--account', accountId, '--endpoint', id)).toMatchObject([
      { status: 'pending', attempts: 1, lastError: 'The receiver answered 503.' },
    ]);
    receiver.answer = 200;
    // The second attempt follows after five seconds, without any help.
    await received(3);
  });
});
