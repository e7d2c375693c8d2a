import { countTogether } from '../../shared/statistics/daily-statistics';
import { expectSoon } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { randomGermanPhone } from '../support/service/service';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhooks/webhook-receiver';

const fixture = useSendingService({ smsCredits: 10_000, mmsCredits: 0 });
const { sending } = fixture;

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  const { accountId } = fixture.account;
  await operate('webhook', 'add', '--account', accountId, '--url', receiver.url);
  await set('--country-jump-stop', 'on');
});
afterEach(() => receiver.stop());

const set = (...options: string[]) =>
  operate('account', 'set', '--account', fixture.account.accountId, ...options);
const germans = (count: number) => Array.from({ length: count }, randomGermanPhone);
const exceeded = () =>
  receiver.received
    .map(({ body }) => JSON.parse(body) as { type: string; [field: string]: unknown })
    .filter(({ type }) => type === 'messaging.country.exceeded')
    .map(({ country, reason, limit, effect }) => ({ country, reason, limit, effect }));

/** Sends a text to each of these phones as a batch. @returns how many were sent and skipped */
async function sendTo(phones: string[]) {
  await sending.optIn(phones);
  const accepted = await sending.post('batch', { recipients: phones.map((to) => ({ to, body: 'Hello' })) });
  expect(accepted.status).toBe(202);
  const { id } = accepted.body as { id: string };
  let counts = {};
  await expectSoon(async () => {
    const { body } = await sending.get(`batch/${id}`);
    expect(body).toMatchObject({ status: 'completed' });
    ({ counts } = body as { counts: object });
  });
  return counts;
}

/** Has the account have sent texts to Germany yesterday. */
async function sentYesterday(texts: number) {
  const { service, account } = fixture;
  const at = new Date(service.deps.clock.now().getTime() - 24 * 60 * 60 * 1000);
  const figures = { texts, parts: texts, smsCredits: 0, mmsCredits: 0, priceMicros: 0 };
  const use = { source: 'batch', number: account.from, country: 'DE', ...figures };
  const usage = { day: at.toISOString().slice(0, 10), uses: [use] };
  await countTogether(service.deps.table, [{ accountId: account.accountId, at, added: {}, usage }]);
}

describe('rules E7: jumps of texts to a country', () => {
  it('stop it at 200 texts where the account sent none before, until it has a budget', async () => {
    expect(await sendTo(germans(210))).toEqual({ pending: 0, sent: 200, failed: 0, skipped: 10 });
    const [to = ''] = germans(1);
    await sending.optIn([to]);
    const send = () => sending.post('message', { to, body: 'Hello' });
    expect(await send()).toMatchObject({
      status: 429,
      body: { code: 33012, details: { reason: 'country_budget', country: 'DE' } },
    });
    await set('--country-budget', 'DE=201');
    expect((await send()).status).toBe(201);
    await expectSoon(async () => {
      expect(exceeded()).toEqual([{ country: 'DE', reason: 'jump', limit: 200, effect: 'stopped' }]);
    });
    expect((await send()).status).toBe(429);
    await expectSoon(async () => {
      expect(exceeded()).toContainEqual({ country: 'DE', reason: 'budget', limit: 201, effect: 'stopped' });
    });
  });

  it('leave ten times what is usual', async () => {
    await sentYesterday(21);
    expect(await sendTo(germans(215))).toEqual({ pending: 0, sent: 210, failed: 0, skipped: 5 });
    await expectSoon(async () => {
      expect(exceeded()).toEqual([{ country: 'DE', reason: 'jump', limit: 210, effect: 'stopped' }]);
    });
  });

  it('only tell of the countries of its own numbers', async () => {
    expect(await sendTo(sending.phones(210))).toEqual({ pending: 0, sent: 210, failed: 0, skipped: 0 });
    await expectSoon(async () => {
      expect(exceeded()).toEqual([{ country: 'US', reason: 'jump', limit: 200, effect: 'told' }]);
    });
  });

  it('are not looked for without the setting', async () => {
    await set('--country-jump-stop', 'off');
    expect(await sendTo(germans(210))).toEqual({ pending: 0, sent: 210, failed: 0, skipped: 0 });
    expect(exceeded()).toEqual([]);
  });
});
