import { handler as addMembership } from '../../../../functions/http/add-membership';
import { handler as createContact } from '../../../../functions/http/create-contact';
import { handler as getContact } from '../../../../functions/http/get-contact';
import { handler as removeMembership } from '../../../../functions/http/remove-membership';
import { createGroup } from '../../../../shared/audience/groups/create-group';
import type { Group } from '../../../../shared/audience/groups/group';
import { addNumber } from '../../../../shared/senders/number-store';
import { systemClock } from '../../../../shared/platform/clock';
import { createIds } from '../../../../shared/platform/ids';
import { callHandler, createTestAccount, type TestAccount } from '../../../support/call-handler';
import { startEngine, type TestEngine } from '../../../support/engine';

const PHONE = '+12125550123';
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

let engine: TestEngine;
let account: TestAccount;
let group: Group;
beforeAll(async () => {
  engine = await startEngine();
  engine.setEnvironment();
});
afterAll(() => engine.stop());
let numbers = 0;
beforeEach(async () => {
  const number = `+1206555${String(1000 + ++numbers)}`;
  account = await createTestAccount(engine, { silentOptIn: true, defaultNumber: number });
  await addNumber(deps(), { accountId: account.accountId, number, status: 'Active' });
  group = await makeGroup('News');
  await callHandler(createContact, { ...request(), body: {} });
});

const deps = () => ({ table: engine.table, clock: systemClock, ids: createIds(systemClock) });
const makeGroup = (name: string) =>
  createGroup(deps(), { accountId: account.accountId, name, optInType: 'SINGLE', tags: ['vip'] });
const request = (phoneNumber = PHONE, groupId?: string) => ({
  authorization: account.authorization,
  pathParameters: { phoneNumber, ...(groupId !== undefined && { groupId }) },
});
const add = (body?: unknown, groupId = group.id, phoneNumber = PHONE) =>
  callHandler(addMembership, { ...request(phoneNumber, groupId), body });
const remove = (groupId = group.id, phoneNumber = PHONE) =>
  callHandler(removeMembership, request(phoneNumber, groupId));

function contactWith(memberships: object) {
  return {
    id: expect.stringMatching(/^con_/) as string,
    phoneNumber: PHONE,
    tz: 'America/New_York',
    isFavorite: false,
    customFields: {},
    groups: [],
    pendingGroups: [],
    createdAt: TIMESTAMP,
    ...memberships,
  };
}

describe('4.6: POST membership', () => {
  it.each([[undefined], [{}], [{ optInMode: 'DIRECT' }], [{ optInMode: 'SILENT' }]])(
    'with body %j answers the full contact as an active member',
    async (body) => {
      const answer = await add(body);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(
        contactWith({ groups: [{ id: group.id, name: 'News', optInAt: TIMESTAMP, tags: [] }] }),
      );
      expect((await callHandler(getContact, request())).body).toEqual(answer.body);
    },
  );

  it('with CONFIRM answers the contact as pending', async () => {
    const answer = await add({ optInMode: 'CONFIRM' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(
      contactWith({ pendingGroups: [{ id: group.id, name: 'News', pendingSince: TIMESTAMP }] }),
    );
  });

  it('takes the number with an encoded plus', async () => {
    expect((await add({}, group.id, '%2B12125550123')).status).toBe(200);
  });

  it.each([
    [{ optInMode: 'MAYBE' }, { pointer: '/optInMode', reason: 'must be one of DIRECT, CONFIRM, SILENT' }],
    [{ optInMode: 'direct' }, { pointer: '/optInMode', reason: 'must be one of DIRECT, CONFIRM, SILENT' }],
    [{ optInMode: null }, { pointer: '/optInMode', reason: 'must be one of DIRECT, CONFIRM, SILENT' }],
    [{ mode: 'DIRECT' }, { pointer: '/mode', reason: 'unknown property: remove it' }],
    [[], { pointer: '', reason: 'must be an object' }],
  ])('refuses the body %j with 33100', async (body, error) => {
    const answer = await add(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 33100, details: { errors: [error] } });
  });

  it('is counted by the shared bucket of writes', async () => {
    expect((await add()).headers['RateLimit-Policy'] ?? (await add()).headers['ratelimit-policy']).toContain(
      'contactApiWrite',
    );
  });
});

describe('4.6: DELETE membership', () => {
  it('answers the full contact without the group, also a second time', async () => {
    await add();
    for (let time = 0; time < 2; time++) {
      const answer = await remove();
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(contactWith({}));
    }
  });
});

describe('4.6: errors of both', () => {
  const both = (groupId: string, phoneNumber = PHONE) =>
    Promise.all([add({}, groupId, phoneNumber), remove(groupId, phoneNumber)]);
  const codesOf = async (answers: Promise<Array<{ status: number; body: unknown }>>) =>
    (await answers).map(({ status, body }) => [status, (body as { code: number }).code]);

  it.each(['12125550123', '+1212555012', 'bob'])('33003 for the number %s', async (phoneNumber) => {
    expect(await codesOf(both(group.id, phoneNumber))).toEqual([
      [400, 33003],
      [400, 33003],
    ]);
  });

  it.each(['grp', 'grp_', 'grp_a-b', 'group_1', `grp_${'a'.repeat(65)}`])(
    '33034 for the group id %s',
    async (groupId) => {
      expect(await codesOf(both(groupId))).toEqual([
        [400, 33034],
        [400, 33034],
      ]);
    },
  );

  it('33031 for an id of 64 letters that is no group', async () => {
    expect(await codesOf(both(`grp_${'a'.repeat(64)}`))).toEqual([
      [404, 33031],
      [404, 33031],
    ]);
  });

  it('33030 for an unknown contact', async () => {
    expect(await codesOf(both(group.id, '+12125550188'))).toEqual([
      [404, 33030],
      [404, 33030],
    ]);
  });

  it('33031 for a group of another account', async () => {
    const foreign = group.id;
    account = await createTestAccount(engine);
    await callHandler(createContact, { ...request(), body: {} });
    expect(await codesOf(both(foreign))).toEqual([
      [404, 33031],
      [404, 33031],
    ]);
  });

  it('33038 for SILENT without the capability', async () => {
    account = await createTestAccount(engine);
    const answer = await add({ optInMode: 'SILENT' });
    expect([answer.status, (answer.body as { code: number }).code]).toEqual([403, 33038]);
  });

  it('33036 while pending in another group', async () => {
    await add({ optInMode: 'CONFIRM' });
    const other = await makeGroup('Other');
    const answer = await add({}, other.id);
    expect([answer.status, (answer.body as { code: number }).code]).toEqual([409, 33036]);
  });
});
