import { updateAccount } from '../../shared/accounts/account-store';
import { createGroup } from '../../shared/audience/groups/create-group';
import type { Role } from '../../shared/users/role';
import { type ConsoleUser, createConsoleUser } from '../support/console/console-user';
import { expectSoon } from '../support/service/api-sending';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, randomPhone } from '../support/service/service';

const fixture = useSendingService({}, { account: 'ofFile' });
let sender: ConsoleUser;
let other: ConsoleUser;
let group: string;

const userWith = (role: Role) =>
  createConsoleUser(fixture.service, { accountId: fixture.account.accountId, role });
const call = ({ headers }: ConsoleUser, method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { method, path, headers, body });
const refusalOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];
const startOf = async (user: ConsoleUser, id: string) =>
  (await call(user, 'GET', `/console/api/automations/${id}/start`)).body;
const setApproval = (approvalAbove: number | null) =>
  updateAccount({
    table: fixture.service.deps.table,
    accountId: fixture.account.accountId,
    changes: { approvalAbove },
  });

beforeAll(async () => {
  [sender, other] = await Promise.all([userWith('sender'), userWith('sender')]);
  const { accountId } = fixture.account;
  const made = await createGroup(fixture.service.deps, { accountId, name: 'Members', optInType: 'SINGLE' });
  group = made.id;
});

const plan = () => ({
  ...{ name: 'Welcome', from: fixture.account.from, purpose: 'informational', entry: 'once' },
  trigger: { joined: group },
  steps: [
    { send: { body: 'Welcome, {{contact_first_name}}!' } },
    { wait: { days: 3, at: '10:00' } },
    { stopUnless: { field: 'firstName', op: 'equals', value: 'Ada' } },
    { send: { body: 'Any questions?' } },
  ],
});

async function started(body: object = plan()): Promise<string> {
  const id = await drafted(body);
  const { body: answer } = await call(sender, 'POST', `/api/v1/automations/${id}/start`);
  expect(answer).toMatchObject({ status: 'running' });
  return id;
}

async function drafted(body: object = plan()): Promise<string> {
  const { status, body: made } = await call(sender, 'POST', '/api/v1/automations', body);
  expect(status).toBe(201);
  return (made as { id: string }).id;
}

