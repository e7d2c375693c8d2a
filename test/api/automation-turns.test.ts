import { DateTime } from 'luxon';
import { automationLookKey } from '../../shared/platform/store/keys';
import { expectSoon, type Sent } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { type ApiAccount, callApi, createApiAccount, randomPhone } from '../support/service/service';
import { type OwnService, startOwnService } from '../support/service/own-service';

jest.setTimeout(600_000);
const AUTOMATIONS = 'automations';
const [NEW_YORK, LOS_ANGELES] = ['10001', '98101'];

interface Person {
  to: string | null;
  status: string;
  enteredAt?: string;
  endedAt?: string;
  dueAt?: string;
  reason?: string;
}
interface Automation {
  id: string;
  counts: Record<string, number>;
  runs?: Array<{ run: string } & Record<string, number>>;
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
const advance = async (seconds: number) => {
  const body = { advanceSeconds: seconds };
  const answer = await callApi(service, { method: 'POST', path: '/_local/clock', body });
  return DateTime.fromISO((answer.body as { now: string }).now);
};
const moveClock = async (to: DateTime) => {
  await advance(Math.max(0, Math.ceil(to.diff(await advance(0)).as('seconds'))));
};
/** Moves the clock, away from the turns of other tests. */
const moveAhead = (time: object) =>
  advance(DateTime.utc(2030).plus(time).diff(DateTime.utc(2030)).as('seconds'));
const lookOf = (automationId: string) =>
  service.deps.table.get(automationLookKey({ accountId: account.accountId, automationId }));
const textsTo = async (phone: string) => {
  const answer = await callApi(service, { path: '/_local/sent' });
  return (answer.body as { messages: Sent[] }).messages
    .filter(({ from, to }) => from === account.from && to === phone)
    .map(({ body }) => body);
};
const untilTexts = (phone: string, texts: string[]) =>
  expectSoon(async () => expect(await textsTo(phone)).toEqual(texts));
const pathOf = (phone: string) => `contacts/by-phone/${encodeURIComponent(phone)}`;
const groupOf = async () =>
  (
    await operate<{ id: string }>(
      ...['group', 'create', '--account', account.accountId, '--name', 'All', '--opt-in-type', 'SINGLE'],
    )
  ).id;
const add = async (group: string, postalCode: string | undefined, fields: object = {}) => {
  const phone = randomPhone();
  await call('POST', pathOf(phone), { ...fields, address: { postalCode, country: 'US' } });
  await call('POST', `${pathOf(phone)}/groups/${group}`, { optInMode: 'SILENT' });
  return phone;
};
const start = async (plan: object) => {
  const { id } = await call<Automation>('POST', AUTOMATIONS, {
    name: 'Turns',
    from: account.from,
    purpose: 'informational',
    entry: 'always',
    ...plan,
  });
  await call('POST', `${AUTOMATIONS}/${id}/start`);
  return id;
};
const people = async (id: string, query = '') =>
  (await call<{ results: Person[] }>('GET', `${AUTOMATIONS}/${id}/people${query}`)).results;
const byPhone = (one: Person, other: Person) => (String(one.to) < String(other.to) ? -1 : 1);

describe('E10.7: a date trigger', () => {
  it('enters each person once a year, at their own local time', async () => {
    await moveClock(DateTime.fromISO('2027-02-26T20:00:00Z'));
    const group = await groupOf();
    const ada = await add(group, NEW_YORK, { birthDate: '1990-02-28' });
    const bob = await add(group, LOS_ANGELES, { birthDate: '2000-02-29' });
    const cyd = await add(group, NEW_YORK, { birthDate: '1990-03-05' });
    const dan = await add(group, NEW_YORK, { birthDate: '1990-02-28' });
    const eve = await add(group, NEW_YORK, { birthDate: '1990-02-28' });
    const gus = await add(group, NEW_YORK, { birthDate: '1990-02-28' });
    const fay = await add(group, NEW_YORK, { birthDate: '1990-02-28', lastName: 'Out' });
    const id = await start({
      trigger: { date: 'birthDate', offsetDays: 0, at: '10:00' },
      audience: { filter: { not: { field: 'lastName', op: 'equals', value: 'Gone' } } },
      steps: [{ send: { body: 'Happy birthday.' } }],
    });
    await moveClock(DateTime.fromISO('2027-02-27T20:00:00Z'));
    const found = [ada, bob, dan, eve, fay, gus].map((to) => ({
      ...{ to, status: 'waiting' },
      dueAt: to === bob ? '2027-02-28T18:00:00.000Z' : '2027-02-28T15:00:00.000Z',
    }));
    await expectSoon(async () => expect((await people(id)).sort(byPhone)).toMatchObject(found.sort(byPhone)));
    await callApi(service, {
      method: 'POST',
      path: '/_local/inbound',
      body: { from: dan, to: account.from, body: 'STOP' },
    });
    await call('DELETE', pathOf(gus));
    await call('PATCH', pathOf(eve), { birthDate: '1990-05-05' });
    await call('PATCH', pathOf(fay), { lastName: 'Gone' });
    await moveClock(DateTime.fromISO('2027-02-28T15:00:30Z'));
    await untilTexts(ada, ['Happy birthday.']);
    await expectSoon(async () =>
      expect((await people(id)).sort(byPhone)).toMatchObject(
        [
          { to: ada, status: 'completed' },
          { to: bob, status: 'waiting' },
          { to: dan, status: 'exited', reason: 'opted_out' },
          { to: null, status: 'exited', reason: 'erased' },
        ].sort(byPhone),
      ),
    );
    const [happy] = (await people(id)).filter(({ to }) => to === ada);
    expect(happy?.endedAt).toBe(happy?.enteredAt);
    await moveClock(DateTime.fromISO('2027-02-28T18:00:30Z'));
    await untilTexts(bob, ['Happy birthday.']);
    // The next look finds them again.
    await moveClock(DateTime.fromISO('2027-03-01T03:00:00Z'));
    const late = await add(group, NEW_YORK, { birthDate: '1990-02-28' });
    await moveClock(DateTime.fromISO('2027-03-05T15:10:00Z'));
    await untilTexts(cyd, ['Happy birthday.']);
    expect(await Promise.all([ada, bob, late, eve, fay, gus].map(textsTo))).toEqual([
      ['Happy birthday.'],
      ['Happy birthday.'],
      [],
      [],
      [],
      [],
    ]);
    await moveClock(DateTime.fromISO('2028-02-29T12:00:00Z'));
    await untilTexts(ada, ['Happy birthday.', 'Happy birthday.']);
    await moveClock(DateTime.fromISO('2028-02-29T18:00:30Z'));
    await untilTexts(bob, ['Happy birthday.', 'Happy birthday.']);
  });

  it('takes a custom field and days before it, and is shown as it was written', async () => {
    await operate('field', 'create', '--account', account.accountId, '--label', 'Renewal', '--type', 'DATE');
    const group = await groupOf();
    const now = await advance(0);
    const day = now.setZone('America/New_York').plus({ days: 8 }).toISODate();
    const trigger = { date: 'customFields.Renewal', offsetDays: -7, at: '10:00' };
    const phone = await add(group, NEW_YORK, { customFields: { Renewal: day } });
    const id = await start({ trigger, steps: [{ send: { body: 'Soon over.' } }] });
    expect(await call('GET', `${AUTOMATIONS}/${id}`)).toMatchObject({ trigger });
    await advance(36 * 3600);
    await untilTexts(phone, ['Soon over.']);
  });
});

describe('E10.7: a person who is added after the look', () => {
  it('gets the text at the moment of the date, not at the next look', async () => {
    const now = await moveAhead({ hours: 1 });
    const group = await groupOf();
    const at = now.setZone('America/New_York').plus({ hours: 2 });
    const id = await start({
      trigger: { date: 'birthDate', offsetDays: 0, at: at.toFormat('HH:mm') },
      audience: { groups: [group] },
      steps: [{ send: { body: 'Congratulations.' } }],
    });
    // The first look is over.
    await expectSoon(async () => expect(await lookOf(id)).toMatchObject({ revision: 2 }));
    const phone = await add(group, NEW_YORK, { birthDate: at.set({ year: 1990 }).toISODate() });
    const dueAt = at.startOf('minute').toUTC().toISO();
    await expectSoon(async () => expect(await people(id)).toMatchObject([{ to: phone, dueAt }]));
    await advance(2 * 3600);
    await untilTexts(phone, ['Congratulations.']);
    expect(await call('GET', `${AUTOMATIONS}/${id}`)).toMatchObject({ counts: { entered: 1, completed: 1 } });
  });
});

describe('E10.7: a trigger that repeats', () => {
  it('enters the people of its audience anew at each run', async () => {
    // A Saturday.
    await moveClock(DateTime.fromISO('2028-04-01T12:00:00Z'));
    const group = await groupOf();
    const first = await add(group, NEW_YORK);
    const west = await add(group, LOS_ANGELES);
    const trigger = { every: 'week', on: ['MON'], at: '10:00', audience: { groups: [group] } };
    const id = await start({ trigger, steps: [{ send: { body: 'Weekly.' } }] });
    expect(await call('GET', `${AUTOMATIONS}/${id}`)).toMatchObject({ trigger });
    await moveClock(DateTime.fromISO('2028-04-03T14:00:30Z'));
    await untilTexts(first, ['Weekly.']);
    expect(await textsTo(west)).toEqual([]);
    await call('PATCH', `${AUTOMATIONS}/${id}`, { name: 'Changed during a run' });
    await moveClock(DateTime.fromISO('2028-04-03T17:00:30Z'));
    await untilTexts(west, ['Weekly.']);
    const second = await add(group, NEW_YORK);
    await call('DELETE', `${pathOf(first)}/groups/${group}`);
    await moveClock(DateTime.fromISO('2028-04-10T17:00:30Z'));
    await untilTexts(second, ['Weekly.']);
    await untilTexts(west, ['Weekly.', 'Weekly.']);
    expect(await textsTo(first)).toEqual(['Weekly.']);
    expect((await people(id, '?run=2028-04-03T10:00')).map(({ to }) => to).sort()).toEqual(
      [first, west].sort(),
    );
    await callApi(service, {
      method: 'POST',
      path: '/_local/inbound',
      body: { from: second, to: account.from, body: 'STOP' },
    });
    await expectSoon(async () =>
      expect(await call('GET', `${AUTOMATIONS}/${id}`)).toMatchObject({
        counts: { entered: 4, sent: 4, optedOut: 1 },
        runs: [
          { run: '2028-04-10T10:00', entered: 2, waiting: 0, completed: 2, sent: 2, optedOut: 1 },
          { run: '2028-04-03T10:00', entered: 2, waiting: 0, completed: 2, sent: 2, delivered: 2 },
        ],
      }),
    );
  });

  it('is refused with the place of a mistake', async () => {
    const audience = { everyone: true };
    const plan = { name: 'W', from: account.from, purpose: 'marketing', entry: 'once' };
    for (const [trigger, pointer] of [
      [{ every: 'week', at: '10:00' }, '/trigger/audience'],
      [{ every: 'week', at: '25:00', audience }, '/trigger/at'],
      [{ every: 'week', on: 3, at: '10:00', audience }, '/trigger/on'],
      [{ every: 'month', on: ['MON'], at: '10:00', audience }, '/trigger/on'],
      [{ every: 'day', on: 3, at: '10:00', audience }, '/trigger/on'],
      [{ every: 'day', at: '10:00', audience: {} }, '/trigger/audience'],
      [{ every: 'day', at: '10:00', audience, offsetDays: 1 }, '/trigger/offsetDays'],
      [{ date: 'createdAt', offsetDays: 0, at: '10:00' }, '/trigger/date'],
      [{ date: 'customFields.None', offsetDays: 0, at: '10:00' }, '/trigger/date'],
      [{ date: 'birthDate', at: '10:00' }, '/trigger/offsetDays'],
      [{ date: 'birthDate', offsetDays: 0 }, '/trigger/at'],
      [{ date: 'birthDate', offsetDays: 366, at: '10:00' }, '/trigger/offsetDays'],
      [{ date: 'birthDate', event: 'a' }, '/trigger'],
    ]) {
      const answer = await ask('POST', AUTOMATIONS, { ...plan, trigger, steps: [{ send: { body: 'A' } }] });
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 33100, details: { errors: [{ pointer }] } },
      });
    }
  });
});

