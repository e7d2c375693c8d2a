import { type ConsoleUser, createConsoleUser } from '../support/console/console-user';
import { waitFor } from '../support/run/wait-for';
import { type ApiAnswer, callApi, createApiAccount } from '../support/service/service';
import { useService } from '../support/service/use-service';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhooks/webhook-receiver';

const service = useService();
let receiver: WebhookReceiver;
let admin: ConsoleUser;
let accountId: string;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  ({ accountId } = await createApiAccount(service));
  admin = await createConsoleUser(service, { accountId, role: 'admin' });
});

afterEach(() => receiver.stop());

const call = (method: string, path: string, body?: unknown, user = admin) =>
  callApi(service, { method, path: `/console/api/${path}`, headers: user.headers, body });
const pointersOf = ({ body }: ApiAnswer) =>
  (body as { details?: { errors?: Array<{ pointer: string }> } }).details?.errors?.map(
    ({ pointer }) => pointer,
  );

interface Endpoint {
  id: string;
  url: string;
  description?: string;
  eventTypes?: string[];
}
const add = async (body: object = {}) =>
  (await call('POST', 'webhooks', { url: receiver.url, ...body })).body as Endpoint & { secret: string };
const listed = async (id: string) =>
  ((await call('GET', 'webhooks')).body as { results: Endpoint[] }).results.find((one) => one.id === id);

interface Delivery {
  eventId: string;
  status: string;
  attempts: number;
  nextAttemptAt?: string;
  lastDurationMs?: number;
  history?: Array<{
    at: string;
    durationMs: number;
    responseStatus?: number;
    answer?: string;
    error?: string;
  }>;
}
/** Sends a test event, and waits until its first attempt has ended. */
async function test(id: string): Promise<Delivery> {
  const { eventId } = (await call('POST', `webhooks/${id}/test`)).body as Delivery;
  return until(id, eventId, ({ attempts }) => attempts > 0);
}
const until = (id: string, eventId: string, isThere: (delivery: Delivery) => boolean) =>
  waitFor(async () => {
    const delivery = (await call('GET', `webhooks/${id}/deliveries/${eventId}`)).body as Delivery;
    return isThere(delivery) ? delivery : undefined;
  });

describe('E6: an endpoint', () => {
  it('is changed part by part, and keeps its secret', async () => {
    const { secret: _, ...added } = await add({ description: 'Shop' });
    expect(added).toMatchObject({ description: 'Shop' });
    const url = `${receiver.url}/texts`;
    expect((await call('PATCH', `webhooks/${added.id}`, { url })).body).toEqual({ ...added, url });
    const eventTypes = ['messaging.message.failed'];
    await call('PATCH', `webhooks/${added.id}`, { eventTypes, description: 'Web shop' });
    expect(await listed(added.id)).toEqual({ ...added, url, eventTypes, description: 'Web shop' });
    await call('PATCH', `webhooks/${added.id}`, { eventTypes: null, description: null });
    const { description: _description, ...plain } = added;
    expect(await listed(added.id)).toEqual({ ...plain, url });
  });

  it.each([
    ['an address without TLS', { url: 'http://example.com/' }, '/url'],
    ['a private address', { url: 'https://192.168.0.1/' }, '/url'],
    ['no address', { url: '' }, '/url'],
    ['null for an address', { url: null }, '/url'],
    ['an address of 2,068 characters', { url: `https://example.com/${'x'.repeat(2_048)}` }, '/url'],
    ['an empty description', { description: '' }, '/description'],
    ['a description of 101 characters', { description: 'd'.repeat(101) }, '/description'],
    ['no events', { eventTypes: [] }, '/eventTypes'],
    ['an unknown event', { eventTypes: ['everything'] }, '/eventTypes/0'],
    ['what it has other routes for', { status: 'disabled' }, '/status'],
  ])('is not changed by %s', async (_, body, pointer) => {
    const { id, url } = await add();
    const refused = await call('PATCH', `webhooks/${id}`, body);
    expect([refused.status, pointersOf(refused)]).toEqual([400, [pointer]]);
    expect(await listed(id)).toMatchObject({ id, url });
  });

  it('has a description of up to 100 characters', async () => {
    const { id } = await add();
    const description = 'd'.repeat(100);
    expect((await call('PATCH', `webhooks/${id}`, { description })).body).toMatchObject({ description });
  });

  it('of another account is unknown', async () => {
    const { accountId: other } = await createApiAccount(service);
    const stranger = await createConsoleUser(service, { accountId: other, role: 'admin' });
    const { id } = await add();
    const { eventId } = await test(id);
    for (const [method, path, body] of [
      ['PATCH', `webhooks/${id}`, { description: 'Mine' }],
      ['GET', `webhooks/${id}/deliveries/${eventId}`, undefined],
      ['POST', `webhooks/${id}/replay-since`, { onlyWaiting: true }],
    ] as const) {
      expect((await call(method, path, body, stranger)).status).toBe(404);
    }
  });
});

