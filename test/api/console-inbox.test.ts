import { countTogether } from '../../shared/statistics/daily-statistics';
import { expectSoon } from '../support/service/api-sending';
import { createConsoleUser, type ConsoleUser } from '../support/console/console-user';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, createApiAccount } from '../support/service/service';

const fixture = useSendingService({}, { account: 'ofFile' });
let editor: ConsoleUser;
beforeAll(async () => {
  const { accountId } = fixture.account;
  editor = await createConsoleUser(fixture.service, { accountId, role: 'editor' });
});

const call = (method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { method, path: `/console/api/${path}`, headers: editor.headers, body });
const resultsOf = ({ status, body }: ApiAnswer) => {
  expect(status).toBe(200);
  return (body as { results: Array<Record<string, unknown>> }).results;
};
const refusalOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];
const pathOf = (phone: string) => encodeURIComponent(phone);

describe('E6: the inbox of the console', () => {
  it('has what phones write as conversations, likely refusals first, and keywords in the texts only', async () => {
    const { sending, account } = fixture;
    const [asker = '', refuser = '', stopper = ''] = sending.phones(3);
    await sending.optIn([asker, refuser, stopper], { firstName: 'Ada' });
    await sending.say(refuser, 'please leave me alone');
    await expectSoon(async () => expect(resultsOf(await call('GET', 'inbox'))).toHaveLength(1));
    await sending.say(asker, 'Are you open on Sunday?');
    await expectSoon(async () => expect(resultsOf(await call('GET', 'inbox'))).toHaveLength(2));
    await sending.say(stopper, 'STOP');
    await sending.say(asker, 'And on Monday?');
    await expectSoon(async () => {
      expect(resultsOf(await call('GET', 'inbox'))).toMatchObject([
        { phoneNumber: refuser, lastText: 'please leave me alone', likelyOptOut: {}, unread: 1 },
        { phoneNumber: asker, lastText: 'And on Monday?', from: account.from, firstName: 'Ada', unread: 2 },
      ]);
    });
    const awaiting = { campaigns: 0, automations: 0, conversations: 2 };
    expect((await call('GET', 'awaiting')).body).toEqual(awaiting);
    const viewer = await createConsoleUser(fixture.service, { accountId: account.accountId, role: 'viewer' });
    const seen = await callApi(fixture.service, {
      path: '/console/api/awaiting',
      headers: viewer.headers,
    });
    expect(seen.body).toEqual({ ...awaiting, conversations: 0 });
    const stopped = `contacts/${pathOf(stopper)}/messages`;
    await expectSoon(async () => {
      const texts = resultsOf(await call('GET', stopped)) as Array<{ message: { body: string } }>;
      expect(texts.map(({ message }) => message.body)).toContain('STOP');
    });

    const page = (await call('GET', `inbox/${pathOf(asker)}`)).body as {
      conversation: { lastMessageId: string };
      messages: { results: Array<{ message: { id: string; body: string } }> };
    };
    const { lastMessageId } = page.conversation;
    expect(page.messages.results.map(({ message }) => message.body)).toEqual([
      'And on Monday?',
      'Are you open on Sunday?',
    ]);
    const [, earlier] = page.messages.results;
    const read = `inbox/${pathOf(asker)}/read`;
    const stale = await call('POST', read, { lastMessageId: earlier?.message.id });
    expect(stale.body).toMatchObject({ unread: 2 });
    for (const wrong of ['', 'msg_\ud800', 'x'.repeat(201)]) {
      expect((await call('POST', read, { lastMessageId: wrong })).status).toBe(400);
    }
    expect((await call('POST', read, { lastMessageId })).body).toMatchObject({ unread: 0 });
    expect((await call('GET', 'awaiting')).body).toEqual({ ...awaiting, conversations: 1 });
    expect(resultsOf(await call('GET', 'inbox?unread=true'))).toMatchObject([{ phoneNumber: refuser }]);
    expect(refusalOf(await call('GET', 'inbox?unread=maybe'))).toEqual([400, 33100]);
    expect(refusalOf(await call('GET', `inbox/${pathOf(stopper)}`))).toEqual([404, 33110]);
    expect(refusalOf(await call('GET', 'inbox/none'))).toEqual([400, 33003]);

    expect(resultsOf(await call('GET', 'reviews'))).toMatchObject([
      { phoneNumber: refuser, text: 'please leave me alone' },
    ]);
    const accept = `reviews/${pathOf(refuser)}/accept`;
    expect((await call('POST', accept, { evidence: 'Clear' })).body).toEqual({
      phoneNumber: refuser,
      decision: 'accepted',
    });
    expect(refusalOf(await call('POST', accept))).toEqual([404, 33110]);
    expect(resultsOf(await call('GET', 'inbox'))).toMatchObject([
      { phoneNumber: asker },
      { phoneNumber: refuser, optedOutAt: expect.any(String) as string },
    ]);
    expect(
      resultsOf(await call('GET', `contacts/${pathOf(refuser)}/consent`)).map(({ action }) => action),
    ).toContain('HARD_OPT_OUT');
  });

  it('goes on from page to page, each conversation once', async () => {
    const { sending } = fixture;
    const phones = sending.phones(3);
    for (const phone of phones) await sending.say(phone, `Hello from ${phone.slice(-4)}`);
    const all = async () => resultsOf(await call('GET', 'inbox')).map(({ phoneNumber }) => phoneNumber);
    await expectSoon(async () => expect(await all()).toEqual(expect.arrayContaining(phones)));
    const walked: unknown[] = [];
    let cursor = '';
    do {
      const answer = await call('GET', `inbox?limit=1${cursor}`);
      walked.push(...resultsOf(answer).map(({ phoneNumber }) => phoneNumber));
      const { nextCursor } = answer.body as { nextCursor?: string };
      cursor = nextCursor === undefined ? '' : `&cursor=${nextCursor}`;
    } while (cursor !== '');
    expect(walked).toEqual(await all());
  });
});

