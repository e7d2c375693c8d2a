import { createGroup } from '../../shared/audience/groups/create-group';
import { apiImports } from '../support/service/api-imports';
import { expectSoon } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { callApi, randomGermanPhone, randomPhone } from '../support/service/service';

const fixture = useSendingService({ smsCredits: 10_000, mmsCredits: 0, keywordReplies: 'on' });
const { sending } = fixture;

const set = (...options: string[]) =>
  operate('account', 'set', '--account', fixture.account.accountId, ...options);
const setBudgets = (...budgets: string[]) =>
  set(...budgets.flatMap((budget) => ['--country-budget', budget]));
const textsToday = async () => {
  const shown = await operate<{ textsByCountryToday?: object }>(
    ...['account', 'show', '--account', fixture.account.accountId],
  );
  return shown.textsByCountryToday;
};
const germans = (count: number) => Array.from({ length: count }, randomGermanPhone);
const send = (to: string, more: object = {}) => sending.post('message', { to, body: 'Hello', ...more });
const statusesOf = (answers: Array<{ status: number }>) => answers.map(({ status }) => status).sort();
const REFUSED = {
  status: 429,
  body: { code: 33012, details: { reason: 'country_budget', country: 'DE' } },
};

/** Creates a group, and returns how to ask a new contact to confirm it. */
async function confirmations() {
  const { accountId, from } = fixture.account;
  const { id } = await createGroup(fixture.service.deps, {
    ...{ accountId, name: 'News', optInType: 'DOUBLE', from },
  });
  return async (phone: string) => {
    const path = `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
    const call = (at: string, body: object) =>
      callApi(fixture.service, { account: fixture.account, method: 'POST', path: at, body });
    await call(path, {});
    return call(`${path}/groups/${id}`, { optInMode: 'CONFIRM' });
  };
}

describe('rules E7: budgets of countries', () => {
  it('refuse single sends beyond them until the next UTC day, for their country only', async () => {
    const [first = '', second = '', third = ''] = germans(3);
    const american = randomPhone();
    await sending.optIn([first, second, third, american]);
    await setBudgets('DE=2', 'FR=0');

    expect((await send(first)).status).toBe(201);
    expect((await send(second)).status).toBe(201);
    const refused = await send(third);
    expect(refused).toMatchObject(REFUSED);
    const retryAfter = Number(refused.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(24 * 60 * 60);
    expect((await send(american)).status).toBe(201);
    expect(await textsToday()).toEqual({ DE: 2, FR: 0 });

    await setBudgets('DE=3');
    expect((await send(third)).status).toBe(201);
    expect(await send(third)).toMatchObject(REFUSED);
    await setBudgets('none');
    expect((await send(third)).status).toBe(201);
    expect(await textsToday()).toBeUndefined();
    expect(await sending.credits()).toEqual({ sms: 10_000 - 10, mms: 0 });
  });

  it('hold for many sends at once', async () => {
    const phones = germans(30);
    await sending.optIn(phones);
    await setBudgets('DE=7');
    const answers = await Promise.all(phones.map(async (to) => send(to)));
    expect(statusesOf(answers)).toEqual([...Array<number>(7).fill(201), ...Array<number>(23).fill(429)]);
    expect(await textsToday()).toEqual({ DE: 7 });
    expect(await sending.credits()).toEqual({ sms: 10_000 - 14, mms: 0 });
  });

  it('count a replay once, and a send that is refused for another reason not at all', async () => {
    const [to = '', stranger = ''] = germans(2);
    await sending.optIn([to]);
    await setBudgets('DE=1');
    expect((await send(stranger)).body).toMatchObject({ code: 33028 });
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => send(to, { idempotencyKey: 'order:1' })),
    );
    expect(statusesOf(answers)).toEqual(Array(5).fill(201));
    expect(await sending.taken(to)).toHaveLength(1);
    expect((await send(to, { idempotencyKey: 'order:1' })).status).toBe(201);
    expect(await textsToday()).toEqual({ DE: 1 });
    expect(await send(to, { idempotencyKey: 'order:2' })).toMatchObject(REFUSED);
    await setBudgets('DE=2');
    expect((await send(to, { idempotencyKey: 'order:2' })).status).toBe(201);
    expect(await textsToday()).toEqual({ DE: 2 });
  });

  it('give back what a send without credits had taken', async () => {
    const [to = ''] = germans(1);
    await sending.optIn([to]);
    await set('--sms-credits', '0');
    await setBudgets('DE=1');
    expect((await send(to)).body).toMatchObject({ code: 33023 });
    expect(await textsToday()).toEqual({ DE: 0 });
  });

  it('skip the recipients of a batch for whom nothing is left, and give their credits back', async () => {
    const phones = [...germans(40), ...sending.phones(20)];
    await sending.optIn(phones);
    await setBudgets('DE=15', 'US=1000');
    const recipients = phones.map((to) => ({ to, body: 'Hello' }));
    const accepted = await sending.post('batch', { recipients });
    expect(accepted.status).toBe(202);
    const { id } = accepted.body as { id: string };
    await expectSoon(async () => {
      expect((await sending.get(`batch/${id}`)).body).toMatchObject({
        status: 'completed',
        counts: { pending: 0, sent: 35, failed: 0, skipped: 25 },
      });
    });
    const skipped = await sending.get(`batch/${id}/recipients?status=skipped&limit=100`);
    const { results } = skipped.body as { results: Array<{ to: string; reason: string }> };
    expect(new Set(results.map(({ reason }) => reason))).toEqual(new Set(['country_budget']));
    expect(results.every(({ to }) => to.startsWith('+49'))).toBe(true);
    expect(await sending.credits()).toEqual({ sms: 10_000 - 70, mms: 0 });
    await expectSoon(async () => {
      expect(await textsToday()).toEqual({ DE: 15, US: 20 });
    });
  });

  it('hold against a storm of confirmation texts, and leave the answer to STOP', async () => {
    const confirm = await confirmations();
    const phones = germans(12);
    await set('--country', 'DE', '--country', 'US');
    await setBudgets('DE=4');
    const answers = await Promise.all(phones.map(async (phone) => confirm(phone)));
    expect(statusesOf(answers)).toEqual([...Array<number>(4).fill(200), ...Array<number>(8).fill(429)]);
    expect(answers.find(({ status }) => status === 429)).toMatchObject(REFUSED);
    expect(await textsToday()).toEqual({ DE: 4 });

    const member = phones[answers.findIndex(({ status }) => status === 200)] ?? '';
    await sending.say(member, 'HELP');
    await sending.say(member, 'STOP');
    await expectSoon(async () => {
      const bodies = (await sending.taken(member)).map(({ body }) => body);
      expect(bodies).toHaveLength(2);
      expect(bodies[1]).toContain('opted out');
    });
    expect(await textsToday()).toEqual({ DE: 4 });
  });

  it('bound the answers to keywords', async () => {
    const [first = '', second = ''] = sending.phones(2);
    await setBudgets('US=1');
    const { accountId } = fixture.account;
    await operate(
      'account',
      'keyword',
      'set',
      '--account',
      accountId,
      '--word',
      'SALE',
      '--reply',
      '10 % off',
    );
    await sending.say(first, 'sale');
    await expectSoon(async () => {
      expect(await sending.taken(first)).toMatchObject([{ body: '10 % off' }]);
    });
    await sending.say(second, 'sale');
    await sending.say(second, 'STOP');
    await expectSoon(async () => {
      expect(await sending.taken(second)).toMatchObject([
        { body: expect.stringContaining('opted out') as string },
      ]);
    });
    expect(await textsToday()).toEqual({ US: 1 });
  });

  it('reject the rows of an import whose confirmation text has nothing left, and count the others', async () => {
    const { accountId, from } = fixture.account;
    const group = { accountId, name: 'News', optInType: 'DOUBLE', from } as const;
    const { id } = await createGroup(fixture.service.deps, group);
    await set('--country', 'DE', '--country', 'US');
    await setBudgets('DE=4');
    const rows = [...germans(6), ...sending.phones(3)].map((phone) => `${phone}`);
    const consentBasis = 'Signed a card in the shop.';
    const asked = { group: id, optInMode: 'CONFIRM', consentBasis };
    const done = await apiImports(fixture).run(['phone', ...rows].join('\n'), asked);
    expect(done).toMatchObject({ status: 'completed', created: 7, rejected: 2 });
    expect(await textsToday()).toEqual({ DE: 4 });
  });

  it('take only countries and whole numbers', async () => {
    await expect(setBudgets('DE')).rejects.toThrow();
    await expect(setBudgets('XX=5')).rejects.toThrow();
    await expect(setBudgets('DE=-1')).rejects.toThrow();
  });
});
