import { createGroup, type NewGroup } from '../../shared/audience/groups/create-group';
import { expectSoon } from '../support/service/api-sending';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, createApiAccount, randomPhone } from '../support/service/service';

const fixture = useSendingService({
  silentOptIn: true,
  helpText: 'Call 555-0100.',
  optOutText: 'Bye.',
  keywordReplies: 'on',
});
let phone: string;
beforeEach(async () => {
  phone = randomPhone();
  await createContact(phone);
});

const contactPath = (number: string) => `/api/v1/contacts/by-phone/${encodeURIComponent(number)}`;
const createContact = (number: string) =>
  callApi(fixture.service, { account: fixture.account, method: 'POST', path: contactPath(number), body: {} });
const makeGroup = (name: string, more: Partial<NewGroup> = {}) =>
  createGroup(fixture.service.deps, {
    accountId: fixture.account.accountId,
    name,
    optInType: 'SINGLE',
    from: fixture.account.from,
    ...more,
  });
const membership = (method: 'POST' | 'DELETE', groupId: string, body?: unknown, number = phone) =>
  callApi(fixture.service, {
    account: fixture.account,
    method,
    path: `${contactPath(number)}/groups/${groupId}`,
    body,
  });
const groupIdsOf = (answer: ApiAnswer) =>
  (answer.body as { groups: Array<{ id: string }> }).groups.map(({ id }) => id);

async function readMemberships() {
  const { body } = await callApi(fixture.service, { account: fixture.account, path: contactPath(phone) });
  const { groups, pendingGroups } = body as Record<'groups' | 'pendingGroups', Array<{ id: string }>>;
  return { active: groups.map(({ id }) => id), pending: pendingGroups.map(({ id }) => id) };
}

async function say(body: string, inboundMessageId?: string): Promise<void> {
  const answer = await callApi(fixture.service, {
    method: 'POST',
    path: '/_local/inbound',
    body: {
      from: phone,
      to: fixture.account.from,
      body,
      ...(inboundMessageId !== undefined && { inboundMessageId }),
    },
  });
  expect(answer.status).toBe(202);
}

async function textsReceived(): Promise<string[]> {
  const answer = await callApi(fixture.service, { path: `/_local/sent?to=${encodeURIComponent(phone)}` });
  return (answer.body as { messages: Array<{ body: string }> }).messages.map(({ body }) => body);
}

interface EventDetail {
  id: string;
  accountId: string;
  group: { id: string };
  optInMode?: string;
  reason?: string;
}
async function events() {
  const answer = await callApi(fixture.service, { path: '/_local/events' });
  const all = (answer.body as { events: Array<{ detailType: string; detail: EventDetail }> }).events;
  const own = all.filter(
    ({ detailType, detail }) =>
      detailType.startsWith('contacts.group.') && detail.accountId === fixture.account.accountId,
  );
  // Events are delivered at least once: a repetition has the same id.
  const distinct = new Map(own.map((event) => [event.detail.id, event]));
  return [...distinct.values()].map(({ detailType, detail }) => [
    detailType,
    detail.group.id,
    detail.optInMode ?? detail.reason,
  ]);
}

const expectSoonToBe = <Value>(read: () => Promise<Value>, expected: Value) =>
  expectSoon(async () => {
    expect(await read()).toEqual(expected);
  });