/** Adds a contact; to the group as well when it is given. */
async function added(profile: object, groupId?: string): Promise<string> {
  const phone = randomPhone();
  const contact = `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
  await call(sender, 'POST', contact, profile);
  if (groupId !== undefined) await call(sender, 'POST', `${contact}/groups/${groupId}`);
  return phone;
}

const forecastFor = async (id: string, phone: string) =>
  call(sender, 'GET', `/api/v1/automations/${id}/forecast/${encodeURIComponent(phone)}`);

describe('E10: the decision on an automation', () => {
  afterEach(() => setApproval(null));

  it('is offered to a second person, and not to the one who started it', async () => {
    await setApproval(0);
    const id = await drafted();
    const started = await call(sender, 'POST', `/api/v1/automations/${id}/start`);
    expect(started.body).toMatchObject({ status: 'awaitingApproval' });
    const overview = (await call(other, 'GET', '/console/api/overview')).body as { attention: object[] };
    const matter = { kind: 'automationAwaitingApproval', automationId: id, name: 'Welcome' };
    expect(overview.attention).toContainEqual(matter);

    expect(await startOf(sender, id)).toEqual({
      mayDecide: false,
      mayNote: true,
      startedAt: expect.any(String) as string,
      startedBy: { kind: 'user', id: sender.userId, name: sender.email },
    });
    expect(await startOf(other, id)).toMatchObject({ mayDecide: true });
    expect(await startOf(await userWith('editor'), id)).toMatchObject({ mayDecide: false });
    expect(refusalOf(await call(sender, 'POST', `/api/v1/automations/${id}/approve`))).toEqual([403, 33112]);

    await call(other, 'POST', `/api/v1/automations/${id}/approve`);
    expect(await startOf(other, id)).toMatchObject({
      mayDecide: false,
      decidedBy: { kind: 'user', id: other.userId },
    });
  });

  it('is not known of an automation of another account', async () => {
    expect(refusalOf(await call(sender, 'GET', '/console/api/automations/aut_none/start'))).toEqual([
      404, 33110,
    ]);
  });
});

describe('E10.5: versions', () => {
  it('of a draft are none', async () => {
    const id = await drafted();
    const { body } = await call(sender, 'GET', `/console/api/automations/${id}/versions`);
    expect(body).toEqual({ results: [] });
  });

  it('say of each step who left there and why, newest version first', async () => {
    const id = await started({
      ...plan(),
      steps: [{ stopUnless: { field: 'firstName', op: 'equals', value: 'Ada' } }, { leave: group }],
    });
    const phone = await added({ firstName: 'Grace' }, group);
    const versions = async () =>
      (
        (await call(sender, 'GET', `/console/api/automations/${id}/versions`)).body as {
          results: object[];
        }
      ).results;
    await expectSoon(async () => {
      expect(await versions()).toMatchObject([
        {
          ...{ version: 1, isActive: true },
          plan: { name: 'Welcome', steps: [{}, { leave: group }] },
          counts: { entered: 1, exited: 1 },
          steps: [{ counts: { exited: 1 }, leftBy: { condition: 1 } }, { leftBy: {} }],
        },
      ]);
    });
    const people = async (step: number) =>
      (await call(sender, 'GET', `/api/v1/automations/${id}/people?step=${step}`)).body;
    expect(await people(0)).toMatchObject({ results: [{ to: phone, reason: 'condition' }] });
    expect(await people(1)).toEqual({ results: [] });
    for (const step of ['x', '20', '-1'])
      expect(refusalOf(await call(sender, 'GET', `/api/v1/automations/${id}/people?step=${step}`))).toEqual([
        400, 33100,
      ]);

    await call(sender, 'PATCH', `/api/v1/automations/${id}`, { name: 'Farewell' });
    expect(await versions()).toMatchObject([
      { version: 2, isActive: true, plan: { name: 'Farewell' }, counts: { entered: 0 } },
      { version: 1, isActive: false, plan: { name: 'Welcome' }, counts: { entered: 1 } },
    ]);
  });
});

describe('E2: the texts of a phone', () => {
  it('have those of automations, of each way and step', async () => {
    const id = await started({
      ...plan(),
      ...{ entry: 'always', trigger: { event: 'order.placed' } },
      steps: [{ send: { body: 'Thank you.' } }, { send: { body: 'Come again.' } }],
    });
    const { accountId } = fixture.account;
    const own = await createGroup(fixture.service.deps, { accountId, name: 'Buyers', optInType: 'SINGLE' });
    const phone = await added({ firstName: 'Ada' }, own.id);
    const events = ['first', 'second'].map((key) => ({ name: 'order.placed', to: phone, key }));
    const reported = await call(sender, 'POST', '/api/v1/events', { events });
    expect(reported.status).toBe(202);
    const path = `/console/api/contacts/${encodeURIComponent(phone)}/messages`;
    type Texts = { results: Array<{ message: { body: string }; campaignId?: string; jobKind?: string }> };
    await expectSoon(async () => {
      const { results } = (await call(sender, 'GET', path)).body as Texts;
      const texts = results.map(({ message, campaignId, jobKind }) => [message.body, campaignId, jobKind]);
      expect(texts.sort()).toEqual([
        ['Come again.', `${id}.1.1`, 'campaign'],
        ['Come again.', `${id}.1.1`, 'campaign'],
        ['Thank you.', `${id}.1.0`, 'campaign'],
        ['Thank you.', `${id}.1.0`, 'campaign'],
      ]);
    });
  });
});

describe('E10.3: the forecast for a contact', () => {
  it('has each step with its time and text, to the end', async () => {
    const id = await drafted();
    const ada = await added({ firstName: 'Ada', tz: undefined }, group);
    const { body } = await forecastFor(id, ada);
    expect(body).toMatchObject({
      entersAt: expect.any(String) as string,
      steps: [
        { step: 0, body: 'Welcome, Ada!' },
        { step: 1, until: expect.stringMatching(/T\d\d:00:00\.000Z$/) as string },
        { step: 2 },
        { step: 3, body: 'Any questions?' },
      ],
      end: { status: 'completed', step: 4 },
    });
    const { steps } = body as { steps: Array<{ at: string; until?: string }> };
    expect(steps[3]?.at).toBe(steps[1]?.until);
  });

  it('ends where a condition is not met, though the contact is in no group yet but another', async () => {
    const id = await drafted();
    const { accountId } = fixture.account;
    const elsewhere = await createGroup(fixture.service.deps, {
      ...{ accountId, name: 'Others', optInType: 'SINGLE' },
    });
    const grace = await added({ firstName: 'Grace' }, elsewhere.id);
    expect((await forecastFor(id, grace)).body).toMatchObject({
      steps: [{ step: 0, body: 'Welcome, Grace!' }, { step: 1 }],
      end: { status: 'exited', step: 2, reason: 'condition' },
    });
  });

  it('follows joins and leaves: who leaves the group of the trigger leaves the automation', async () => {
    const id = await drafted({ ...plan(), steps: [{ leave: group }, { send: { body: 'Bye' } }] });
    const ada = await added({}, group);
    expect((await forecastFor(id, ada)).body).toMatchObject({
      steps: [{ step: 0 }],
      end: { status: 'exited', reason: 'left_group', step: 1 },
    });
  });

  it('has the next birthday, at the time of day of the contact', async () => {
    const id = await drafted({
      ...plan(),
      trigger: { date: 'birthDate', offsetDays: -1, at: '10:00' },
      steps: [{ send: { body: 'Happy birthday' } }],
    });
    const born = { birthDate: '1990-07-15', address: { postalCode: '60601', country: 'US' } };
    const { body } = await forecastFor(id, await added(born, group));
    // Ten in the morning in Chicago, in summer.
    expect(body).toMatchObject({
      timeZone: 'America/Chicago',
      entersAt: expect.stringMatching(/^\d{4}-07-14T15:00:00\.000Z$/) as string,
    });
    expect((await forecastFor(id, await added({}, group))).body).toMatchObject({ refusal: 'noDate' });
  });

  it.each([
    ['noContact', async () => Promise.resolve(randomPhone()), {}],
    ['notInAudience', () => added({ firstName: 'Grace' }, group), { audience: named('Ada') }],
    ['meetsExit', () => added({ firstName: 'Ada' }, group), { exit: named('Ada').filter }],
  ])('says %s of who does not enter', async (refusal, phoneOf, part) => {
    const id = await drafted({ ...plan(), ...part });
    const { status, body } = await forecastFor(id, await phoneOf());
    expect([status, body]).toMatchObject([200, { refusal, steps: [] }]);
  });

  it('says of who has entered that once is enough', async () => {
    const id = await started();
    const ada = await added({}, group);
    await expectSoon(async () => {
      expect((await forecastFor(id, ada)).body).toMatchObject({ refusal: 'enteredBefore' });
    });
  });

  it('refuses what is no phone number', async () => {
    expect(refusalOf(await forecastFor(await drafted(), '12'))).toEqual([400, 33003]);
  });
});

function named(value: string) {
  return { filter: { field: 'firstName', op: 'equals', value } };
}
