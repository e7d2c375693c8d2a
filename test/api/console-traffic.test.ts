import { type ConsoleUser, createConsoleUser } from '../support/console/console-user';
import { expectSoon } from '../support/service/api-sending';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, createApiAccount } from '../support/service/service';

const fixture = useSendingService({ dailyQuota: 50 }, { account: 'ofFile' });
let operator: ConsoleUser;

beforeAll(async () => {
  const { accountId } = fixture.account;
  operator = await createConsoleUser(fixture.service, { accountId, role: 'operator' });
});

const call = (path: string, method = 'GET', headers = operator.headers) =>
  callApi(fixture.service, { method, path: `/console/api/${path}`, headers });

interface Traffic {
  totals: Record<string, number>;
  series: Array<{ day: string; sent: number }>;
  accounts: Array<{ id: string; totals: Record<string, number>; holds: unknown[] }>;
}

async function readTraffic(query = ''): Promise<Traffic> {
  const { status, body } = await call(`operator/traffic${query}`);
  expect(status).toBe(200);
  return body as Traffic;
}
const rowOf = ({ accounts }: Traffic, accountId: string) => accounts.find(({ id }) => id === accountId);
const pointersOf = ({ status, body }: ApiAnswer) => [
  status,
  (body as { details: { errors: Array<{ pointer: string }> } }).details.errors.map(({ pointer }) => pointer),
];

describe('E6: traffic of all accounts', () => {
  it('has what each open account sent and has left, busiest first, and the sum of all', async () => {
    const { account, sending } = fixture;
    const phones = sending.phones(10);
    await sending.optIn(phones);
    const recipients = phones.map((to) => ({ to, body: 'Hello' }));
    expect((await sending.post('batch', { recipients })).status).toBe(202);
    await expectSoon(async () =>
      expect(rowOf(await readTraffic(), account.accountId)?.totals).toMatchObject({ delivered: 10 }),
    );

    const traffic = await readTraffic('?days=2');
    expect(rowOf(traffic, account.accountId)).toMatchObject({
      ...{ name: expect.any(String) as string, holds: [] },
      credits: { sms: expect.any(Number) as number, mms: expect.any(Number) as number },
      quota: { limit: 50, usedToday: 10 },
      totals: { sent: 10, failed: 0, delivered: 10, undelivered: 0 },
    });
    const sent = traffic.accounts.map(({ totals }) => totals.sent ?? 0);
    expect(sent).toEqual(sent.toSorted((a, b) => b - a));
    // Other tests send at the same time, and each row was read at its own moment.
    expect(traffic.totals.sent).toBeGreaterThanOrEqual(10);
    expect(traffic.series).toHaveLength(2);
    expect(traffic.series[0]?.day.localeCompare(traffic.series[1]?.day ?? '')).toBe(-1);
    expect(traffic.series.at(-1)?.sent).toBeGreaterThanOrEqual(10);
  });

  it('tells what keeps an account waiting, and leaves out one that is closed', async () => {
    const account = await createApiAccount(fixture.service);
    const { accountId } = account;
    const inAccount = { ...operator.headers, 'x-account': accountId };
    expect((await call('sending/pause', 'POST', inAccount)).status).toBe(200);
    expect(rowOf(await readTraffic(), accountId)?.holds).toEqual([
      expect.objectContaining({ scope: 'account', reason: 'paused', isByOperator: true }),
    ]);

    expect((await call(`operator/accounts/${accountId}/close`, 'POST')).status).toBe(200);
    expect(rowOf(await readTraffic(), accountId)).toBeUndefined();
  });

  it.each(['0', '91', '1.5', 'x', ''])('refuses days=%s', async (days) => {
    expect(pointersOf(await call(`operator/traffic?days=${days}`))).toEqual([400, ['?days']]);
  });

  it('takes up to 90 days', async () => {
    expect((await readTraffic('?days=90')).series).toHaveLength(90);
  });
});

describe('E6: what operators see of a local service', () => {
  it('is that no alarms watch it', async () => {
    expect((await call('operator/alarms')).body).toEqual({ isApplicable: false, results: [] });
  });
});