describe('E6: a delivery', () => {
  it('shows each attempt with what it took and what the receiver answered', async () => {
    receiver.answer = (response) => void response.writeHead(500).end('The shop is closed.');
    const { id } = await add();
    const { eventId } = await test(id);
    const answer = await call('GET', `webhooks/${id}/deliveries/${eventId}`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toMatchObject({
      ...{ status: 'pending', attempts: 1, event: { id: eventId, type: 'webhooks.test' } },
      history: [
        {
          ...{ at: expect.any(String) as string, durationMs: expect.any(Number) as number },
          ...{ responseStatus: 500, error: 'The receiver answered 500.', answer: 'The shop is closed.' },
        },
      ],
    });
    const { results } = (await call('GET', `webhooks/${id}/deliveries`)).body as { results: Delivery[] };
    expect(results[0]).toMatchObject({ eventId, lastDurationMs: expect.any(Number) as number });
    expect(results[0]).not.toHaveProperty('history');
  });

  it('is attempted again at once while it waits', async () => {
    receiver.answer = 500;
    const { id } = await add();
    const { eventId } = await test(id);
    // The second attempt comes after 5 s, the third after 5 min.
    await until(id, eventId, ({ attempts }) => attempts === 2);
    receiver.answer = 200;
    expect(await call('POST', `webhooks/${id}/replay`, { eventId })).toMatchObject({ status: 202 });
    expect(await until(id, eventId, ({ status }) => status === 'delivered')).toMatchObject({ attempts: 1 });
  });

  it('is attempted again with all that wait, and counted', async () => {
    receiver.answer = 500;
    const { id } = await add();
    const { eventId } = await test(id);
    await until(id, eventId, ({ attempts }) => attempts === 2);
    receiver.answer = 200;
    const retry = () => call('POST', `webhooks/${id}/replay-since`, { onlyWaiting: true });
    expect((await retry()).body).toEqual({ id, replayed: 1 });
    await until(id, eventId, ({ status }) => status === 'delivered');
    expect((await retry()).body).toEqual({ id, replayed: 0 });
    const both = await call('POST', `webhooks/${id}/replay-since`, {
      ...{ onlyWaiting: true, includeDelivered: true },
    });
    expect([both.status, pointersOf(both)]).toEqual([400, ['/onlyWaiting']]);
  });

  it('that there is not is unknown, whatever its id', async () => {
    const { id } = await add();
    for (const eventId of ['evt_none', 'x'.repeat(1_500), '%2F', '%00']) {
      expect((await call('GET', `webhooks/${id}/deliveries/${eventId}`)).status).toBe(404);
    }
  });

  it('is for administrators only', async () => {
    const sender = await createConsoleUser(service, { accountId, role: 'sender' });
    const { id } = await add();
    const { eventId } = await test(id);
    expect((await call('GET', `webhooks/${id}/deliveries/${eventId}`, undefined, sender)).status).toBe(403);
    expect((await call('PATCH', `webhooks/${id}`, { description: 'x' }, sender)).status).toBe(403);
  });
});

describe('E6: the audit log of an account', () => {
  it('is filtered by several actions, by who acted, and by time, page by page', async () => {
    const { id } = await add();
    await call('PATCH', `webhooks/${id}`, { description: 'Shop' });
    await call('POST', `webhooks/${id}/disable`);
    const read = async (query: string) =>
      (await call('GET', `audit?${query}`)).body as {
        results: Array<{ action: string; at: string }>;
        nextCursor?: string;
      };
    const actionsOf = async (query: string) => (await read(query)).results.map(({ action }) => action);
    expect(await actionsOf('action=updateWebhook,addWebhook')).toEqual(['updateWebhook', 'addWebhook']);
    expect(await actionsOf('action=disableWebhook')).toEqual(['disableWebhook']);
    expect(await actionsOf('action=updateWebhook,')).toEqual(['updateWebhook']);
    expect(await actionsOf(`actor=${admin.userId}&action=addWebhook`)).toEqual(['addWebhook']);
    expect(await actionsOf('actor=service')).toEqual([]);
    const [newest] = (await read('limit=1')).results;
    expect(await actionsOf(`from=${newest?.at}`)).toContain('disableWebhook');
    const first = await read('action=updateWebhook,addWebhook&limit=1');
    const rest = `action=updateWebhook,addWebhook&limit=1&cursor=${first.nextCursor}`;
    expect(await actionsOf(rest)).toEqual(['addWebhook']);
    expect((await call('GET', `audit?action=addWebhook&limit=1&cursor=${first.nextCursor}`)).status).toBe(
      400,
    );
    const file = await call('GET', 'audit/export?action=updateWebhook,addWebhook');
    expect((file.body as { text: string }).text.split('\n')).toHaveLength(4);
  });
});
