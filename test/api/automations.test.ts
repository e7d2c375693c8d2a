import { DateTime } from 'luxon';
import { addNumber, updateNumber } from '../../shared/senders/number-store';
import { readCredits } from '../support/sending/read-credits';
import { expectSoon, type Sent } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { type ApiAccount, callApi, createApiAccount, randomPhone } from '../support/service/service';
import { type OwnService, startOwnService } from '../support/service/own-service';

jest.setTimeout(600_000);
const AUTOMATIONS = 'automations';

interface Person {
  to: string;
  status: string;
  step: number;
  version: number;
  dueAt?: string;
  reason?: string;
}
interface Automation {
  id: string;
  status: string;
  version: number;
  counts: Record<string, number> & { steps: Array<Record<string, number>> };
}

/** Service of its own, so that the clocks of other tests stay. */
let service: OwnService;
let account: ApiAccount;

beforeAll(async () => {
  service = await startOwnService();
});
beforeEach(async () => {
  account = await createApiAccount(service, { dailyQuota: 1_000_000, silentOptIn: true });
});
afterAll(() => service.stop());

const ask = (method: string, path: string, body?: unknown) =>
  callApi(service, { account, method, path: `/api/v1/${path}`, body });
const call = async <Body = Record<string, unknown>>(method: string, path: string, body?: unknown) => {
  const answer = await ask(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body as Body;
};
const refusalOf = ({ status, body }: Awaited<ReturnType<typeof ask>>) => [
  status,
  (body as { code?: number }).code,
];
const advance = async (time: object) => {
  const advanceSeconds = DateTime.utc(2030).plus(time).diff(DateTime.utc(2030)).as('seconds');
  await callApi(service, { method: 'POST', path: '/_local/clock', body: { advanceSeconds } });
};
const textsTo = async (phone: string) => {
  const answer = await callApi(service, { path: '/_local/sent' });
  return (answer.body as { messages: Sent[] }).messages
    .filter(({ from, to }) => from === account.from && to === phone)
    .map(({ body }) => body);
};
const creditsOf = () => readCredits(service.deps.table, account.accountId);
const groupOf = async (name = 'Members') =>
  (
    await operate<{ id: string }>(
      ...['group', 'create', '--account', account.accountId, '--name', name, '--opt-in-type', 'SINGLE'],
    )
  ).id;
const join = async (group: string, phone: string) => {
  await ask('POST', `contacts/by-phone/${encodeURIComponent(phone)}`, { firstName: 'Ada' });
  await call('POST', `contacts/by-phone/${encodeURIComponent(phone)}/groups/${group}`, {
    optInMode: 'SILENT',
  });
};
const start = async (plan: object) => {
  const { id } = await call<Automation>('POST', AUTOMATIONS, {
    name: 'Welcome',
    from: account.from,
    purpose: 'informational',
    entry: 'once',
    ...plan,
  });
  await call('POST', `${AUTOMATIONS}/${id}/start`);
  return id;
};
const welcome = (group: string) => ({
  trigger: { joined: group },
  steps: [
    { send: { body: 'Hi {{contact_first_name}}.' } },
    { wait: { days: 3 } },
    { send: { body: 'Still there?' } },
  ],
});
const read = (id: string) => call<Automation>('GET', `${AUTOMATIONS}/${id}`);
const people = async (id: string) =>
  (await call<{ results: Person[] }>('GET', `${AUTOMATIONS}/${id}/people`)).results;
const untilPerson = (id: string, to: string, expected: object) =>
  expectSoon(async () =>
    expect((await people(id)).find((person) => person.to === to)).toMatchObject(expected),
  );
const untilTexts = (phone: string, texts: string[]) =>
  expectSoon(async () => expect(await textsTo(phone)).toEqual(texts));

describe('E10: a person who joins a group', () => {
  it('gets the texts of the steps once, at their times', async () => {
    const group = await groupOf();
    const id = await start(welcome(group));
    const phone = randomPhone();
    await join(group, phone);
    await untilTexts(phone, ['Hi Ada.']);
    await untilPerson(id, phone, { status: 'waiting', step: 2 });
    await advance({ days: 3, minutes: 1 });
    await untilTexts(phone, ['Hi Ada.', 'Still there?']);
    await untilPerson(id, phone, { status: 'completed', step: 3 });
    await expectSoon(async () =>
      expect((await read(id)).counts).toMatchObject({
        ...{ entered: 1, waiting: 0, completed: 1, exited: 0, failed: 0, sent: 2 },
        steps: [{ entered: 1, sent: 1 }, { entered: 1 }, { entered: 1, completed: 1, sent: 1 }],
      }),
    );
  });

  it('is left in peace after a STOP between two texts', async () => {
    const group = await groupOf();
    const id = await start(welcome(group));
    const phone = randomPhone();
    await join(group, phone);
    await untilTexts(phone, ['Hi Ada.']);
    await callApi(service, {
      method: 'POST',
      path: '/_local/inbound',
      body: { from: phone, to: account.from, body: 'STOP' },
    });
    await advance({ days: 3, minutes: 1 });
    await untilPerson(id, phone, { status: 'exited', reason: 'opted_out' });
    expect((await textsTo(phone)).filter((text) => text === 'Still there?')).toEqual([]);
  });

  it('waits during a pause, and is missed when it takes more than a day', async () => {
    const group = await groupOf();
    const id = await start(welcome(group));
    const [early, late] = [randomPhone(), randomPhone()];
    await join(group, early);
    await untilTexts(early, ['Hi Ada.']);
    await advance({ days: 2 });
    await join(group, late);
    await untilTexts(late, ['Hi Ada.']);
    expect(await call('POST', `${AUTOMATIONS}/${id}/pause`)).toMatchObject({ status: 'paused' });
    await advance({ days: 3, hours: 1 });
    expect(await people(id)).toMatchObject([{ status: 'waiting' }, { status: 'waiting' }]);
    await call('POST', `${AUTOMATIONS}/${id}/resume`);
    await untilPerson(id, early, { status: 'exited', reason: 'missed' });
    await untilPerson(id, late, { status: 'completed' });
    expect(await textsTo(early)).toEqual(['Hi Ada.']);
    await untilTexts(late, ['Hi Ada.', 'Still there?']);
  });

  it('keeps to the version that they entered, when the automation is changed', async () => {
    const group = await groupOf();
    const id = await start(welcome(group));
    const [first, second] = [randomPhone(), randomPhone()];
    await join(group, first);
    await untilPerson(id, first, { status: 'waiting', step: 2 });
    const changed = await call('PATCH', `${AUTOMATIONS}/${id}`, { steps: [{ send: { body: 'New.' } }] });
    expect(changed).toMatchObject({ status: 'running', version: 2 });
    await join(group, second);
    await untilTexts(second, ['New.']);
    await advance({ days: 3, minutes: 1 });
    await untilTexts(first, ['Hi Ada.', 'Still there?']);
  });

  it('leaves without a text when they do not meet a condition, and all leave when it is stopped', async () => {
    const group = await groupOf();
    const filter = { field: 'firstName', op: 'equals', value: 'Bob' };
    const id = await start({
      ...welcome(group),
      steps: [{ stopUnless: filter }, { send: { body: 'Bob!' } }],
    });
    const other = await start({
      ...welcome(group),
      steps: [{ wait: { days: 9 } }, { send: { body: 'Late.' } }],
    });
    const phone = randomPhone();
    await join(group, phone);
    await untilPerson(id, phone, { status: 'exited', reason: 'condition', step: 0 });
    await untilPerson(other, phone, { status: 'waiting', step: 1 });
    expect(await call('POST', `${AUTOMATIONS}/${other}/stop`)).toMatchObject({ status: 'stopped' });
    await untilPerson(other, phone, { status: 'exited', reason: 'stopped' });
    expect(await textsTo(phone)).toEqual([]);
  });
});

describe('E10: a condition on groups', () => {
  it('is asked of the memberships that the person has at the step, and met by no one once a group is gone', async () => {
    const [first, second] = [await groupOf(), await groupOf()];
    const isIn = { field: 'groups', op: 'containsAll', value: [first, second] };
    const id = await start({
      ...welcome(first),
      steps: [{ wait: { days: 1 } }, { stopUnless: isIn }, { send: { body: 'Both!' } }],
    });
    const [both, one] = [randomPhone(), randomPhone()];
    for (const phone of [both, one]) {
      await join(first, phone);
      await untilPerson(id, phone, { status: 'waiting' });
    }
    await join(second, both);
    await advance({ days: 1, minutes: 1 });
    await untilTexts(both, ['Both!']);
    await untilPerson(id, one, { status: 'exited', reason: 'condition', step: 1 });

    const late = randomPhone();
    await join(first, late);
    await join(second, late);
    await untilPerson(id, late, { status: 'waiting' });
    await operate('group', 'delete', '--account', account.accountId, '--group', second, '--yes');
    await advance({ days: 1, minutes: 1 });
    await untilPerson(id, late, { status: 'exited', reason: 'condition', step: 1 });
    expect(await Promise.all([one, late].map(textsTo))).toEqual([[], []]);
  });
});

describe('E10: a person of an event', () => {
  const report = (to: string, more: object = {}) =>
    call('POST', 'events', { events: [{ name: 'order.shipped', to, ...more }] });
  const shipped = (more: object = {}) => ({
    trigger: { event: 'order.shipped' },
    entry: 'always',
    steps: [
      { send: { body: 'Order {{event_order}} by {{event_carrier}}, {{contact_first_name}}{{event_none}}.' } },
    ],
    ...more,
  });

  it('enters with the data of the event, once for each key', async () => {
    const id = await start(shipped());
    const phone = randomPhone();
    await join(await groupOf(), phone);
    const event = { key: `order ${phone}`, data: { order: 4711, carrier: 'UPS' } };
    await report(phone, event);
    await untilTexts(phone, ['Order 4711 by UPS, Ada.']);
    await report(phone, event);
    await report(phone, { key: 'another', data: { order: 4712 } });
    await untilTexts(phone, ['Order 4711 by UPS, Ada.', 'Order 4712 by , Ada.']);
    await advance({ days: 7, minutes: 1 });
    await report(phone, { ...event, data: { order: 4713 } });
    await expectSoon(async () => expect(await textsTo(phone)).toHaveLength(3));
    await expectSoon(async () =>
      expect((await read(id)).counts).toMatchObject({ entered: 3, completed: 3, sent: 3, failed: 0 }),
    );
  });

  it('does not enter without an opt-in, or for an event of another name', async () => {
    const id = await start(shipped());
    const [stranger, member] = [randomPhone(), randomPhone()];
    await join(await groupOf(), member);
    await report(stranger);
    await report(member, { name: 'order.lost' });
    await report(member);
    await untilPerson(id, member, { status: 'completed' });
    expect(await people(id)).toHaveLength(1);
  });

  it('may meet tags of events in texts that no event began', async () => {
    const group = await groupOf();
    await start({ trigger: { joined: group }, steps: [{ send: { body: 'Hi{{event_order}}.' } }] });
    const phone = randomPhone();
    await join(group, phone);
    await expectSoon(async () => expect(await textsTo(phone)).toEqual(['Hi.']));
  });
});

describe('E10.3: texts that are not handed over', () => {
  const runningOut = async () => {
    const group = await groupOf();
    const id = await start(welcome(group));
    await operate('pause', '--account', account.accountId, '--yes');
    const phone = randomPhone();
    await join(group, phone);
    await untilPerson(id, phone, { status: 'waiting', step: 2 });
    return { id, phone };
  };

  it('are missed after a pause of two days, and their credits come back', async () => {
    const before = await creditsOf();
    const { id, phone } = await runningOut();
    await call('POST', `${AUTOMATIONS}/${id}/pause`);
    await advance({ days: 2 });
    await operate('resume', '--account', account.accountId);
    await call('POST', `${AUTOMATIONS}/${id}/resume`);
    await expectSoon(async () => {
      await advance({ minutes: 2 });
      expect(await people(id)).toMatchObject([{ status: 'exited', reason: 'missed', step: 0 }]);
    });
    expect(await textsTo(phone)).toEqual([]);
    await expectSoon(async () => expect(await creditsOf()).toEqual(before));
    expect((await read(id)).counts).toMatchObject({
      ...{ entered: 1, waiting: 0, completed: 0, exited: 1, failed: 0, sent: 0 },
      steps: [{ entered: 1, waiting: 0, exited: 1 }, { entered: 0, waiting: 0 }, { entered: 0 }],
    });
  });

  it('go out after a pause of an hour', async () => {
    const { id, phone } = await runningOut();
    await call('POST', `${AUTOMATIONS}/${id}/pause`);
    await advance({ hours: 1 });
    await operate('resume', '--account', account.accountId);
    await advance({ minutes: 5 });
    expect(await textsTo(phone)).toEqual([]);
    await call('POST', `${AUTOMATIONS}/${id}/resume`);
    await expectSoon(async () => {
      await advance({ minutes: 2 });
      expect(await textsTo(phone)).toEqual(['Hi Ada.']);
    });
  });

  it('end the way when they fail', async () => {
    const group = await groupOf();
    const id = await start(welcome(group));
    const before = await creditsOf();
    const { accountId, from: number } = account;
    await updateNumber(service.deps.table, { accountId, number, status: 'Inactive' });
    const phone = randomPhone();
    await join(group, phone);
    await untilPerson(id, phone, { status: 'failed', step: 0 });
    expect(await textsTo(phone)).toEqual([]);
    await expectSoon(async () => expect(await creditsOf()).toEqual(before));
    expect((await read(id)).counts).toMatchObject({ entered: 1, waiting: 0, failed: 1, sent: 0 });
  });
});

describe('E10.5: an automation on a sender', () => {
  it('sends from its members, one text and one charge for each person, and keeps the sender', async () => {
    const { accountId, from } = account;
    const numbers = [from, randomPhone(), randomPhone()];
    for (const number of numbers.slice(1))
      await addNumber(service.deps, { accountId, number, status: 'Active' });
    const members = numbers.flatMap((number) => ['--member', number]);
    const { id: sender } = await operate<{ id: string }>(
      ...['sender', 'create', '--account', accountId, '--name', 'Shop', ...members],
    );
    const group = await groupOf();
    const plan = { from: sender, steps: [{ send: { body: 'Hello.' } }] };
    const id = await start({ ...welcome(group), ...plan });
    expect(await read(id)).toMatchObject({ from: sender });
    const before = await creditsOf();
    const phones = Array.from({ length: 12 }, randomPhone);
    // Each joins twice at once, and counts once.
    await Promise.all([...phones, ...phones].map((phone) => join(group, phone)));
    await expectSoon(async () =>
      expect((await read(id)).counts).toMatchObject({ entered: 12, completed: 12, sent: 12 }),
    );
    const { body } = await callApi(service, { path: '/_local/sent' });
    const sent = (body as { messages: Sent[] }).messages.filter(({ to }) => phones.includes(to));
    expect(sent.map(({ to }) => to).sort()).toEqual([...phones].sort());
    expect(numbers).toEqual(expect.arrayContaining(sent.map((one) => one.from)));
    expect((await creditsOf()).sms).toBe(before.sms - 2 * 12);
    await expect(
      operate('sender', 'delete', '--account', accountId, '--sender', sender, '--yes'),
    ).rejects.toThrow(id);
  });

  it('counts a STOP for its last text', async () => {
    const group = await groupOf();
    const id = await start(welcome(group));
    const phone = randomPhone();
    await join(group, phone);
    await untilTexts(phone, ['Hi Ada.']);
    await callApi(service, {
      ...{ method: 'POST', path: '/_local/inbound' },
      body: { from: phone, to: account.from, body: 'STOP' },
    });
    await expectSoon(async () =>
      expect((await read(id)).counts).toMatchObject({ optedOut: 1, steps: [{ optedOut: 1 }, {}, {}] }),
    );
  });
});

describe('E2: an automation that mentions a person who is erased', () => {
  it('goes on with its version and its texts, and can be paused, changed and stopped', async () => {
    const [erased, other] = [randomPhone(), randomPhone()];
    const group = await groupOf();
    for (const phone of [erased, other]) await join(group, phone);
    const erasedPath = `contacts/by-phone/${encodeURIComponent(erased)}`;
    await call('PATCH', erasedPath, { firstName: 'Annika', lastName: 'Schmitz' });
    const id = await start({
      name: 'For Annika Schmitz',
      trigger: { event: 'asked' },
      entry: 'always',
      exit: { field: 'phoneNumber', op: 'equals', value: erased },
      steps: [{ send: { body: 'Ask Annika Schmitz.' } }, { wait: { days: 1 } }, { send: { body: 'Done?' } }],
    });

    await call('DELETE', erasedPath);
    await expectSoon(async () => {
      const automation = await call('GET', `${AUTOMATIONS}/${id}`);
      expect(automation).toMatchObject({ name: 'For [erased]', status: 'running', version: 1 });
      expect(JSON.stringify(automation)).not.toContain(erased);
    });

    await call('POST', 'events', { events: [{ name: 'asked', to: other }] });
    await untilTexts(other, ['Ask Annika Schmitz.']);
    for (const [verb, status] of [
      ['pause', 'paused'],
      ['resume', 'running'],
    ])
      expect(await call('POST', `${AUTOMATIONS}/${id}/${verb}`)).toMatchObject({ status, version: 1 });
    const steps = [{ send: { body: 'Ask us.' } }];
    expect(await call('PATCH', `${AUTOMATIONS}/${id}`, { steps })).toMatchObject({ version: 2 });
    await call('POST', 'events', { events: [{ name: 'asked', to: other }] });
    await untilTexts(other, ['Ask Annika Schmitz.', 'Ask us.']);
    expect(await call('POST', `${AUTOMATIONS}/${id}/stop`)).toMatchObject({ status: 'stopped' });
  });
});

describe('E10: automations', () => {
  it('are created, listed, changed and deleted as drafts', async () => {
    const group = await groupOf();
    const plan = {
      name: 'W',
      from: account.from,
      purpose: 'marketing',
      entry: { onceInDays: 5 },
      ...welcome(group),
    };
    const created = await ask('POST', AUTOMATIONS, plan);
    expect(created).toMatchObject({ status: 201, body: { ...plan, status: 'draft', version: 1 } });
    const { id } = created.body as Automation;
    expect(await call('PATCH', `${AUTOMATIONS}/${id}`, { name: 'X' })).toMatchObject({
      name: 'X',
      version: 1,
    });
    expect(await call('GET', AUTOMATIONS)).toMatchObject({ results: [{ id, name: 'X' }] });
    expect((await ask('DELETE', `${AUTOMATIONS}/${id}`)).status).toBe(204);
    expect(refusalOf(await ask('GET', `${AUTOMATIONS}/${id}`))).toEqual([404, 33110]);
  });

  it.each([
    [true, ['Now a regular.']],
    [false, ['Welcome, regulars. STOP ends.', 'Now a regular.']],
  ])('move people from group to group; silent opt-ins: %s', async (silentOptIn, texts) => {
    account = await createApiAccount(service, { dailyQuota: 1_000_000, silentOptIn });
    const [from, to] = [await groupOf('New'), await groupOf('Regulars')];
    await operate(
      ...['group', 'set', '--account', account.accountId, '--group', to, '--from', account.from],
      ...['--opt-in-message', 'Welcome, regulars. STOP ends.'],
    );
    const id = await start({
      trigger: { event: 'order.paid' },
      steps: [{ join: to }, { leave: from }, { wait: { minutes: 1 } }, { send: { body: 'Now a regular.' } }],
    });
    const phone = randomPhone();
    const path = `contacts/by-phone/${encodeURIComponent(phone)}`;
    await call('POST', path, {});
    await call('POST', `${path}/groups/${from}`, {});
    await call('POST', 'events', { events: [{ name: 'order.paid', to: phone }] });
    await untilPerson(id, phone, { status: 'waiting', step: 3 });
    const { groups } = await call<{ groups: Array<{ id: string }> }>('GET', path);
    expect(groups.map((group) => group.id)).toEqual([to]);
    await advance({ minutes: 2 });
    await untilTexts(phone, texts);
  });

  it('are refused with the place of a mistake', async () => {
    const group = await groupOf();
    const plan = { name: 'W', from: account.from, purpose: 'marketing', entry: 'once', ...welcome(group) };
    for (const wrong of [
      { trigger: {} },
      { trigger: { date: 'birthDate' } },
      { steps: [] },
      { steps: Array.from({ length: 21 }, () => ({ wait: { days: 1 } })) },
      { steps: [{ wait: { days: 1, hours: 1 } }, { send: { body: 'A' } }] },
      { steps: [{ send: {} }] },
      { entry: 'twice' },
    ])
      expect(refusalOf(await ask('POST', AUTOMATIONS, { ...plan, ...wrong }))).toEqual([400, 33100]);
  });
});
