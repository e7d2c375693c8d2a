import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { ServiceDescription } from '../../lib/local/data-dir';
import { expectSoon } from '../support/service/api-sending';
import { createConsoleUser } from '../support/console/console-user';
import { findQueueTraces } from '../support/erasure/find-queue-traces';
import { findTraces } from '../support/erasure/find-traces';
import { operate } from '../support/service/operate';
import { callApi, randomPhone } from '../support/service/service';
import { SERVICE_DATA_DIR } from '../support/service/start-service';
import { useService } from '../support/service/use-service';

const service = useService();

interface Created {
  id: string;
}

interface CreatedKey extends Created {
  secret: string;
}

/** Creates an account with a key, as the operator. */
async function setUp(...settings: string[]) {
  const { id: accountId } = await operate<Created>('account', 'create', '--name', 'Acme', ...settings);
  const key = await operate<CreatedKey>('key', 'create', '--account', accountId);
  return { accountId, keyId: key.id, caller: { apiKeyId: key.id, apiKeySecret: key.secret } };
}

describe('what the operator does takes effect at once', () => {
  it('opens the API with a new key and shuts it with its revocation', async () => {
    const { accountId, keyId, caller } = await setUp();

    const before = await callApi(service, { account: caller, path: '/api/v1/groups' });
    await operate('key', 'revoke', '--account', accountId, '--key', keyId);
    const after = await callApi(service, { account: caller, path: '/api/v1/groups' });

    expect([before.status, after.status]).toEqual([200, 401]);
    expect(after.body).toMatchObject({ code: 33001 });
  });

  it('sends from a number once it is added, and not once it is Inactive', async () => {
    const { accountId, caller } = await setUp('--sms-credits', '10');
    const from = randomPhone();
    const to = randomPhone();
    const { id: groupId } = await operate<Created>(
      ...['group', 'create', '--account', accountId, '--name', 'Customers', '--opt-in-type', 'SINGLE'],
    );
    const contact = `/api/v1/contacts/by-phone/${to}`;
    await callApi(service, { account: caller, method: 'POST', path: contact, body: {} });
    await callApi(service, { account: caller, method: 'POST', path: `${contact}/groups/${groupId}` });
    const send = async () => {
      const { status, body } = await callApi(service, {
        account: caller,
        method: 'POST',
        path: '/api/v1/messaging/message',
        body: { to, from, body: 'Hello' },
      });
      return { status, code: (body as { code?: number }).code };
    };

    const unassigned = await send();
    await operate('number', 'add', '--account', accountId, '--number', from);
    const active = await send();
    await operate('number', 'set', '--account', accountId, '--number', from, '--status', 'Inactive');
    const inactive = await send();

    expect([unassigned, active, inactive]).toEqual([
      { status: 400, code: 33004 },
      { status: 201, code: undefined },
      { status: 400, code: 33009 },
    ]);
    expect(await operate('account', 'show', '--account', accountId)).toMatchObject({
      credits: { sms: 8, mms: 0 },
    });
  });

  it('holds a rate limit from the moment that it is set', async () => {
    const { accountId, caller } = await setUp();
    const read = () => callApi(service, { account: caller, path: '/api/v1/groups' });

    const before = await read();
    await operate('account', 'set', '--account', accountId, '--rate-limit', 'contactApiRead=0');
    const after = await read();

    expect([before.status, after.status]).toEqual([200, 429]);
  });

  it('allows SILENT from the moment that the capability is given', async () => {
    const { accountId, caller } = await setUp();
    const { id: groupId } = await operate<Created>(
      ...['group', 'create', '--account', accountId, '--name', 'Customers', '--opt-in-type', 'SINGLE'],
    );
    const contact = `/api/v1/contacts/by-phone/${randomPhone()}`;
    await callApi(service, { account: caller, method: 'POST', path: contact, body: {} });
    const enrol = async () => {
      const path = `${contact}/groups/${groupId}`;
      const body = { optInMode: 'SILENT' };
      return (await callApi(service, { account: caller, method: 'POST', path, body })).status;
    };

    const before = await enrol();
    await operate('account', 'set', '--account', accountId, '--silent-opt-in');

    expect([before, await enrol()]).toEqual([403, 200]);
  });

  it('shows groups and fields that were made, and hides a disabled field', async () => {
    const { accountId, caller } = await setUp();
    const readSchema = async () =>
      (await callApi(service, { account: caller, path: '/api/v1/contacts/custom-fields/schema' })).body;
    const field = ['--account', accountId, '--label', 'Size'];

    await operate('group', 'create', '--account', accountId, '--name', 'News', '--opt-in-type', 'DOUBLE');
    await operate('field', 'create', ...field, '--type', 'SINGLE_SELECT', '--option', 'S', '--option', 'M');
    const defined = await readSchema();
    await operate('field', 'disable', ...field);

    expect(defined).toEqual({
      fields: [{ label: 'Size', key: 'contact_custom_field_1', type: 'SINGLE_SELECT', options: ['S', 'M'] }],
    });
    expect(await readSchema()).toEqual({ fields: [] });
    expect((await callApi(service, { account: caller, path: '/api/v1/groups' })).body).toMatchObject({
      totalCount: 1,
      results: [{ name: 'News', optInType: 'DOUBLE' }],
    });
  });

  it('blocks sending to a contact that is opted out, and its enrolment until it opts in', async () => {
    const { accountId, caller } = await setUp();
    const { id: groupId } = await operate<Created>(
      ...['group', 'create', '--account', accountId, '--name', 'Customers', '--opt-in-type', 'SINGLE'],
    );
    const phone = randomPhone();
    const contact = `/api/v1/contacts/by-phone/${phone}`;
    await callApi(service, { account: caller, method: 'POST', path: contact, body: {} });
    const enrol = async () =>
      (await callApi(service, { account: caller, method: 'POST', path: `${contact}/groups/${groupId}` }))
        .status;
    const person = ['--account', accountId, '--phone', phone];

    await operate('contact', 'opt-out', ...person, '--source', 'kiosk');
    const optedOut = await enrol();
    await operate('contact', 'opt-in', ...person, '--source', 'form', '--evidence', 'Form 1');

    expect([optedOut, await enrol()]).toEqual([409, 200]);
  });
});

