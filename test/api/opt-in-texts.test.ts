import { expectSoon } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { callApi, randomGermanPhone, randomPhone } from '../support/service/service';
import { useService } from '../support/service/use-service';

const service = useService();

interface Created {
  id: string;
}

/** Sets an account up as the README describes it, in its order. */
async function setUp(settings: string[] = [], optInType = 'SINGLE') {
  const { id: accountId } = await operate<Created>(
    ...['account', 'create', '--name', 'Acme', '--sms-credits', '1000', ...settings],
  );
  const key = await operate<Created & { secret: string }>('key', 'create', '--account', accountId);
  const number = randomPhone();
  await operate('number', 'add', '--account', accountId, '--number', number);
  const { id: groupId } = await operate<Created>(
    ...['group', 'create', '--account', accountId, '--name', 'Customers', '--opt-in-type', optInType],
  );
  const account = { apiKeyId: key.id, apiKeySecret: key.secret };
  const contact = async (phone = randomPhone()) => {
    const path = `/api/v1/contacts/by-phone/${phone}`;
    await callApi(service, { account, method: 'POST', path, body: {} });
    const membership = (method: 'POST' | 'DELETE', body?: object) =>
      callApi(service, { account, method, path: `${path}/groups/${groupId}`, body });
    return {
      phone,
      confirm: () => membership('POST', { optInMode: 'CONFIRM' }),
      join: () => membership('POST'),
      remove: () => membership('DELETE'),
    };
  };
  const sent = async (phone: string) => {
    const answer = await callApi(service, { path: `/_local/sent?to=${encodeURIComponent(phone)}` });
    return (answer.body as { messages: Array<{ from: string; body: string }> }).messages;
  };
  return { accountId, groupId, number, contact, sent };
}

describe('an account as the README makes it', () => {
  it('asks a contact to confirm from its only number', async () => {
    const s = await setUp();
    const ada = await s.contact();
    expect(await ada.confirm()).toMatchObject({
      status: 200,
      body: { groups: [], pendingGroups: [{ id: s.groupId }] },
    });
    await expectSoon(async () => {
      expect(await s.sent(ada.phone)).toMatchObject([
        { from: s.number, body: expect.stringContaining('Customers: Reply YES') as string },
      ]);
    });
    expect(await operate('account', 'show', '--account', s.accountId)).toMatchObject({
      usedToday: 1,
      credits: { sms: 1000, mms: 0 },
    });
  });

  it('says what to set once it has two numbers', async () => {
    const s = await setUp();
    await operate('number', 'add', '--account', s.accountId, '--number', randomPhone());
    const ada = await s.contact();
    expect(await ada.confirm()).toMatchObject({
      status: 400,
      body: {
        code: 33100,
        details: {
          errors: [{ reason: expect.stringContaining('set the default number of the account') as string }],
        },
      },
    });
    await operate('account', 'set', '--account', s.accountId, '--default-number', s.number);
    expect((await ada.confirm()).status).toBe(200);
  });
});

describe('rules E7: opt-in texts', () => {
  it('are limited to 3 in 24 hours for a contact and group', async () => {
    const ada = await (await setUp()).contact();
    for (let times = 1; times <= 3; times++) {
      expect((await ada.confirm()).status).toBe(200);
      expect((await ada.remove()).status).toBe(200);
    }
    const refused = await ada.confirm();
    expect(refused).toMatchObject({ status: 429, body: { code: 33109, status: 429 } });
    const retryAfter = Number(refused.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(24 * 60 * 60 - 600);
    expect(retryAfter).toBeLessThanOrEqual(24 * 60 * 60);
    expect((await ada.join()).status).toBe(200);
  });

  it('go to no country of which the account has no number', async () => {
    const s = await setUp();
    const german = await s.contact(randomGermanPhone());
    expect(await german.confirm()).toMatchObject({
      status: 400,
      body: { code: 33003, details: { reason: 'country_not_enabled' } },
    });
    await operate('account', 'set', '--account', s.accountId, '--country', 'US', '--country', 'DE');
    expect((await german.confirm()).status).toBe(200);
  });

  it('count in the daily quota', async () => {
    const s = await setUp(['--daily-quota', '1']);
    expect((await (await s.contact()).confirm()).status).toBe(200);
    const refused = await (await s.contact()).confirm();
    expect(refused).toMatchObject({ status: 429, body: { code: 33012 } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('are at most so many in a UTC day as the account has free texts', async () => {
    const s = await setUp(['--free-texts', '2', '--silent-opt-in', '--keyword-replies', 'on']);
    const welcome = ['--group', s.groupId, '--opt-in-message', 'Welcome'];
    await operate('group', 'set', '--account', s.accountId, ...welcome);
    const [first, second, third] = [await s.contact(), await s.contact(), await s.contact()];
    expect((await first.confirm()).status).toBe(200);
    expect((await second.join()).status).toBe(200);
    for (const refused of [await third.confirm(), await third.join()]) {
      expect(refused).toMatchObject({
        status: 429,
        body: {
          code: 33109,
          message:
            'The account has sent all of the opt-in, confirmation and keyword texts that it may in a UTC day.',
        },
      });
      const retryAfter = Number(refused.headers.get('retry-after'));
      expect(retryAfter).toBeGreaterThan(0);
      expect(retryAfter).toBeLessThanOrEqual(24 * 60 * 60);
    }
    const inbound = async (from: string, body: string) =>
      callApi(service, { method: 'POST', path: '/_local/inbound', body: { from, to: s.number, body } });
    await inbound(third.phone, 'HELP');
    await inbound(third.phone, 'STOP');
    await expectSoon(async () => expect(await s.sent(third.phone)).toHaveLength(1));
    expect((await s.sent(third.phone))[0]?.body).toContain('opted out');
    expect(await operate('account', 'show', '--account', s.accountId)).toMatchObject({
      freeTexts: 2,
      freeTextsToday: 2,
    });
    const fourth = await s.contact();
    await operate('account', 'set', '--account', s.accountId, '--free-texts', '3');
    expect((await fourth.confirm()).status).toBe(200);
  });

  it('are the only way into a DOUBLE group where the account enforces its type', async () => {
    const s = await setUp(['--enforce-opt-in-type', 'on'], 'DOUBLE');
    const ada = await s.contact();
    expect(await ada.join()).toMatchObject({
      status: 400,
      body: { code: 33100, details: { errors: [{ pointer: '/optInMode' }] } },
    });
    expect((await ada.confirm()).status).toBe(200);
    await operate('account', 'set', '--account', s.accountId, '--enforce-opt-in-type', 'off');
    expect((await ada.join()).status).toBe(200);
  });
});