describe('rules 3.3: a life of consent over HTTP', () => {
  it('goes from CONFIRM by YES to active, and by STOP out of every group', async () => {
    const news = await makeGroup('News');
    const sales = await makeGroup('Sales', { optInMessage: 'Welcome to Sales' });
    expect((await membership('POST', news.id, { optInMode: 'CONFIRM' })).status).toBe(200);
    expect(await readMemberships()).toEqual({ active: [], pending: [news.id] });
    await expectSoonToBe(textsReceived, [
      'Test - News: Reply YES to get our texts. Message frequency varies. Msg & data rates may apply. Reply HELP for help, STOP to opt out.',
    ]);

    await say('Yes!');
    await expectSoonToBe(readMemberships, { active: [news.id], pending: [] });
    expect(groupIdsOf(await membership('POST', sales.id))).toEqual([news.id, sales.id]);
    await expectSoon(async () => {
      expect((await textsReceived())[1]).toBe('Welcome to Sales');
    });

    await say('stop', `stop-${phone}`);
    await say('stop', `stop-${phone}`);
    await expectSoonToBe(readMemberships, { active: [], pending: [] });
    await expectSoon(async () => {
      expect((await events()).sort()).toEqual(
        [
          ['contacts.group.opted_in', news.id, 'CONFIRM'],
          ['contacts.group.opted_in', sales.id, 'DIRECT'],
          ['contacts.group.opted_out', news.id, 'STOP'],
          ['contacts.group.opted_out', sales.id, 'STOP'],
        ].sort(),
      );
    });
    for (const optInMode of ['DIRECT', 'CONFIRM', 'SILENT']) {
      expect(await membership('POST', news.id, { optInMode })).toMatchObject({
        status: 409,
        body: { code: 33035 },
      });
    }

    await say('START');
    await expectSoon(async () => {
      expect((await membership('POST', news.id, { optInMode: 'SILENT' })).status).toBe(200);
    });
    expect(await readMemberships()).toEqual({ active: [news.id], pending: [] });
    await expectSoon(async () => {
      expect((await textsReceived()).slice(2)).toEqual(['Bye.']);
    });
  });

  it("answers HELP with the account's text", async () => {
    await say('help');
    await expectSoonToBe(textsReceived, ['Call 555-0100.']);
  });
});

describe('rules 4.6: memberships over HTTP', () => {
  const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
  const contactWith = (memberships: object) => ({
    ...{ id: expect.stringMatching(/^con_/) as string, phoneNumber: phone, tz: 'America/Los_Angeles' },
    ...{ isFavorite: false, customFields: {}, groups: [], pendingGroups: [], createdAt: TIMESTAMP },
    ...memberships,
  });
  const codeOf = ({ status, body }: ApiAnswer) => [status, (body as { code: number }).code];

  it.each([undefined, {}, { optInMode: 'DIRECT' }, { optInMode: 'SILENT' }])(
    'with the body %j answer the full contact as an active member, and without the group once it is removed',
    async (body) => {
      const { id } = await makeGroup('News');
      const active = contactWith({ groups: [{ id, name: 'News', optInAt: TIMESTAMP, tags: [] }] });
      const answer = await membership('POST', id, body);
      expect([answer.status, answer.body]).toEqual([200, active]);
      expect(answer.headers.get('ratelimit-policy')).toContain('contactApiWrite');
      for (let time = 0; time < 2; time++) {
        const removed = await membership('DELETE', id);
        expect([removed.status, removed.body]).toEqual([200, contactWith({})]);
      }
    },
  );

  it('with CONFIRM answer the contact as pending, which no other group takes', async () => {
    const { id } = await makeGroup('News');
    expect((await membership('POST', id, { optInMode: 'CONFIRM' })).body).toEqual(
      contactWith({ pendingGroups: [{ id, name: 'News', pendingSince: TIMESTAMP }] }),
    );
    const other = await makeGroup('Other');
    expect(codeOf(await membership('POST', other.id, {}))).toEqual([409, 33036]);
  });

  it.each([
    [{ optInMode: 'MAYBE' }, { pointer: '/optInMode', reason: 'must be one of DIRECT, CONFIRM, SILENT' }],
    [{ optInMode: 'direct' }, { pointer: '/optInMode', reason: 'must be one of DIRECT, CONFIRM, SILENT' }],
    [{ optInMode: null }, { pointer: '/optInMode', reason: 'must be one of DIRECT, CONFIRM, SILENT' }],
    [{ mode: 'DIRECT' }, { pointer: '/mode', reason: 'unknown property: remove it' }],
    [[], { pointer: '', reason: 'must be an object' }],
  ])('refuse the body %j', async (body, error) => {
    const { id } = await makeGroup('News');
    expect(await membership('POST', id, body)).toMatchObject({
      ...{ status: 400, body: { code: 33100, details: { errors: [error] } } },
    });
  });

  it.each<[number, number, string, string]>([
    [400, 33003, 'grp_1', '12125550123'],
    [400, 33003, 'grp_1', '+1212555012'],
    [400, 33003, 'grp_1', 'bob'],
    [400, 33034, 'grp', '+12125550123'],
    [400, 33034, 'grp_', '+12125550123'],
    [400, 33034, 'grp_a-b', '+12125550123'],
    [400, 33034, 'group_1', '+12125550123'],
    [400, 33034, `grp_${'a'.repeat(65)}`, '+12125550123'],
    [404, 33031, `grp_${'a'.repeat(64)}`, ''],
  ])('answer %i and %i for the group %s and the number %s', async (status, code, groupId, number) => {
    for (const method of ['POST', 'DELETE'] as const) {
      expect(codeOf(await membership(method, groupId, undefined, number || phone))).toEqual([status, code]);
    }
  });

  it('are refused with 33030 for an unknown contact, with 33038 for SILENT without the capability', async () => {
    const { id } = await makeGroup('News');
    expect(codeOf(await membership('POST', id, {}, randomPhone()))).toEqual([404, 33030]);
    expect(codeOf(await membership('DELETE', id, undefined, randomPhone()))).toEqual([404, 33030]);
    fixture.account = await createApiAccount(fixture.service);
    expect(codeOf(await membership('POST', id, { optInMode: 'SILENT' }))).toEqual([403, 33038]);
  });
});