describe('E10.7: a pause and a change', () => {
  it('lets people wait for their moment, and enters those who have not entered into the new version', async () => {
    await moveClock(DateTime.fromISO('2028-05-01T20:00:00Z'));
    const group = await groupOf();
    const phone = await add(group, NEW_YORK, { birthDate: '1990-05-02' });
    const later = await add(group, NEW_YORK, { birthDate: '1990-05-04' });
    const plan = { date: 'birthDate', offsetDays: 0, at: '10:00' };
    const id = await start({ trigger: plan, steps: [{ send: { body: 'Old.' } }] });
    const waiting = { to: phone, status: 'waiting', version: 1, dueAt: '2028-05-02T14:00:00.000Z' };
    await expectSoon(async () => expect(await people(id)).toMatchObject([waiting]));
    const changes = { trigger: { ...plan, at: '11:00' }, steps: [{ send: { body: 'New.' } }] };
    await call('PATCH', `${AUTOMATIONS}/${id}`, changes);
    const moved = { ...waiting, version: 2, dueAt: '2028-05-02T15:00:00.000Z' };
    await expectSoon(async () => expect(await people(id)).toMatchObject([moved]));
    await moveClock(DateTime.fromISO('2028-05-02T15:00:30Z'));
    await untilTexts(phone, ['New.']);
    await call('POST', `${AUTOMATIONS}/${id}/pause`);
    await moveClock(DateTime.fromISO('2028-05-04T16:00:00Z'));
    await expectSoon(async () =>
      expect((await people(id)).find(({ to }) => to === later)).toMatchObject({ status: 'waiting' }),
    );
    expect(await textsTo(later)).toEqual([]);
    await call('POST', `${AUTOMATIONS}/${id}/resume`);
    await untilTexts(later, ['New.']);
    expect(await call('GET', `${AUTOMATIONS}/${id}`)).toMatchObject({ counts: { entered: 2, sent: 2 } });
  });
});