it('E6: the names of contacts are found by their phones', async () => {
  const { sending } = fixture;
  const [named = '', unnamed = '', unknown = ''] = sending.phones(3);
  await sending.optIn([named], { firstName: 'Ada', lastName: 'Lovelace' });
  await sending.optIn([unnamed]);
  const phones = encodeURIComponent([named, unnamed, unknown, named].join(','));
  expect(resultsOf(await call('GET', `contacts/names?phones=${phones}`))).toEqual([
    { phoneNumber: named, firstName: 'Ada', lastName: 'Lovelace' },
  ]);
  expect(resultsOf(await call('GET', 'contacts/names'))).toEqual([]);
  const tooMany = Array.from({ length: 101 }, (_, index) => `+120655${50_000 + index}`).join(',');
  for (const wrong of ['Ada', encodeURIComponent(tooMany)]) {
    expect(refusalOf(await call('GET', `contacts/names?phones=${wrong}`))).toEqual([400, 33100]);
  }
});

describe('E6: the texts of a phone', () => {
  it('are found whether they were sent alone or in a job, with the timeline of each, and counted in their day', async () => {
    const { sending } = fixture;
    const people = sending.phones(100);
    const [to = ''] = people;
    await sending.optIn(people);
    const single = (await sending.post('message', { to, body: 'Alone' })).body as { id: string };
    const recipients = people.map((phone) => ({ to: phone }));
    const job = (await sending.post('broadcast', { recipients, body: 'Together' })).body as { id: string };
    type Text = {
      message: { id: string; body: string; createdAt: string; deliveryStatus?: string };
      jobId?: string;
      campaignId?: string;
    };
    const texts = async () =>
      resultsOf(await call('GET', `contacts/${pathOf(to)}/messages`)) as unknown as Text[];
    await expectSoon(async () => {
      const found = await texts();
      const delivered = found.filter(({ message }) => message.deliveryStatus === 'delivered');
      expect(delivered.map(({ message }) => message.body).sort()).toEqual(['Alone', 'Together']);
    });
    const byBody = new Map((await texts()).map((text) => [text.message.body, text]));
    expect(byBody.get('Alone')?.message.id).toBe(single.id);
    expect(byBody.get('Together')).toMatchObject({ jobId: job.id, jobKind: 'broadcast' });

    const of = async (filter: string) =>
      (resultsOf(await call('GET', `contacts/${pathOf(to)}/messages?${filter}`)) as unknown as Text[]).map(
        ({ message }) => message.body,
      );
    const { createdAt } = byBody.get('Together')?.message ?? {};
    expect(await of('state=delivered')).toEqual(['Together', 'Alone']);
    expect(await of('state=failed')).toEqual([]);
    expect(await of('campaign=cmp_01KJMNEX00P9G5NV1S6B8DHYQE')).toEqual([]);
    expect(await of(`from=${createdAt}`)).toEqual(['Together']);
    expect(await of(`to=${createdAt}`)).toEqual(['Alone']);
    for (const wrong of ['state=gone', 'from=yesterday', 'to=2026-02-31T00:00:00Z']) {
      const refused = await call('GET', `contacts/${pathOf(to)}/messages?${wrong}`);
      expect(refusalOf(refused)).toEqual([400, 33100]);
    }

    const timeline = await call('GET', `messages/${byBody.get('Together')?.message.id ?? ''}/timeline`);
    expect(timeline).toMatchObject({ status: 200, body: { jobId: job.id, jobKind: 'broadcast' } });
    const { timeline: told } = timeline.body as { timeline: Array<{ what: string }> };
    expect(told.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['accepted', 'sent', 'reported delivered']),
    );
    expect(refusalOf(await call('GET', 'messages/msg_none/timeline'))).toEqual([404, 33107]);

    expect(resultsOf(await call('GET', 'jobs'))).toMatchObject([
      { id: job.id, kind: 'broadcast', body: 'Together' },
    ]);
    await expectSoon(async () => {
      const { body } = await call('GET', 'overview?days=2');
      const { totals, series } = body as { totals: { sent: number; delivered: number }; series: unknown[] };
      expect(series).toHaveLength(2);
      expect(totals).toMatchObject({ sent: 101, delivered: 101 });
    });
    expect(refusalOf(await call('GET', 'overview?days=0'))).toEqual([400, 33100]);
    expect(refusalOf(await call('GET', 'overview?days=91'))).toEqual([400, 33100]);
  });

  it('are not more that were delivered than were sent while a part of a job is under way', async () => {
    const { table, clock } = fixture.service.deps;
    const { accountId } = await createApiAccount(fixture.service);
    await countTogether(table, [{ accountId, at: clock.now(), added: { delivered: 9, undelivered: 1 } }]);
    const { headers } = await createConsoleUser(fixture.service, { accountId, role: 'viewer' });
    const { body } = await callApi(fixture.service, { path: '/console/api/overview?days=2', headers });
    expect(body).toMatchObject({ totals: { sent: 10, delivered: 9, undelivered: 1 } });
  });
});
