import { type DeployedService, openAccount, waitUntilFound } from './deployed-service';
import { drainQueues, enrol, importContacts, readCredits, readFinishedJob, textsTo } from './everyday-calls';
import { operate } from './operate';

const SENDER = '+12065550110';
const CROWD = Array.from({ length: 500 }, (_, index) => `+1206557${String(index).padStart(4, '0')}`);
const STRANGER = '+12065550111';

let service: DeployedService;

beforeAll(async () => {
  service = await openAccount(SENDER);
  await importContacts(service, CROWD);
  // An account's default limit is one in a minute.
  await operate(['account', 'set', '--account', service.accountId, '--rate-limit', 'broadcast=10']);
});
afterAll(() => service?.stop());

describe('a broadcast', () => {
  it('reaches everybody who may be reached, once each, and says so', async () => {
    const optedOut = CROWD[0] as string;
    await operate([
      ...['contact', 'opt-out', '--account', service.accountId, '--phone', optedOut, '--source', 'kiosk'],
    ]);

    const answer = await service.call({
      path: '/api/v1/messaging/broadcast',
      // The opted-out contact and a number without a contact are dropped.
      body: {
        from: SENDER,
        body: 'News for {{contact_first_name}}',
        recipients: [...CROWD, STRANGER].map((to) => ({ to })),
      },
    });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ totalRecipients: 499, status: 'queued' });

    const { id } = answer.body as { id: string };
    const path = `/api/v1/messaging/broadcast/${id}`;
    expect(await readFinishedJob(service, path)).toMatchObject({
      totalRecipients: 499,
      counts: { pending: 0, sent: 499, failed: 0, skipped: 0 },
    });
    const sent = service.simulator.sent({}).filter(({ body }) => body.startsWith('News for '));
    expect(sent.map(({ to }) => to).sort()).toEqual(CROWD.slice(1));
    expect(textsTo(service, CROWD[42] as string)).toEqual(['News for Name42']);
    expect(await readCredits(service)).toEqual({ sms: 4002, mms: 0 });

    const event = await service.event('messaging.job.completed');
    expect(event).toMatchObject({
      job: { id, status: 'completed', totalRecipients: 499, counts: { sent: 499, failed: 0, skipped: 0 } },
    });
    const { body: page } = await service.call({ path: `${path}/recipients?limit=1` });
    expect(page).toMatchObject({ results: [{ status: 'sent' }] });
    const cancelled = await service.call({ method: 'POST', path: `${path}/cancel` });
    expect(cancelled.body).toMatchObject({ id, status: 'completed' });
  });
});

describe('a broadcast with a packed body', () => {
  it('is unpacked, and reaches everybody once', async () => {
    const before = await readCredits(service);
    const recipients = CROWD.slice(200, 400).map((to, index) => ({ to, idempotencyKey: `packed-${index}` }));
    const { status, body } = await service.call({
      path: '/api/v1/messaging/broadcast',
      body: { from: SENDER, body: 'Packed for {{contact_first_name}}', recipients },
      isPacked: true,
    });
    expect(status).toBe(202);
    expect(body).toMatchObject({ totalRecipients: 200, body: 'Packed for {{contact_first_name}}' });
    const { id } = body as { id: string };
    expect(await readFinishedJob(service, `/api/v1/messaging/broadcast/${id}`)).toMatchObject({
      counts: { pending: 0, sent: 200, failed: 0, skipped: 0 },
    });
    const sent = service.simulator.sent({}).filter((message) => message.body.startsWith('Packed for '));
    expect(sent.map(({ to }) => to).sort()).toEqual(CROWD.slice(200, 400));
    expect(await readCredits(service)).toEqual({ sms: before.sms - 400, mms: 0 });
  });
});

describe('a batch', () => {
  it('counts whom the provider refuses, and gives the credits back', async () => {
    const before = await readCredits(service);
    const refused = '+15005550001';
    const throttled = '+15005550010';
    await enrol(service, refused);
    await enrol(service, throttled);
    const recipients = [refused, throttled, ...CROWD.slice(1, 11)];

    const answer = await service.call({
      path: '/api/v1/messaging/batch',
      body: { from: SENDER, recipients: recipients.map((to, index) => ({ to, body: `Parcel ${index}` })) },
    });
    expect(answer.status).toBe(202);
    const { id } = answer.body as { id: string };
    expect(await readFinishedJob(service, `/api/v1/messaging/batch/${id}`)).toMatchObject({
      totalRecipients: 12,
      counts: { pending: 0, sent: 11, failed: 1, skipped: 0 },
    });
    expect(textsTo(service, throttled)).toContain('Parcel 1');
    expect(textsTo(service, CROWD[10] as string)).toEqual(['News for Name10', 'Parcel 11']);
    expect(await readCredits(service)).toEqual({ sms: before.sms - 22, mms: 0 });
  });
});

describe('a batch from a slow number', () => {
  it('is cancelled under way, and refunds the credits of the remaining recipients', async () => {
    const before = await readCredits(service);
    const slow = '+12065550199';
    await operate([...['number', 'add', '--account', service.accountId, '--number', slow, '--rate', '1']]);
    const answer = await service.call({
      path: '/api/v1/messaging/batch',
      body: { from: slow, recipients: CROWD.slice(100, 200).map((to) => ({ to, body: 'Slowly' })) },
    });
    const { id } = answer.body as { id: string };
    const path = `/api/v1/messaging/batch/${id}`;
    const sent = () => service.simulator.sent({}).filter(({ body }) => body === 'Slowly').length;
    await waitUntilFound(() => (sent() > 2 ? true : undefined));
    const { status, body } = await service.call({ method: 'POST', path: `${path}/cancel` });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'cancelled' });

    const job = await readFinishedJob(service, path);
    expect(job).toMatchObject({ counts: { sent: sent(), failed: 0, skipped: 100 - sent() } });
    expect(sent()).toBeLessThan(100);
    expect(await readCredits(service)).toEqual({ sms: before.sms - 2 * sent(), mms: 0 });
    const skipped = await service.call({ path: `${path}/recipients?status=skipped&limit=1` });
    expect(skipped.body).toMatchObject({ results: [{ status: 'skipped', reason: 'cancelled' }] });
  });
});

describe('after the jobs', () => {
  it('nothing is left in the queues, and nothing was set aside', async () => {
    expect(await drainQueues(service)).toEqual({});
  });
});