describe('the dead letters of the running service', () => {
  const description = () => {
    const dataDir = process.env[SERVICE_DATA_DIR] ?? '';
    return JSON.parse(readFileSync(join(dataDir, 'service.json'), 'utf8')) as ServiceDescription;
  };

  interface Urls {
    queues: Record<string, string[]>;
    others: Record<string, string>;
  }
  /** Puts a letter into some of the dead-letter queues. */
  const setAside = async (choose: (urls: Urls) => Array<string | undefined>, letter: unknown) => {
    const { endpoints, environment, outputs } = description();
    const queues = JSON.parse(outputs.Queues ?? '') as Urls['queues'];
    const others = JSON.parse(outputs.DeadLetterQueues ?? '') as Urls['others'];
    const sqs = new SQSClient({
      region: 'us-east-1',
      endpoint: endpoints.sqs,
      credentials: { accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '', secretAccessKey: 'local' },
    });
    for (const QueueUrl of choose({ queues, others })) {
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(letter) }));
    }
    sqs.destroy();
  };

  it('are all in sight, and go where they are taken up', async () => {
    const messageId = 'msg_01KA7Y3M8Q4T5V6W7X8Y9Z0ABC';
    await setAside(({ queues, others }) => [queues.message?.[1], others.relay, others.timer], { messageId });

    const counts = (listed: unknown) =>
      Object.fromEntries(
        (listed as Array<{ queue: string; deadLetters: number }>).map(({ queue, deadLetters }) => [
          queue,
          deadLetters,
        ]),
      );
    const queues = [
      'message',
      'chunk',
      'paced',
      'webhook',
      'erasure',
      'transfer',
      'campaign',
      'customEvent',
      'event',
      'receipt',
      'inbound',
    ];
    const none = Object.fromEntries([...queues, 'relay', 'timer'].map((queue) => [queue, 0]));
    const before = await operate('dlq', 'list');
    expect(counts(before)).toEqual({ ...none, message: 1, relay: 1, timer: 1 });
    expect(before).toContainEqual(
      expect.objectContaining({
        queue: 'message',
        letters: [{ about: messageId, firstSentAt: expect.any(String) as string }],
      }),
    );
    const redriven = await operate('dlq', 'redrive');
    expect(redriven).toContainEqual({ queue: 'message', moved: 1 });
    expect(redriven).toContainEqual({ queue: 'relay', settled: 1 });
    expect(redriven).toContainEqual({ queue: 'timer', settled: 1 });
    expect(counts(await operate('dlq', 'list'))).toEqual(none);
  });

  it('lose what they hold of a person who is erased, and a STOP among them counts', async () => {
    const { accountId, caller } = await setUp();
    const [phone, other, number] = [randomPhone(), randomPhone(), randomPhone()];
    await operate('number', 'add', '--account', accountId, '--number', number);
    const path = `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
    const call = (method: string, route = path) => callApi(service, { account: caller, method, path: route });
    expect((await call('POST')).status).toBe(201);
    const time = new Date().toISOString();
    const textFrom = (originationNumber: string, messageBody: string) => ({
      ...{ originationNumber, destinationNumber: number, messageBody, messageKeyword: 'KEYWORD' },
      ...{ inboundMessageId: randomUUID(), previousPublishedMessageId: '' },
    });
    const setAsideIn = async (queue: string, letter: unknown) =>
      setAside(({ queues }) => [queues[queue]?.[1]], letter);
    await setAsideIn('inbound', textFrom(phone, 'Hello'));
    await setAsideIn('inbound', textFrom(phone, 'Stop!'));
    await setAsideIn('inbound', textFrom(other, 'STOP'));
    await setAsideIn('receipt', {
      ...{ eventType: 'TEXT_DELIVERED', eventTimestamp: Date.now(), isFinal: true },
      ...{ destinationPhoneNumber: phone, context: { messageId: 'msg_01KA7Y3M8Q4T5V6W7X8Y9Z0ABC' } },
    });
    const message = { direction: 'inbound', to: number, from: phone, body: 'Hello', createdAt: time };
    await setAsideIn('event', {
      ...{ 'detail-type': 'messaging.message.received', source: 'messaging-service', resources: [] },
      detail: { id: `evt_${randomUUID()}`, type: 'messaging.message.received', time, accountId, message },
    });
    await setAsideIn('event', `no JSON, of ${phone}`);

    const { body } = await call('DELETE');
    const { id } = body as Created;
    await expectSoon(async () => {
      expect((await call('GET', `/api/v1/contacts/erasures/${id}`)).body).toMatchObject({
        status: 'completed',
      });
      expect((await findQueueTraces([phone.slice(1)])).traces).toEqual([]);
    });
    expect(await findTraces(service.deps.table, [phone.slice(1)])).toEqual([]);
    const kept = await operate<Array<{ queue: string; deadLetters: number }>>('dlq', 'list');
    expect(kept.filter(({ deadLetters }) => deadLetters > 0)).toMatchObject([
      { queue: 'inbound', deadLetters: 1 },
    ]);
    const again = await call('POST');
    expect([again.status, again.body]).toEqual([
      201,
      expect.objectContaining({ optedOutAt: expect.any(String) as string }),
    ]);
    // Another erasure may be reading the letters at this moment.
    await expectSoon(async () => {
      expect(await operate('dlq', 'redrive')).toContainEqual({ queue: 'inbound', moved: 1 });
    });
  });

  it('are seen and put back in the console by operators too', async () => {
    const { accountId } = await setUp();
    const { headers } = await createConsoleUser(service, { accountId, role: 'operator' });
    const call = (method: string, path: string) =>
      callApi(service, { method, path: `/console/api/operator/${path}`, headers });
    const queueNamed = async (name: string) => {
      const { status, body } = await call('GET', 'dead-letters');
      expect(status).toBe(200);
      return (body as { results: Array<{ queue: string }> }).results.find(({ queue }) => queue === name);
    };
    const messageId = 'msg_01KA7Y3M8Q4T5V6W7X8Y9Z0ABC';
    await setAside(({ queues, others }) => [queues.message?.[1], others.timer], { messageId });

    expect(await queueNamed('message')).toMatchObject({
      ...{ hasQueue: true, deadLetters: 1, letters: [{ about: messageId }] },
    });
    expect(await queueNamed('timer')).toMatchObject({ hasQueue: false, deadLetters: 1 });
    expect(await call('POST', 'dead-letters/message/redrive')).toMatchObject({
      ...{ status: 200, body: { queue: 'message', moved: 1, refused: 0 } },
    });
    expect((await call('POST', 'dead-letters/timer/redrive')).body).toEqual({ queue: 'timer', settled: 1 });
    expect(await queueNamed('message')).toMatchObject({ deadLetters: 0, letters: [] });
    expect(await queueNamed('timer')).toMatchObject({ deadLetters: 0 });
    expect(await call('POST', 'dead-letters/mail/redrive')).toMatchObject({
      ...{ status: 404, body: { code: 33110 } },
    });
    const overdue = await call('GET', 'overdue');
    expect([overdue.status, Array.isArray((overdue.body as { results: unknown }).results)]).toEqual([
      200,
      true,
    ]);
  });
});

describe('contacts, segments and scopes', () => {
  it('lists contacts and counts audiences as the API does', async () => {
    const { accountId, caller } = await setUp();
    const account = ['--account', accountId];
    const phone = randomPhone();
    const path = `/api/v1/contacts/by-phone/${phone}`;
    await callApi(service, { account: caller, method: 'POST', path, body: { firstName: 'Ada' } });
    const found = await operate<object[]>(
      'contact',
      'list',
      ...account,
      '--search',
      'ad',
      '--opted-out',
      'false',
    );
    expect(found).toEqual([(await callApi(service, { account: caller, path })).body]);
    expect(await operate('contact', 'list', ...account, '--search', 'eve')).toEqual([]);

    const filter = { field: 'firstName', op: 'equals', value: 'ada' };
    const named = ['--name', 'Adas', '--audience', JSON.stringify({ filter })];
    const segment = await operate<Created>('segment', 'create', ...account, ...named);
    const one = ['--segment', segment.id];
    expect(segment).toMatchObject({ name: 'Adas', audience: { filter } });
    expect(await operate('segment', 'list', ...account)).toEqual([segment]);
    expect(await operate('segment', 'show', ...account, ...one)).toEqual(segment);
    expect(await operate('segment', 'preview', ...account, ...one)).toMatchObject({
      matched: 1,
      sendable: 0,
    });
    expect(await operate('segment', 'delete', ...account, ...one)).toEqual({ id: segment.id });
    expect(await operate('segment', 'list', ...account)).toEqual([]);
  });

  it('limits a key to scopes, and shows them', async () => {
    const { accountId } = await setUp();
    const scopes = ['contacts:read', 'messages:send'];
    const key = await operate<CreatedKey & { scopes: string[] }>(
      ...['key', 'create', '--account', accountId, '--scope', 'contacts:read', '--scope', 'messages:send'],
    );
    expect(key.scopes).toEqual(scopes);
    const listed = await operate<Array<{ id: string; scopes: string[] }>>(
      'key',
      'list',
      '--account',
      accountId,
    );
    expect(listed.map(({ scopes: { length } }) => length)).toEqual([7, 2]);
    const caller = { apiKeyId: key.id, apiKeySecret: key.secret };
    const read = await callApi(service, { account: caller, path: '/api/v1/groups' });
    const send = await callApi(service, {
      account: caller,
      method: 'POST',
      path: `/api/v1/contacts/by-phone/${randomPhone()}`,
    });
    expect([read.status, send.status]).toEqual([200, 403]);
  });
});