describe('E10.7: the preview of an automation', () => {
  const draft = async (plan: object) =>
    (
      await call<Automation>('POST', AUTOMATIONS, {
        name: 'Preview',
        from: account.from,
        purpose: 'informational',
        entry: 'always',
        steps: [{ send: { body: 'Hi {{contact_first_name}}.' } }],
        ...plan,
      })
    ).id;
  const preview = (id: string) => call('POST', `${AUTOMATIONS}/${id}/preview`);

  it('counts who would enter now, with their texts', async () => {
    const group = await groupOf();
    const tomorrow = (await advance(0)).setZone('America/New_York').plus({ hours: 20 });
    const birthDate = tomorrow.set({ year: 1992 }).toISODate();
    const ada = await add(group, NEW_YORK, { firstName: 'Ada', birthDate });
    const bob = await add(group, NEW_YORK, { firstName: 'Bob', birthDate: '1990-01-15' });
    const blocked = { notOptedIn: 0, hardOptedOut: 0 };
    const date = await draft({
      trigger: { date: 'birthDate', offsetDays: 0, at: tomorrow.toFormat('HH:mm') },
    });
    expect(await preview(date)).toEqual({
      audience: { matched: 1, sendable: 1, blocked, isComplete: true },
      samples: [{ step: 0, to: ada, body: 'Hi Ada.' }],
      warnings: [],
    });
    const another = await draft({ trigger: { date: 'birthDate', offsetDays: 100, at: '10:00' } });
    expect(await preview(another)).toMatchObject({ audience: { matched: 0 }, warnings: [] });
    const every = await draft({ trigger: { every: 'day', at: '10:00', audience: { groups: [group] } } });
    expect(await preview(every)).toMatchObject({
      audience: { matched: 2, sendable: 2, isComplete: true },
      samples: [
        { to: bob, body: 'Hi Bob.' },
        { to: ada, body: 'Hi Ada.' },
      ],
    });
  });

  it('warns of texts, hours and that it counts no people', async () => {
    const group = await groupOf();
    const id = await draft({
      trigger: { joined: group },
      purpose: 'marketing',
      sendingHours: { from: '02:00', to: '04:00' },
      steps: [{ send: { body: 'Hi {{contact_firstname}} {{event_order}}.' } }],
    });
    expect(await preview(id)).toMatchObject({
      audience: { matched: 0, isComplete: true },
      warnings: [
        'The preview counts no people: they enter when they join the group.',
        expect.stringContaining('It cannot be started: '),
        expect.stringContaining('never open'),
        expect.stringContaining('Step 0: {{contact_firstname}} is no merge tag'),
        expect.stringContaining('No text says how to opt out'),
      ],
    });
    expect(await ask('POST', `${AUTOMATIONS}/aut_none/preview`)).toMatchObject({ status: 404 });
  });

  it('warns of one that is running and begins in the same way', async () => {
    const plan = {
      name: 'Greeting',
      trigger: { joined: await groupOf() },
      steps: [{ send: { body: 'Hi.' } }],
    };
    const other = await draft({ ...plan, trigger: { joined: await groupOf() } });
    const running = await start(plan);
    const twin = await draft(plan);
    const warning = expect.stringContaining('“Greeting” is running and begins in the same way') as unknown;
    expect(await preview(twin)).toMatchObject({ warnings: expect.arrayContaining([warning]) as unknown });
    expect(await preview(other)).toMatchObject({
      warnings: expect.not.arrayContaining([warning]) as unknown,
    });
    await call('POST', `${AUTOMATIONS}/${running}/stop`);
    expect(await preview(twin)).toMatchObject({ warnings: expect.not.arrayContaining([warning]) as unknown });
  });
});

describe('the operator CLI', () => {
  it('lists and shows automations, and pauses, resumes and stops one', async () => {
    const group = await groupOf();
    const id = await start({ trigger: { joined: group }, steps: [{ send: { body: 'Hi.' } }] });
    const owner = ['--account', account.accountId];
    const one = [...owner, '--automation', id];
    expect(await operate('automation', 'list', ...owner)).toMatchObject([{ id, status: 'running' }]);
    expect(await operate('automation', 'show', ...one)).toMatchObject({ id, trigger: { joined: group } });
    expect(await operate('automation', 'pause', ...one)).toMatchObject({ status: 'paused' });
    expect(await operate('automation', 'resume', ...one)).toMatchObject({ status: 'running' });
    expect(await operate('automation', 'stop', ...one, '--yes')).toMatchObject({ status: 'stopped' });
    expect(await operate('automation', 'list', ...owner, '--status', 'running')).toEqual([]);
  });
});
