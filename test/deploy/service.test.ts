import { countQueued, isDeadLetterQueue } from './deployment';
import { type DeployedService, openAccount, patiently } from './deployed-service';
import { readLogLines } from './log-lines';
import { operate } from './operate';
import { withoutStream } from './relay-mapping';

const SENDER = '+12065550100';
const ANN = '+12065550101';
const BOB = '+12065550102';
/** Contacts of the broadcast. */
const CROWD = Array.from({ length: 500 }, (_, index) => `+1206557${String(index).padStart(4, '0')}`);

let service: DeployedService;

beforeAll(async () => {
  service = await openAccount();
});
afterAll(() => service?.stop());

const contactPath = (phone: string) => `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;

async function enrol(phone: string, profile: object = {}): Promise<void> {
  const created = await service.call({ method: 'POST', path: contactPath(phone), body: profile });
  const enrolled = await service.call({
    method: 'POST',
    path: `${contactPath(phone)}/groups/${service.groupId}`,
  });
  expect([created.status, enrolled.status]).toEqual([201, 200]);
}

const send = (to: string, body: string, more: object = {}) =>
  service.call({ path: '/api/v1/messaging/message', body: { to, from: SENDER, body, ...more } });

const textsTo = (to: string) => service.simulator.sent({ to }).map(({ body }) => body);

const credits = async () =>
  (
    await operate<{ credits: { sms: number; mms: number } }>([
      ...['account', 'show', '--account', service.accountId],
    ])
  ).credits;

/** Waits for the job's end and reads it. */
const finishedJob = (path: string) =>
  patiently(async () => {
    const { body } = await service.call({ path });
    return (body as { status: string }).status === 'completed' ? body : undefined;
  });

describe('the operator CLI on the deployed stack', () => {
  it('shows the account that it made', async () => {
    expect(await operate(['account', 'show', '--account', service.accountId])).toMatchObject({
      id: service.accountId,
      name: 'Acme',
      credits: { sms: 5000, mms: 0 },
      usedToday: 0,
    });
  });

  it('lets no webhook endpoint lead to a machine inside', async () => {
    const add = ['webhook', 'add', '--account', service.accountId, '--url'];
    await expect(operate([...add, service.webhookUrl])).rejects.toThrow('must begin with https://');
    await expect(operate([...add, 'https://127.0.0.1/hook'])).rejects.toThrow('/url');
  });
});

describe('the deployed API', () => {
  it('answers a wrong secret with 401 and what to send', async () => {
    const { status, headers, body } = await service.call({
      path: '/api/v1/groups',
      key: { id: 'key_none', secret: 'wrong' },
    });
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toMatch(/^Basic /);
    expect(body).toMatchObject({ code: 33001, status: 401 });
  });

  it('keeps a contact with its custom field, and lists the groups and the schema', async () => {
    const profile = { firstName: 'Ann', customFields: { plan: 'Gold' } };
    const created = await service.call({ method: 'POST', path: contactPath(ANN), body: profile });
    const read = await service.call({ path: contactPath(ANN) });
    const groups = await service.call({ path: '/api/v1/groups' });
    const schema = await service.call({ path: '/api/v1/contacts/custom-fields/schema' });

    expect(created.status).toBe(201);
    expect(read.body).toMatchObject({ phoneNumber: ANN, firstName: 'Ann', customFields: { Plan: 'Gold' } });
    expect(groups.body).toMatchObject({
      totalCount: 1,
      results: [{ id: service.groupId, name: 'Customers' }],
    });
    expect(schema.body).toEqual({ fields: [{ label: 'Plan', key: 'contact_custom_field_1', type: 'TEXT' }] });
  });

  it('turns away whoever is in no group, free of charge', async () => {
    const { status, body } = await send(ANN, 'Hello');
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 33028 });
    expect(await credits()).toEqual({ sms: 5000, mms: 0 });
  });

  it('answers what it has no route for in its own words', async () => {
    const { status, body } = await service.call({ path: '/api/v1/nothing' });
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 33105 });
  });
});

describe('an enrolment', () => {
  it('sends the opt-in text by the stream and the message queue, and tells of it by the bus', async () => {
    const path = `${contactPath(ANN)}/groups/${service.groupId}`;
    const { status } = await service.call({ method: 'POST', path });
    expect(status).toBe(200);

    await patiently(() => (textsTo(ANN).length > 0 ? true : undefined));
    expect(textsTo(ANN)).toEqual(['Welcome to Acme. Reply STOP to stop.']);
    const event = await service.event('contacts.group.opted_in');
    expect(event).toMatchObject({
      accountId: service.accountId,
      contact: { phoneNumber: ANN },
      group: { id: service.groupId, name: 'Customers' },
      optInMode: 'DIRECT',
    });
  });
});

describe('a single send', () => {
  it('hands the resolved text over, is charged, and learns from the receipt that it was delivered', async () => {
    const { status, body } = await send(ANN, 'Hi {{contact_first_name}}, {{contact_custom_field_1}}');
    expect(status).toBe(201);
    expect(body).toMatchObject({ to: ANN, from: SENDER, body: 'Hi Ann, Gold', status: 'sent' });
    expect(textsTo(ANN)).toContain('Hi Ann, Gold');
    expect(await credits()).toEqual({ sms: 4998, mms: 0 });

    const { id } = body as { id: string };
    const path = `/api/v1/messaging/message/${id}`;
    const read = await patiently(async () => {
      const { body: message } = await service.call({ path });
      return (message as { deliveryStatus?: string }).deliveryStatus ? message : undefined;
    });
    expect(read).toMatchObject({ id, deliveryStatus: 'delivered', segments: 1 });
    const event = await service.event('messaging.message.delivered');
    expect(event).toMatchObject({ message: { id, to: ANN } });
  });

  it('with a key goes out once', async () => {
    const key = { idempotencyKey: 'deploy-1' };
    const first = await send(ANN, 'Only once', key);
    const again = await send(ANN, 'Only once', key);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(textsTo(ANN).filter((text) => text === 'Only once')).toEqual(['Only once']);
    expect(await credits()).toEqual({ sms: 4996, mms: 0 });
  });
});

describe('a broadcast', () => {
  it('reaches everybody who may be reached, once each, and says so', async () => {
    const rows = CROWD.map((phone, index) => `${phone},Name${index}`).join('\n');
    const imported = await operate<{ imported: number }>(
      [
        ...['contact', 'import', '--account', service.accountId, '--file', '-', '--format', 'csv'],
        ...['--group', service.groupId],
      ],
      `phoneNumber,firstName\n${rows}\n`,
    );
    expect(imported).toMatchObject({ imported: 500, rejected: [] });
    const optedOut = CROWD[0] as string;
    await operate([
      ...['contact', 'opt-out', '--account', service.accountId, '--phone', optedOut, '--source', 'kiosk'],
    ]);

    const answer = await service.call({
      path: '/api/v1/messaging/broadcast',
      // The opted-out contact and somebody whom nobody knows are dropped.
      body: {
        from: SENDER,
        body: 'News for {{contact_first_name}}',
        recipients: [...CROWD, BOB].map((to) => ({ to })),
      },
    });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ totalRecipients: 499, status: 'queued' });

    const { id } = answer.body as { id: string };
    const path = `/api/v1/messaging/broadcast/${id}`;
    expect(await finishedJob(path)).toMatchObject({
      totalRecipients: 499,
      counts: { pending: 0, sent: 499, failed: 0, skipped: 0 },
    });
    const sent = service.simulator.sent({}).filter(({ body }) => body.startsWith('News for '));
    expect(sent.map(({ to }) => to).sort()).toEqual(CROWD.slice(1));
    expect(textsTo(CROWD[42] as string)).toEqual(['News for Name42']);
    expect(await credits()).toEqual({ sms: 3998, mms: 0 });

    const event = await service.event('messaging.job.completed');
    expect(event).toMatchObject({
      job: { id, status: 'completed', totalRecipients: 499, counts: { sent: 499, failed: 0, skipped: 0 } },
    });
    const { body: page } = await service.call({ path: `${path}/recipients?limit=1` });
    expect(page).toMatchObject({ results: [{ status: 'sent' }] });
  });
});

describe('a batch', () => {
  it('counts whom the provider refuses, and gives the credits back', async () => {
    const before = await credits();
    const refused = '+15005550001';
    const throttled = '+15005550010';
    await enrol(refused);
    await enrol(throttled);
    const recipients = [refused, throttled, ...CROWD.slice(1, 11)];

    const answer = await service.call({
      path: '/api/v1/messaging/batch',
      body: { from: SENDER, recipients: recipients.map((to, index) => ({ to, body: `Batch ${index}` })) },
    });
    expect(answer.status).toBe(202);
    const { id } = answer.body as { id: string };
    expect(await finishedJob(`/api/v1/messaging/batch/${id}`)).toMatchObject({
      totalRecipients: 12,
      counts: { pending: 0, sent: 11, failed: 1, skipped: 0 },
    });
    expect(textsTo(throttled)).toContain('Batch 1');
    expect(textsTo(CROWD[10] as string)).toEqual(['News for Name10', 'Batch 11']);
    expect(await credits()).toEqual({ sms: before.sms - 22, mms: 0 });
  });
});

describe('a STOP', () => {
  it('by the topic takes the contact out of its groups, and nothing is sent to it from then on', async () => {
    await service.simulator.inbound({ from: ANN, to: SENDER, body: 'stop' });
    const event = await service.event('contacts.group.opted_out', ({ reason }) => reason === 'STOP');
    expect(event).toMatchObject({ contact: { phoneNumber: ANN }, group: { id: service.groupId } });
    await service.event('messaging.message.received');

    const { body: contact } = await service.call({ path: contactPath(ANN) });
    expect(contact).toMatchObject({ groups: [], pendingGroups: [] });
    const { status, body } = await send(ANN, 'After the STOP');
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 33029 });
    expect(textsTo(ANN)).not.toContain('After the STOP');
  });
});

describe('the timer', () => {
  it('takes up what the stream did not bring', async () => {
    await withoutStream(service.deployment, async () => {
      await enrol(BOB, { firstName: 'Bob' });
      await service.event(
        'contacts.group.opted_in',
        ({ contact }) => (contact as { phoneNumber: string }).phoneNumber === BOB,
      );
      await patiently(() => (textsTo(BOB).length > 0 ? true : undefined));
    });
    expect(textsTo(BOB)).toEqual(['Welcome to Acme. Reply STOP to stop.']);
  });
});

describe('in the end', () => {
  it('nothing is left in the queues, and nothing was set aside', async () => {
    await patiently(async () => {
      const waiting = await countQueued(service.deployment, (id) => !isDeadLetterQueue(id));
      return Object.keys(waiting).length === 0 ? true : undefined;
    });
    expect(await countQueued(service.deployment, isDeadLetterQueue)).toEqual({});
    expect(service.simulator.log.lines).toEqual([]);
  });

  it('the logs tell of no failure, and name no phone number, text or secret', async () => {
    const lines = await readLogLines(service.deployment);
    expect(lines.some((line) => line.startsWith('START '))).toBe(true);
    expect(lines.filter((line) => line.includes('"level":"ERROR"'))).toEqual([]);
    const { secret } = service.key;
    const personal = /\+?1(206557|500555|20655501)\d{2,4}|Welcome to Acme|News for|Hi Ann|Only once|whsec_/;
    expect(lines.filter((line) => personal.test(line) || line.includes(secret))).toEqual([]);
  });
});
