import { addNumber, removeNumber, updateNumber } from '../../shared/senders/number-store';
import { createGroup } from '../../shared/audience/groups/create-group';
import { expectSoon, type Sent, PROVIDER } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { callApi, createApiAccount, randomGermanPhone, randomPhone } from '../support/service/service';

const BALANCE = 10_000;
const fixture = useSendingService({ smsCredits: BALANCE, keywordReplies: 'on' });
const { sending } = fixture;

let numbers: string[];
let sender: string;

const deps = () => fixture.service.deps;
const accountId = () => fixture.account.accountId;
const createSender = async (...members: string[]) => {
  const options = members.flatMap((member) => ['--member', member]);
  const command = ['sender', 'create', '--account', accountId(), '--name', 'Shop', ...options];
  return (await operate<{ id: string }>(...command)).id;
};
const add = (number: string, ratePerSecond?: number) =>
  addNumber(deps(), { accountId: accountId(), number, status: 'Active', ratePerSecond });
const deactivate = (number: string) =>
  updateNumber(deps().table, { accountId: accountId(), number, status: 'Inactive' });
const send = (to: string, more: object = {}) =>
  sending.post('message', { to, from: sender, body: 'Hello', ...more });
const takenFor = async (to: string): Promise<Sent[]> => {
  const { body } = await callApi(fixture.service, { path: `/_local/sent?to=${encodeURIComponent(to)}` });
  return (body as { messages: Sent[] }).messages;
};
const fault = (name: string, of: string[]) =>
  callApi(fixture.service, { method: 'POST', path: '/_local/provider', body: { fault: name, numbers: of } });

beforeEach(async () => {
  numbers = [fixture.account.from, ...Array.from({ length: 3 }, randomPhone)];
  for (const number of numbers.slice(1)) await add(number);
  sender = await createSender(...numbers);
});

describe('rules 2.8: a message from a sender', () => {
  it('leaves from one of its members, always the same, and says which', async () => {
    const phones = sending.phones(6);
    await sending.optIn(phones);
    const used = new Map<string, string>();
    for (const to of phones) {
      const first = await send(to);
      expect(first).toMatchObject({ status: 201, body: { from: sender, status: 'sent' } });
      const { id, sentFrom } = first.body as { id: string; sentFrom: string };
      expect(numbers).toContain(sentFrom);
      expect(await takenFor(to)).toMatchObject([{ from: sentFrom, messageId: id }]);
      expect((await send(to)).body).toMatchObject({ sentFrom });
      expect((await sending.get(`message/${id}`)).body).toMatchObject({ from: sender, sentFrom });
      used.set(to, sentFrom);
    }
    expect((await sending.credits()).sms).toBe(BALANCE - 12 * 2);
    // A member that is not chosen can go without moving anyone.
    const unused = numbers.find((number) => ![...used.values()].includes(number));
    if (unused !== undefined) await removeNumber(deps(), { accountId: accountId(), number: unused });
    for (const to of phones) expect((await send(to)).body).toMatchObject({ sentFrom: used.get(to) });
  });

  it('does not leave from a member that was deactivated or removed', async () => {
    const [to = ''] = sending.phones(1);
    await sending.optIn([to]);
    for (const [index] of numbers.entries()) {
      const { sentFrom } = (await send(to)).body as { sentFrom: string };
      expect(numbers).toContain(sentFrom);
      if (index % 2 === 0) await deactivate(sentFrom);
      else await removeNumber(deps(), { accountId: accountId(), number: sentFrom });
    }
    expect(await send(to)).toMatchObject({
      status: 400,
      body: { code: 33009, message: 'No member of the sender is in the Active state.' },
    });
    expect(new Set((await takenFor(to)).map(({ from }) => from))).toEqual(new Set(numbers));
  });

  it('is refused when no member serves the country', async () => {
    const to = randomGermanPhone();
    await sending.optIn([to]);
    sender = await createSender(...numbers.map((number) => `${number}=US,CA`));
    expect(await send(to)).toMatchObject({ status: 400, body: { code: 33009 } });
    expect(await takenFor(to)).toEqual([]);
    expect((await sending.credits()).sms).toBe(BALANCE);
  });

  it('knows no sender of another account, and none that was deleted', async () => {
    const [to = ''] = sending.phones(1);
    await sending.optIn([to]);
    const own = fixture.account;
    fixture.account = await createApiAccount(fixture.service, {});
    await sending.optIn([to]);
    expect(await send(to)).toMatchObject({ status: 400, body: { code: 33004 } });
    fixture.account = own;
    await operate('sender', 'delete', '--account', accountId(), '--sender', sender, '--yes');
    expect(await send(to)).toMatchObject({ status: 400, body: { code: 33004 } });
  });

  it('goes to another member while the breaker of its own is open, and is sent once', async () => {
    const [to = '', other = ''] = sending.phones(2);
    await sending.optIn([to, other]);
    const { sentFrom: own } = (await send(to)).body as { sentFrom: string };
    // End User Messaging has no answer that is certainly no taking, but throttling: there its answers get lost.
    await fault(PROVIDER === 'eum' ? 'lost_answers' : 'unavailable', [own]);
    try {
      const lone = await createSender(own);
      const ids: string[] = [];
      for (let count = 0; count < 20; count++) {
        ids.push(((await send(other, { from: lone })).body as { id: string }).id);
      }
      await expectSoon(async () => {
        const answer = await send(to);
        expect(answer).toMatchObject({ status: 201, body: { status: 'sent' } });
        expect((answer.body as { sentFrom: string }).sentFrom).not.toBe(own);
      });
    } finally {
      await fault('none', [own]);
    }
  });

  it('counts a STOP to one member as one to all', async () => {
    const [to = ''] = sending.phones(1);
    await sending.optIn([to]);
    const body = { from: to, to: numbers[2], body: 'STOP' };
    await callApi(fixture.service, { method: 'POST', path: '/_local/inbound', body });
    await expectSoon(async () => expect(await send(to)).toMatchObject({ body: { code: 33029 } }));
  });
});

