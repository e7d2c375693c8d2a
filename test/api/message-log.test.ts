import { waitFor } from '../support/run/wait-for';
import { expectSoon } from '../support/service/api-sending';
import { createConsoleUser, type ConsoleUser } from '../support/console/console-user';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, createApiAccount } from '../support/service/service';

interface Entry {
  at: string;
  message?: { id: string; direction: string; to: string; body: string; status: string };
  job?: { id: string; kind: string; counts: { sent: number } };
  campaign?: { id: string; name: string; counts: { sent: number; failed: number } };
}

/** Fails at the provider. */
const REFUSED = '+15005550001';

const fixture = useSendingService({ smsCredits: 1_000 }, { account: 'ofFile' });
let viewer: ConsoleUser;
let batchId: string;
let campaignId: string;
/** Time between the first text and the others. */
let between: string;

const call = (query = '') =>
  callApi(fixture.service, { path: `/console/api/messages${query}`, headers: viewer.headers });
const entriesOf = ({ status, body }: ApiAnswer): Entry[] => {
  expect(status).toBe(200);
  return (body as { results: Entry[] }).results;
};
const namesOf = (entries: Entry[]) =>
  entries.map(({ message, job, campaign }) => message?.body ?? job?.kind ?? campaign?.name);
const log = async (query?: string) => namesOf(entriesOf(await call(query)));

beforeAll(async () => {
  const { sending, account, service } = fixture;
  viewer = await createConsoleUser(service, { accountId: account.accountId, role: 'viewer' });
  const [to = '', ...others] = sending.phones(12);
  await sending.optIn([to, REFUSED, ...others]);
  const idOf = ({ status, body }: ApiAnswer) => {
    expect([201, 202]).toContain(status);
    return (body as { id: string }).id;
  };
  idOf(await sending.post('message', { to, body: 'first' }));
  between = new Date().toISOString();
  idOf(await sending.post('message', { to: REFUSED, body: 'second' }));
  const recipients = others.map((other) => ({ to: other, body: 'Hi' }));
  batchId = idOf(await sending.post('batch', { recipients }));
  campaignId = idOf(
    await callApi(service, {
      ...{ account, method: 'POST', path: '/api/v1/campaigns' },
      body: {
        ...{ name: 'Sale', from: account.from, body: 'Sale', purpose: 'informational', launch: true },
        audience: { filter: { field: 'phoneNumber', op: 'in', value: [to] } },
      },
    }),
  );
  await sending.say(to, 'Thank you');
  // Until the batch and the campaign have ended, and the text from the phone is there.
  await waitFor(async () => {
    const entries = entriesOf(await call());
    const sent = entries.flatMap(({ job, campaign }) => (job ?? campaign)?.counts.sent ?? []);
    const sum = sent.reduce((total, count) => total + count, 0);
    return entries.length === 5 && sum === others.length + 1 ? entries : undefined;
  });
});

describe('rules 3.7: what an account has sent and received', () => {
  it('has single texts by themselves, and broadcasts, batches and campaigns with their counts, newest first', async () => {
    const entries = entriesOf(await call());
    expect(entries.map(({ at }) => at)).toEqual(
      entries
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    expect(entries.find(({ job }) => job)?.job).toMatchObject({ id: batchId, counts: { sent: 11 } });
    expect(entries.find(({ campaign }) => campaign)?.campaign).toMatchObject({ id: campaignId });
    expect(entries.find(({ message }) => message?.body === 'Thank you')?.message).toMatchObject({
      direction: 'inbound',
      to: fixture.account.from,
    });
  });

  it('comes in pages that have everything once', async () => {
    const all = await log();
    const seen: unknown[] = [];
    for (let query = '?limit=2'; query !== '';) {
      const answer = await call(query);
      seen.push(...namesOf(entriesOf(answer)));
      const { nextCursor } = answer.body as { nextCursor?: string };
      query = nextCursor === undefined ? '' : `?limit=2&cursor=${encodeURIComponent(nextCursor)}`;
    }
    expect(seen).toEqual(all);
  });

  it('is filtered by state: of jobs and campaigns, those that may have such texts', async () => {
    expect(await log('?state=received')).toEqual(['Thank you']);
    expect(await log('?state=failed')).toEqual(['second']);
    expect(await log('?state=notArrived')).toContain('second');
    expect(await log('?state=notArrived')).not.toContain('first');
    await expectSoon(async () =>
      expect((await log('?state=delivered')).sort()).toEqual(['Sale', 'batch', 'first']),
    );
  });

  it('is filtered by sender and by time', async () => {
    const { from } = fixture.account;
    expect(await log(`?sender=${encodeURIComponent(from)}`)).toHaveLength(5);
    expect(await log('?sender=%2B12065550199')).toEqual([]);
    expect(await log(`?to=${between}`)).toEqual(['first']);
    expect(await log(`?from=${between}`)).not.toContain('first');
    expect(await log(`?from=${between}`)).toHaveLength(4);
    expect(await log(`?from=${between}&to=${between}`)).toEqual([]);
  });

  it.each([
    'state=lost',
    'from=yesterday',
    'to=2026-02-30T00:00:00Z',
    'sender=',
    'campaign=cmp_1',
    'cursor=x',
  ])('refuses %s', async (query) => {
    const { status, body } = await call(`?${query}`);
    expect([status, (body as { code: number }).code]).toEqual([400, 33100]);
  });

  it('has nothing of another account', async () => {
    const { accountId } = await createApiAccount(fixture.service);
    const { headers } = await createConsoleUser(fixture.service, { accountId, role: 'viewer' });
    const answer = await callApi(fixture.service, { path: '/console/api/messages', headers });
    expect(entriesOf(answer)).toEqual([]);
  });
});
