import { createGroup } from '../../shared/audience/groups/create-group';
import { addNumber, removeNumber, updateNumber } from '../../shared/senders/number-store';
import { createConsoleUser, type ConsoleUser } from '../support/console/console-user';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, createApiAccount, randomPhone } from '../support/service/service';

const fixture = useSendingService({ keywordReplies: 'on' });
let operator: ConsoleUser;
let admin: ConsoleUser;

interface Sender {
  id: string;
  name: string;
  use: string;
  members: Array<{ identity: string; use: string }>;
}

const accountId = () => fixture.account.accountId;
const userWith = (role: 'viewer' | 'editor' | 'sender' | 'admin' | 'operator') =>
  createConsoleUser(fixture.service, { accountId: accountId(), role });
const call = (method: string, path: string, body?: unknown, user: Pick<ConsoleUser, 'headers'> = admin) =>
  callApi(fixture.service, { method, path: `/console/api/${path}`, headers: user.headers, body });
const change = (method: string, path: string, body?: unknown, user = operator, account = accountId()) =>
  call(method, `operator/accounts/${account}/senders${path}`, body, user);
const refusalOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];
const detailsOf = ({ body }: ApiAnswer) =>
  (body as { details: { status?: string; errors?: Array<{ pointer: string }> } }).details;
const pointersOf = (answer: ApiAnswer) => (detailsOf(answer).errors ?? []).map(({ pointer }) => pointer);
const listed = async (user = admin) => {
  const { status, body } = await call('GET', 'senders', undefined, user);
  expect(status).toBe(200);
  return (body as { results: Sender[] }).results;
};
async function create(...members: object[]): Promise<Sender> {
  const answer = await change('POST', '', { name: 'Shop', members });
  expect(answer.status).toBe(201);
  return answer.body as Sender;
}
async function addMember(rates: { ratePerSecond?: number; mmsPerSecond?: number } = {}): Promise<string> {
  const number = randomPhone();
  await addNumber(fixture.service.deps, { accountId: accountId(), number, status: 'Active', ...rates });
  return number;
}

beforeEach(async () => {
  operator = await userWith('operator');
  admin = await userWith('admin');
});

describe('rules 2.8: senders in the console', () => {
  it('are created by operators, and listed with members, countries and rates', async () => {
    const number = await addMember({ ratePerSecond: 3, mmsPerSecond: 2 });
    const members = [
      { identity: number, countries: ['US', 'ca', 'US'] },
      { identity: 'pool:pool-0a1b2c3d' },
      { identity: 'id:ACME', countries: ['DE'] },
    ];
    const sender = await create(...members);
    expect(sender).toEqual({
      ...{ id: expect.stringMatching(/^snd_/) as string, name: 'Shop', use: 'ready' },
      members: [
        {
          ...{ identity: number, kind: 'number', use: 'ready', countries: ['CA', 'US'] },
          ...{ ratePerSecond: 3, mmsPerSecond: 2 },
        },
        { identity: 'pool:pool-0a1b2c3d', kind: 'pool', use: 'ready' },
        { identity: 'id:ACME', kind: 'senderId', use: 'ready', countries: ['DE'] },
      ],
      createdAt: expect.any(String) as string,
      updatedAt: expect.any(String) as string,
    });
    expect(await listed()).toEqual([sender]);
    expect(await operate('sender', 'list', '--account', accountId())).toMatchObject([
      { id: sender.id, members: [`${number}=CA,US`, 'pool:pool-0a1b2c3d', 'id:ACME=DE'] },
    ]);
  });

  it('say which members can be used now', async () => {
    const numbers = [await addMember(), await addMember(), await addMember(), await addMember()] as const;
    const [ready, paused, inactive, removed] = numbers;
    const { id } = await create(...numbers.map((identity) => ({ identity })));
    const { table } = fixture.service.deps;
    await call('POST', `numbers/${encodeURIComponent(paused)}/pause`, { reason: 'A test' });
    await updateNumber(table, { accountId: accountId(), number: inactive, status: 'Inactive' });
    await removeNumber(fixture.service.deps, { accountId: accountId(), number: removed });
    const shown = async () => {
      const { use, members } = (await listed()).find((one) => one.id === id) as Sender;
      return [use, ...members.map((member) => member.use)];
    };
    expect(await shown()).toEqual(['ready', 'ready', 'paused', 'inactive', 'removed']);
    await updateNumber(table, { accountId: accountId(), number: ready, status: 'Inactive' });
    expect(await shown()).toEqual(['waiting', 'inactive', 'paused', 'inactive', 'removed']);
    await updateNumber(table, { accountId: accountId(), number: paused, status: 'Inactive' });
    expect(await shown()).toEqual(['unusable', 'inactive', 'inactive', 'inactive', 'removed']);
  });

  it('are renamed, and get other members', async () => {
    const [first, second] = [await addMember(), await addMember()];
    const { id, members } = await create({ identity: first });
    const renamed = await change('PATCH', `/${id}`, { name: 'Shops' });
    expect(renamed).toMatchObject({ status: 200, body: { id, name: 'Shops', members } });
    const moved = await change('PATCH', `/${id}`, { members: [{ identity: second, countries: ['US'] }] });
    expect(moved).toMatchObject({
      ...{ status: 200, body: { name: 'Shops', members: [{ identity: second, countries: ['US'] }] } },
    });
    expect(await listed()).toEqual([moved.body]);
  });

  it('are deleted, unless a group or a keyword sends from them', async () => {
    const { id } = await create({ identity: await addMember() });
    const { id: groupId } = await createGroup(fixture.service.deps, {
      ...{ accountId: accountId(), name: 'News', optInType: 'DOUBLE' as const },
    });
    const refused = async () => {
      const answer = await change('DELETE', `/${id}`);
      return [...refusalOf(answer), detailsOf(answer).status];
    };
    const ofGroup = await call('PATCH', `groups/${groupId}`, { from: id });
    expect(ofGroup).toMatchObject({ status: 200, body: { from: id } });
    expect(await refused()).toEqual([409, 33111, 'senderInUse']);
    await call('PATCH', `groups/${groupId}`, { from: '' });
    const ofKeyword = await call('POST', 'keywords', { word: 'Hours', number: id, reply: 'Nine to five' });
    expect(ofKeyword).toMatchObject({ status: 200, body: { number: id } });
    expect(await refused()).toEqual([409, 33111, 'senderInUse']);
    await call('DELETE', `keywords?word=HOURS&number=${id}`);
    expect((await change('DELETE', `/${id}`)).status).toBe(204);
    expect(await listed()).toEqual([]);
    for (const [method, body] of [['DELETE'], ['PATCH', { name: 'x' }]] as const) {
      expect(refusalOf(await change(method, `/${id}`, body))).toEqual([404, 33110]);
    }
  });

  it('stand in the log of their account with what an operator changed', async () => {
    const number = await addMember();
    const { id } = await create({ identity: number });
    await change('PATCH', `/${id}`, { name: 'Shops' });
    await change('DELETE', `/${id}`);
    const { body } = await call('GET', `audit?target=${id}`);
    const actor = { type: 'user', id: operator.userId, email: operator.email };
    const entry = { target: { type: 'sender', id }, actor, channel: 'console', outcome: 'done' };
    const created = expect.arrayContaining([{ what: 'name', to: 'Shop' }]) as object;
    const deleted = expect.arrayContaining([{ what: 'name', from: 'Shops' }]) as object;
    expect((body as { results: object[] }).results).toMatchObject([
      { ...entry, action: 'deleteSender', changes: deleted },
      { ...entry, action: 'updateSender', changes: [{ what: 'name', from: 'Shop', to: 'Shops' }] },
      { ...entry, action: 'createSender', changes: created },
    ]);
  });
});