describe('rules 2.8: pools and sender ids', () => {
  it('a pool chooses the number, which the receipt names', async () => {
    const phones = sending.phones(1);
    const [to = ''] = phones;
    await sending.optIn(phones);
    sender = await createSender('pool:pool-a1');
    const sent = await send(to);
    expect(sent).toMatchObject({ status: 201, body: { from: sender, status: 'sent' } });
    expect(sent.body).not.toHaveProperty('sentFrom');
    const { id } = sent.body as { id: string };
    await expectSoon(async () => {
      const { body } = await sending.get(`message/${id}`);
      expect(body).toMatchObject({ from: sender, sentFrom: '+15555550190', deliveryStatus: 'delivered' });
    });
  });

  it('a sender id serves its countries only', async () => {
    const [phone = ''] = sending.phones(1);
    const abroad = randomGermanPhone();
    await sending.optIn([phone, abroad]);
    sender = await createSender('id:ACME=DE', `${numbers[0]}=US`);
    expect((await send(abroad)).body).toMatchObject({ sentFrom: 'id:ACME' });
    expect((await send(phone)).body).toMatchObject({ sentFrom: numbers[0] });
  });
});

describe('rules 2.8: marketing through a sender id', () => {
  it('needs an opt-out page of the account', async () => {
    sender = await createSender('id:ACME');
    const call = (path: string, body: object) =>
      callApi(fixture.service, { account: fixture.account, method: 'POST', path, body });
    const created = await call('/api/v1/campaigns', {
      ...{ name: 'Spring', from: sender, body: 'Sale', purpose: 'marketing', audience: { everyone: true } },
      schedule: { at: '2035-03-01T15:00:00.000Z' },
    });
    const path = `/api/v1/campaigns/${(created.body as { id: string }).id}`;
    const errors = [{ pointer: '/from', reason: expect.stringContaining('optOutUrl') as string }];
    expect(await call(`${path}/launch`, {})).toMatchObject({
      ...{ status: 400, body: { code: 33100, details: { errors } } },
    });
    const warnings = async () =>
      ((await call(`${path}/preview`, {})).body as { warnings: string[] }).warnings.join(' ');
    expect(await warnings()).toContain('It cannot be launched: /from');
    const page = ['--opt-out-url', 'https://example.com/stop'];
    await operate('account', 'set', '--account', accountId(), ...page);
    expect(await warnings()).toContain('does not name the opt-out page');
    expect(await call(`${path}/launch`, {})).toMatchObject({ status: 202 });
  });
});