describe('rules E7: optedOutAt', () => {
  const readOptedOutAt = async () => {
    const { body } = await callApi(fixture.service, { account: fixture.account, path: contactPath(phone) });
    return (body as { optedOutAt?: string }).optedOutAt;
  };

  it('is there from the STOP to the START, wherever the contact is answered', async () => {
    const group = await makeGroup('News');
    expect(await membership('POST', group.id)).not.toHaveProperty('body.optedOutAt');
    expect(await readOptedOutAt()).toBeUndefined();

    await say('STOP');
    await expectSoonToBe(async () => typeof (await readOptedOutAt()), 'string');
    const optedOutAt = await readOptedOutAt();
    expect(optedOutAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const patched = await callApi(fixture.service, {
      ...{ account: fixture.account, method: 'PATCH', path: contactPath(phone), body: { firstName: 'Ada' } },
    });
    expect(patched).toMatchObject({ status: 200, body: { optedOutAt } });
    expect(await membership('DELETE', group.id)).toMatchObject({ status: 200, body: { optedOutAt } });

    // Another STOP is no further opt-out.
    await say('STOP');
    await say('HELP');
    await expectSoon(async () => {
      expect((await textsReceived()).at(-1)).toBe('Call 555-0100.');
    });
    expect(await readOptedOutAt()).toBe(optedOutAt);

    await say('START');
    await expectSoonToBe(readOptedOutAt, undefined);
  });

  it('is there at once of a contact whose number had said STOP before', async () => {
    phone = randomPhone();
    await say('stop');
    await expectSoon(async () => {
      expect(await textsReceived()).toEqual(['Bye.']);
    });
    const path = contactPath(phone);
    for (const method of ['GET', 'PATCH']) {
      const answer = await callApi(fixture.service, { account: fixture.account, method, path });
      expect(answer).toMatchObject({ status: 404, body: { code: 33030 } });
    }
    expect(await createContact(phone)).toMatchObject({
      status: 201,
      body: { optedOutAt: expect.any(String) as string, groups: [] },
    });
  });
});

describe('rules 2.5: contactCount', () => {
  it('adds up when 100 contacts join at once', async () => {
    const group = await makeGroup('Crowd');
    const phones = Array.from({ length: 100 }, () => randomPhone());
    await Promise.all(phones.map(createContact));
    const answers = await Promise.all(phones.map((number) => membership('POST', group.id, {}, number)));
    expect(answers.map(({ status }) => status)).toEqual(phones.map(() => 200));
    const answer = await callApi(fixture.service, {
      account: fixture.account,
      path: `/api/v1/groups/${group.id}`,
    });
    expect(answer.body).toMatchObject({ contactCount: 100 });
  });
});