describe('rules 2.8: senders that are not taken', () => {
  it.each([
    ['/name', { name: ' ' }],
    ['/name', { name: 'n'.repeat(101) }],
    ['/members', { members: [] }],
    ['/members', { members: [{ identity: 'id:ACME' }, { identity: 'id:ACME' }] }],
    ['/members/0/identity', { members: [{ identity: 'id:TWELVELETTERS' }] }],
    ['/members/0/identity', { members: [{ identity: 'id:ACME=US' }] }],
    ['/members/0/countries', { members: [{ identity: 'id:ACME', countries: [] }] }],
    ['/members/0/countries/1', { members: [{ identity: 'id:ACME', countries: ['US', 'XX'] }] }],
  ])('are told at %s', async (pointer, wrong) => {
    const sender = await create({ identity: 'id:FIRST' });
    const content = { name: 'Shop', members: [{ identity: 'id:ACME' }], ...wrong };
    expect(pointersOf(await change('POST', '', content))).toEqual([pointer]);
    expect(pointersOf(await change('PATCH', `/${sender.id}`, wrong))).toEqual([pointer]);
    expect(await listed()).toEqual([sender]);
  });

  it('have 51 members, or a number of another account, or are of a closed account', async () => {
    const many = Array.from({ length: 51 }, (_, index) => ({ identity: `id:A${index}` }));
    expect(pointersOf(await change('POST', '', { name: 'Shop', members: many }))).toEqual(['/members']);
    const other = await createApiAccount(fixture.service);
    const foreign = { name: 'Shop', members: [{ identity: other.from }] };
    expect(refusalOf(await change('POST', '', foreign))).toEqual([400, 33004]);
    await call('POST', `operator/accounts/${other.accountId}/close`, undefined, operator);
    const closed = await change('POST', '', foreign, operator, other.accountId);
    expect([...refusalOf(closed), detailsOf(closed).status]).toEqual([409, 33111, 'closed']);
    expect(refusalOf(await change('POST', '', foreign, operator, 'acc_none'))).toEqual([404, 33110]);
  });
});

describe('E6: rights on senders', () => {
  it('to read have all roles, to change only operators', async () => {
    const sender = await create({ identity: await addMember() });
    for (const role of ['viewer', 'editor', 'sender', 'admin'] as const) {
      const user = await userWith(role);
      expect(await listed(user)).toEqual([sender]);
      for (const [method, path, body] of [
        ['POST', '', { name: 'Mine', members: [{ identity: 'id:MINE' }] }],
        ['PATCH', `/${sender.id}`, { name: 'x' }],
        ['DELETE', `/${sender.id}`],
      ] as const) {
        expect(refusalOf(await change(method, path, body, user))).toEqual([403, 33112]);
      }
    }
    expect(await listed()).toEqual([sender]);
  });

  it('has no administrator of another account; an operator names the account of the sender', async () => {
    const sender = await create({ identity: await addMember() });
    const { accountId: otherId } = await createApiAccount(fixture.service);
    const other = await createConsoleUser(fixture.service, { accountId: otherId, role: 'admin' });
    expect(await listed(other)).toEqual([]);
    const reaching = { headers: { ...other.headers, 'x-account': accountId() } };
    expect(refusalOf(await call('GET', 'senders', undefined, reaching))).toEqual([403, 33112]);
    for (const [method, body] of [['PATCH', { name: 'x' }], ['DELETE']] as const) {
      expect(refusalOf(await change(method, `/${sender.id}`, body, operator, otherId))).toEqual([404, 33110]);
    }
    expect(await listed()).toEqual([sender]);
  });
});