describe('rules 2.8: a job on a sender', () => {
  it('is sent by all members, each recipient by its own, and fails where none serves the country', async () => {
    const phones = sending.phones(200);
    const abroad = randomGermanPhone();
    await sending.optIn([...phones, abroad]);
    sender = await createSender(...numbers.map((number) => `${number}=US`));
    const job = await sending.post('broadcast', {
      ...{ from: sender, body: 'Hello' },
      recipients: [...phones, abroad].map((to) => ({ to })),
    });
    expect(job).toMatchObject({ status: 202, body: { from: sender, totalRecipients: 201 } });
    const { id } = job.body as { id: string };
    await expectSoon(async () => {
      expect((await sending.get(`broadcast/${id}`)).body).toMatchObject({
        ...{ status: 'completed', from: sender },
        counts: { pending: 0, sent: 200, failed: 1, skipped: 0 },
      });
    });
    const { results } = (await sending.get(`broadcast/${id}/recipients?limit=1000`)).body as {
      results: Array<{
        to: string;
        status: string;
        sentFrom?: string;
        errorType?: string;
        messageId: string;
      }>;
    };
    expect(results.map(({ to }) => to).toSorted()).toEqual([...phones, abroad].toSorted());
    expect(results.find(({ to }) => to === abroad)).toMatchObject({
      ...{ status: 'failed', errorType: 'no_sender_for_country' },
    });
    const sent = results.filter(({ status }) => status === 'sent');
    expect(new Set(sent.map(({ sentFrom }) => sentFrom))).toEqual(new Set(numbers));
    const [one] = sent;
    expect(await takenFor(one?.to ?? '')).toMatchObject([{ from: one?.sentFrom }]);
    expect((await send(one?.to ?? '')).body).toMatchObject({ sentFrom: one?.sentFrom });
    expect((await sending.get(`message/${one?.messageId}`)).body).toMatchObject({
      ...{ from: sender, sentFrom: one?.sentFrom },
    });
    expect((await sending.credits()).sms).toBe(BALANCE - 201 * 2);
  });

  it('goes on from other members when one is deactivated', async () => {
    const phones = sending.phones(120);
    await sending.optIn(phones);
    for (const number of numbers) {
      await updateNumber(deps().table, { accountId: accountId(), number, ratePerSecond: 20 });
    }
    const recipients = phones.map((to) => ({ to }));
    const job = await sending.post('broadcast', { from: sender, body: 'Hello', recipients });
    expect(job).toMatchObject({ status: 202 });
    const { id } = job.body as { id: string };
    await deactivate(numbers[1] ?? '');
    await expectSoon(async () => {
      expect((await sending.get(`broadcast/${id}`)).body).toMatchObject({
        counts: { pending: 0, sent: 120, failed: 0, skipped: 0 },
      });
    });
    for (const to of phones) expect(await takenFor(to)).toHaveLength(1);
  });

  it('is refused without an Active member', async () => {
    const phones = sending.phones(100);
    await sending.optIn(phones);
    for (const number of numbers) await deactivate(number);
    const recipients = phones.map((to) => ({ to }));
    expect(await sending.post('broadcast', { from: sender, body: 'Hello', recipients })).toMatchObject({
      ...{ status: 400, body: { code: 33009 } },
    });
  });
});

describe('rules 2.8: a campaign, a group and a keyword of a sender', () => {
  it('reach each recipient from its member', async () => {
    const phones = sending.phones(40);
    const group = await createGroup(deps(), { accountId: accountId(), name: 'All', optInType: 'SINGLE' });
    for (const phone of phones) {
      const path = `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
      const request = { account: fixture.account, method: 'POST' };
      await callApi(fixture.service, { ...request, path, body: {} });
      const joined = { ...request, path: `${path}/groups/${group.id}`, body: { optInMode: 'DIRECT' } };
      expect((await callApi(fixture.service, joined)).status).toBeLessThan(300);
    }
    const created = await callApi(fixture.service, {
      ...{ account: fixture.account, method: 'POST', path: '/api/v1/campaigns' },
      body: {
        ...{ name: 'Spring', from: sender, body: 'Hello', purpose: 'informational' },
        audience: { everyone: true },
      },
    });
    expect(created).toMatchObject({ status: 201, body: { from: sender } });
    const { id } = created.body as { id: string };
    const path = `/api/v1/campaigns/${id}`;
    const call = (step: string, method = 'POST') =>
      callApi(fixture.service, {
        account: fixture.account,
        method,
        path: `${path}${step}`,
        ...(method === 'POST' && { body: {} }),
      });
    expect(await call('/preview')).toMatchObject({ status: 200 });
    expect(await call('/launch')).toMatchObject({ status: 202 });
    await expectSoon(async () => {
      const { body } = await call('', 'GET');
      if ((body as { status: string }).status === 'failed') throw new Error(JSON.stringify(body));
      expect(body).toMatchObject({ status: 'completed', counts: { sent: 40 } });
    });
    const taken = await Promise.all(phones.map(takenFor));
    expect(taken.every(({ length }) => length === 1)).toBe(true);
    for (const [message] of taken.slice(0, 5)) {
      expect((await send(message?.to ?? '')).body).toMatchObject({ sentFrom: message?.from });
    }
  });

  it('ask for the opt-in from a member, and take the word at every member', async () => {
    const group = await createGroup(deps(), {
      ...{ accountId: accountId(), name: 'News', optInType: 'SINGLE', from: sender },
    });
    const word = ['--word', 'JOIN', '--group', group.id, '--opt-in', 'CONFIRM', '--number', sender];
    await operate('account', 'keyword', 'set', '--account', accountId(), ...word);
    const phone = randomPhone();
    const say = (body: string) =>
      callApi(fixture.service, {
        ...{ method: 'POST', path: '/_local/inbound', body: { from: phone, to: numbers[1], body } },
      });
    await say('JOIN');
    await expectSoon(async () => expect(await takenFor(phone)).toHaveLength(1));
    expect(numbers).toContain((await takenFor(phone))[0]?.from);
    await expect(
      operate('sender', 'delete', '--account', accountId(), '--sender', sender, '--yes'),
    ).rejects.toThrow(group.id);
  });
});
