import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { type DeployedService, openAccount, waitUntilFound } from './deployed-service';
import { findResource } from './deployment';
import { withoutTable } from './emulator-grants';
import { contactPath, drainQueues, enrol, readCredits, textsTo } from './everyday-calls';
import { readLogLines } from './log-lines';
import { operate } from './operate';
import { withoutStream } from './relay-mapping';

const SENDER = '+12065550100';
const ANN = '+12065550101';
const BOB = '+12065550102';

let service: DeployedService;

beforeAll(async () => {
  service = await openAccount(SENDER);
});
afterAll(() => service?.stop());

const send = (to: string, body: string, more: object = {}) =>
  service.call({ path: '/api/v1/messaging/message', body: { to, from: SENDER, body, ...more } });

describe('the operator CLI on the deployed stack', () => {
  it('shows the account that it made', async () => {
    expect(await operate(['account', 'show', '--account', service.accountId])).toMatchObject({
      id: service.accountId,
      name: 'Acme',
      credits: { sms: 5000, mms: 0 },
      usedToday: 0,
      freeTextsToday: 0,
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

  it('refuses a recipient in no group, free of charge', async () => {
    const { status, body } = await send(ANN, 'Hello');
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 33028 });
    expect(await readCredits(service)).toEqual({ sms: 5000, mms: 0 });
  });

  it('changes a contact, and shows one group', async () => {
    const body = { lastName: 'Lee', customFields: { Plan: null } };
    const changed = await service.call({ method: 'PATCH', path: contactPath(ANN), body });
    const restored = await service.call({
      ...{ method: 'PATCH', path: contactPath(ANN) },
      body: { customFields: { Plan: 'Gold' } },
    });
    const group = await service.call({ path: `/api/v1/groups/${service.groupId}` });
    expect(changed.body).toMatchObject({ firstName: 'Ann', lastName: 'Lee', customFields: {} });
    expect(restored.body).toMatchObject({ lastName: 'Lee', customFields: { Plan: 'Gold' } });
    expect(group.body).toMatchObject({ id: service.groupId, name: 'Customers', contactCount: 0 });
  });

  it('serves its reference to everybody', async () => {
    const pages = await Promise.all(
      ['/docs', '/docs/errors', '/docs/openapi.json', '/docs/console-openapi.json'].map((path) =>
        service.call({ path, key: null }),
      ),
    );
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(pages[2]?.body).toMatchObject({ openapi: expect.stringMatching(/^3\./) as string });
  });

  it('serves the console, which asks for a session', async () => {
    const ofConsole = (path: string, request: { method?: 'PATCH' | 'POST'; body?: unknown } = {}) =>
      service.call({ ...request, path, key: null, headers: { 'x-requested-with': 'console' } });
    const start = await service.call({ path: '/console', key: null });
    const signedOut = await service.call({ path: '/console/auth/signed-out', key: null });
    // One route of each function, one after the other: the emulator may answer 502 when many functions start at once.
    const refused = [
      await ofConsole('/console/api/session'),
      await ofConsole('/console/api/settings', { method: 'PATCH', body: { name: 'Acme' } }),
      await ofConsole('/console/api/keys', {
        method: 'POST',
        body: { name: 'Shop', scopes: ['contacts:read'] },
      }),
      await ofConsole('/console/api/operator/accounts'),
      await ofConsole('/console/api/campaigns/cmp_none/submit', { method: 'POST', body: {} }),
      await ofConsole(`/console/api/contacts/${encodeURIComponent(ANN)}/merge`, {
        method: 'POST',
        body: { double: BOB, version: '1.1' },
      }),
    ];
    expect(start).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(signedOut).toMatchObject({ status: 200 });
    expect(refused.map(({ status, body }) => [status, (body as { code: number }).code])).toEqual(
      Array.from({ length: 6 }, () => [401, 33001]),
    );
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

    await waitUntilFound(() => (textsTo(service, ANN).length > 0 ? true : undefined));
    expect(textsTo(service, ANN)).toEqual(['Welcome to Acme. Reply STOP to stop.']);
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
    expect(textsTo(service, ANN)).toContain('Hi Ann, Gold');
    expect(await readCredits(service)).toEqual({ sms: 4998, mms: 0 });

    const { id } = body as { id: string };
    const path = `/api/v1/messaging/message/${id}`;
    const read = await waitUntilFound(async () => {
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
    expect(textsTo(service, ANN).filter((text) => text === 'Only once')).toEqual(['Only once']);
    expect(await readCredits(service)).toEqual({ sms: 4996, mms: 0 });
  });
});

describe('a tracking link', () => {
  it('leads from the text to its target under its own domain, and nowhere under the name of the API', async () => {
    const domain = 'go.acme.com';
    const link = `${domain}/spring`;
    const url = 'https://www.example.com/offers?season=spring';
    const account = ['--account', service.accountId];
    await operate(['account', 'link-domain', 'add', ...account, '--domain', domain]);
    await operate(['link', 'add', ...account, '--link', link, '--url', url]);
    const { status } = await send(ANN, `Offers: {{trackingLink "${link}"}}`);
    expect(status).toBe(201);
    const [, shown = ''] = /^Offers: (\S+)$/.exec(textsTo(service, ANN).at(-1) ?? '') ?? [];
    expect(shown).toMatch(new RegExp(`^https://${link}\\?r=[0-9A-Za-z]{1,10}$`));

    const { pathname, searchParams } = new URL(shown);
    const followed = await follow({ domain, path: pathname, token: searchParams.get('r') ?? '' });
    expect([followed.statusCode, followed.headers.location]).toEqual([302, url]);
    expect(followed.headers['cache-control']).toBe('no-store');
    expect((await follow({ domain, path: '/autumn' })).statusCode).toBe(404);
    const underOwnName = await service.call({ path: pathname, key: null });
    expect([underOwnName.status, underOwnName.body]).toMatchObject([404, { code: 33105 }]);
  });
});

/** Calls the function as the gateway does for a link domain, since MiniStack distinguishes its APIs by `Host`. */
async function follow({ domain, path, token }: { domain: string; path: string; token?: string }) {
  const event = {
    rawPath: path,
    headers: { host: domain },
    requestContext: { requestId: 'link', domainName: domain, http: { method: 'GET', path } },
    ...(token !== undefined && { queryStringParameters: { r: token } }),
  };
  const { Payload: payload } = await new LambdaClient({}).send(
    new InvokeCommand({
      FunctionName: findResource(service.deployment, 'AWS::Lambda::Function', 'HttpUnknownRoute'),
      Payload: JSON.stringify(event),
    }),
  );
  return JSON.parse(Buffer.from(payload ?? []).toString()) as {
    statusCode: number;
    headers: Record<string, string>;
  };
}

describe('leaving a group', () => {
  it('by the API is told of as a removal by hand', async () => {
    const phone = '+12065550103';
    await enrol(service, phone);
    const path = `${contactPath(phone)}/groups/${service.groupId}`;
    const { status, body } = await service.call({ method: 'DELETE', path });
    expect(status).toBe(200);
    expect(body).toMatchObject({ phoneNumber: phone, groups: [] });
    await service.event('contacts.group.opted_out', ({ reason }) => reason === 'MANUAL_REMOVAL');
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
    expect(textsTo(service, ANN)).not.toContain('After the STOP');
  });
});

describe('the timer', () => {
  it('takes up what the stream did not bring', async () => {
    await withoutStream(service.deployment, async () => {
      await enrol(service, BOB, { firstName: 'Bob' });
      await service.event(
        'contacts.group.opted_in',
        ({ contact }) => (contact as { phoneNumber: string }).phoneNumber === BOB,
      );
      await waitUntilFound(() => (textsTo(service, BOB).length > 0 ? true : undefined));
    });
    expect(textsTo(service, BOB)).toEqual(['Welcome to Acme. Reply STOP to stop.']);
  });
});

describe('in the end', () => {
  it('nothing is left in the queues, and nothing was set aside', async () => {
    expect(await drainQueues(service)).toEqual({});
    expect(service.simulator.log.lines).toEqual([]);
  });

  it('every function has run, and the logs tell of no error', async () => {
    const linesById = await readLogLines(service.deployment);
    const idle = [...linesById]
      .filter(([logicalId]) => !logicalId.startsWith('GatewayAccessLogs'))
      .filter(([, lines]) => !lines.some((line) => line.startsWith('START ')));
    const errors = [...linesById.values()].flat().filter((line) => line.includes('"level":"ERROR"'));
    const functions = service.deployment.resources('AWS::Lambda::Function');
    expect(linesById.size).toBeGreaterThanOrEqual(functions.length);
    expect(idle.map(([logicalId]) => logicalId)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('no log names a phone number, a text or a secret', async () => {
    const lines = [...(await readLogLines(service.deployment)).values()].flat();
    const { secret } = service.key;
    const personal =
      /\+?1(20655[78]|500555|20655501)\d{2,4}|Welcome to Acme|News for|Packed for|Parcel|Offers: |Hi Ann|Only once|whsec_/;
    expect(lines.filter((line) => personal.test(line) || line.includes(secret))).toEqual([]);
  });
});

describe('what all of this rests on', () => {
  it('is that calls are held against the policies of roles', async () => {
    const role = findResource(service.deployment, 'AWS::IAM::Role', 'HttpGetContactRole');
    const read = () => service.call({ path: contactPath(BOB) });
    const denied = await withoutTable(role, read);
    const allowed = await read();
    expect(denied.status).toBe(500);
    expect(denied.body).toMatchObject({ code: 33199 });
    expect(allowed.status).toBe(200);
  });
});
