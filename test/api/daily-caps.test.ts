import { createGroup } from '../../shared/audience/groups/create-group';
import { apiSending, expectSoon } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { type ApiAccount, callApi, createApiAccount, randomPhone } from '../support/service/service';
import { type OwnService, startOwnService } from '../support/service/own-service';

jest.setTimeout(600_000);

const CAP = 60;
/** Texts that go out in a day on any machine: workers on a busy one miss slots, and give the parts of these back too late. */
const ENOUGH = CAP / 2;
const HOUR_SECONDS = 3_600;

/** Service of its own, whose clock moves. */
let service: OwnService;
let account: ApiAccount;
const sending = apiSending(() => ({ service, account }));

beforeAll(async () => {
  service = await startOwnService();
});
afterAll(() => service.stop());

const passSeconds = async (advanceSeconds: number) => {
  const answer = await callApi(service, { method: 'POST', path: '/_local/clock', body: { advanceSeconds } });
  expect(answer.status).toBe(200);
  return Date.parse((answer.body as { now: string }).now);
};

/** Number of times that is looked before time passes: a clock that moves makes workers miss the slots for which they wait. */
const LOOKS = 20;

/** Moves the clock now and then until the assertion holds: workers use parts that were given back 15 minutes later. */
const expectInTime = async (assertion: () => Promise<void>) => {
  let looks = 0;
  await expectSoon(async () => {
    try {
      await assertion();
    } catch (error) {
      looks += 1;
      if (looks % LOOKS === 0) await passSeconds(16 * 60);
      throw error;
    }
  });
};

const dayIn = (at: number) => new Date(at).toLocaleDateString('sv', { timeZone: 'America/Los_Angeles' });
const hourIn = (at: number) =>
  Number(new Date(at).toLocaleTimeString('en-GB', { timeZone: 'America/Los_Angeles', hour: '2-digit' }));

/** Returns the texts of the account that the provider took, by the day in Los Angeles. */
async function takenByDay(): Promise<Record<string, number>> {
  const { body } = await callApi(service, { path: '/_local/sent' });
  const days: Record<string, number> = {};
  for (const { from, at } of (body as { messages: Array<{ from: string; at: string }> }).messages) {
    if (!numbers.includes(from)) continue;
    const day = dayIn(Date.parse(at));
    days[day] = (days[day] ?? 0) + 1;
  }
  return days;
}

interface ShownNumber {
  number: string;
  dailyCap?: number;
  brand?: string;
  leftToday?: number;
}
const numberVerb = <Result = ShownNumber>(verb: string, ...options: string[]) =>
  operate<Result>('number', verb, '--account', account.accountId, ...options);

let numbers: string[];
beforeEach(async () => {
  account = await createApiAccount(service);
  numbers = [account.from, randomPhone(), randomPhone()];
  const cap = ['--rate', '20', '--daily-cap', String(CAP)];
  await numberVerb('set', '--number', account.from, ...cap);
  for (const number of numbers.slice(1)) await numberVerb('add', '--number', number, ...cap);
  // Five hours before the end of a day, so that a single send that is capped is too old on the next one.
  const at = await passSeconds(0);
  await passSeconds(((43 - hourIn(at)) % 24) * HOUR_SECONDS);
});

describe('rules 8.1: the daily cap of a brand', () => {
  it('is kept by all its numbers together, by jobs and single sends, and what is left is shown', async () => {
    const phones = sending.phones(150);
    await sending.optIn(phones);
    const today = dayIn(await passSeconds(0));
    const recipients = phones.map((to) => ({ to }));

    const [first, second] = await Promise.all(
      numbers.slice(0, 2).map(async (from) => sending.post('broadcast', { from, body: 'News', recipients })),
    );
    expect([first?.status, second?.status]).toEqual([202, 202]);
    await expectInTime(async () => expect((await takenByDay())[today]).toBeGreaterThanOrEqual(ENOUGH));

    // A single send that is four hours old before the next day fails, as one without a slot.
    const [to = ''] = phones;
    const send = async () => sending.post('message', { to, from: numbers[2], body: 'Hello' });
    await expectSoon(async () =>
      expect(await send()).toMatchObject({
        status: 201,
        body: { status: 'failed', errorType: 'provider_unavailable' },
      }),
    );
    expect(await numberVerb<ShownNumber[]>('list')).toEqual(
      numbers.map(
        () => expect.objectContaining({ dailyCap: CAP, leftToday: expect.any(Number) as number }) as object,
      ),
    );
    // Later on the day it waits.
    await passSeconds(2 * HOUR_SECONDS);
    expect(await send()).toMatchObject({ status: 201, body: { status: 'queued' } });

    const tomorrow = dayIn(await passSeconds(3 * HOUR_SECONDS));
    await expectInTime(async () => expect((await takenByDay())[tomorrow]).toBeGreaterThanOrEqual(ENOUGH));
    expect(Math.max(...Object.values(await takenByDay()))).toBeLessThanOrEqual(CAP);

    // A raised cap holds for the jobs that wait.
    for (const number of numbers) await numberVerb('set', '--number', number, '--daily-cap', '1000');
    const jobs = [first, second].map((answer) => (answer?.body as { id: string }).id);
    await expectInTime(async () => {
      const answers = await Promise.all(jobs.map(async (id) => sending.get(`broadcast/${id}`)));
      const states = answers.map(({ body }) => (body as { status: string }).status);
      expect(states).toEqual(['completed', 'completed']);
    });
    const days = await takenByDay();
    expect(days[today]).toBeLessThanOrEqual(CAP);
    // A clock that moves also takes leases from workers, whose texts then have no outcome and are not repeated.
    expect(Object.values(days).reduce((sum, texts) => sum + texts, 0)).toBeGreaterThan(phones.length);
  });

  it('lets the answer to a STOP go out, and counts it', async () => {
    await operate('account', 'set', '--account', account.accountId, '--keyword-replies', 'on');
    const [to = ''] = sending.phones(1);
    await sending.optIn([to]);
    const isCapped = async () => {
      const { body } = await sending.post('message', { to, body: 'Hello' });
      return (body as { errorType?: string }).errorType === 'provider_unavailable';
    };
    let texts = 0;
    while (!(await isCapped())) texts += 1;
    expect(texts).toBeLessThanOrEqual(CAP);

    await sending.say(to, 'STOP');
    await expectSoon(async () =>
      expect((await sending.taken(to)).map(({ body }) => body)).toContainEqual(
        expect.stringContaining('You have opted out'),
      ),
    );
  });

  it('is that of the brand that is named, and makes a preview finish on a later day', async () => {
    const group = await createGroup(service.deps, {
      ...{ accountId: account.accountId, name: 'News', optInType: 'SINGLE', from: account.from },
    });
    for (const phone of sending.phones(50)) {
      const path = `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
      for (const made of [path, `${path}/groups/${group.id}`])
        expect((await callApi(service, { account, method: 'POST', path: made })).status).toBeLessThan(300);
    }
    const named = await numberVerb('set', '--number', account.from, '--daily-cap', 'acme=20');
    expect(named).toMatchObject({ dailyCap: 20, brand: 'acme', leftToday: 20 });

    const made = await callApi(service, {
      ...{ account, method: 'POST', path: '/api/v1/campaigns' },
      body: {
        ...{ name: 'News', from: account.from, body: 'News', purpose: 'informational' },
        audience: { everyone: true },
      },
    });
    expect(made.status).toBe(201);
    const { id } = made.body as { id: string };
    const path = `/api/v1/campaigns/${id}/preview`;
    const previewed = await callApi(service, { account, method: 'POST', path });
    expect(previewed).toMatchObject({ status: 200 });
    const { firstAt, lastAt } = previewed.body as { firstAt: string; lastAt: string };
    const days = [firstAt, lastAt].map((at) => Date.parse(dayIn(Date.parse(at))) / 86_400_000);
    expect((days[1] ?? 0) - (days[0] ?? 0)).toBe(2);

    expect(await numberVerb('set', '--number', account.from, '--daily-cap', 'none')).not.toHaveProperty(
      'dailyCap',
    );
  });
});
