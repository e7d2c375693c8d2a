import twilio from 'twilio';
import { updateAccount } from '../../shared/accounts/account-store';
import { messageIdOf, serviceSidOf } from '../../shared/twilio/sids';
import { waitFor } from '../support/run/wait-for';
import { expectSoon } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { basic, createApiAccount, randomPhone } from '../support/service/service';
import { twilioClient } from '../support/twilio/twilio-client';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhooks/webhook-receiver';

const fixture = useSendingService();
let receiver: WebhookReceiver;
let credentials: { accountSid: string; authToken: string };
let client: twilio.Twilio;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  const { accountId } = fixture.account;
  const { twilio: shown, authToken } = await operate<{ twilio: { accountSid: string }; authToken: string }>(
    ...['account', 'set', '--account', accountId, '--twilio', 'on'],
  );
  credentials = { accountSid: shown.accountSid, authToken };
  client = twilioClient(fixture.service.baseUrl, credentials);
});

afterEach(() => receiver.stop());

async function optedIn(): Promise<string> {
  const to = randomPhone();
  await fixture.sending.optIn([to]);
  return to;
}

const send = (options: object) =>
  client.messages.create({ to: '', from: fixture.account.from, body: 'Hello', ...options });

/** Form posts that have arrived, each verified with the package's own function. */
function posts(): Array<Record<string, string>> {
  return receiver.received.map(({ headers, body }) => {
    const parameters = Object.fromEntries(new URLSearchParams(body));
    const signature = String(headers['x-twilio-signature']);
    const url = `http://${headers.host}/hook`;
    expect(twilio.validateRequest(credentials.authToken, signature, url, parameters)).toBe(true);
    return parameters;
  });
}

const postOf = (status: string) =>
  waitFor(() => posts().find(({ MessageStatus }) => MessageStatus === status));

describe('a message', () => {
  it('is sent, and read back with its delivery', async () => {
    const to = await optedIn();
    const sent = await send({ to });
    expect(sent).toMatchObject({
      accountSid: credentials.accountSid,
      apiVersion: '2010-04-01',
      body: 'Hello',
      direction: 'outbound-api',
      errorCode: null,
      errorMessage: null,
      from: fixture.account.from,
      messagingServiceSid: null,
      numMedia: '0',
      numSegments: '1',
      price: null,
      priceUnit: 'USD',
      sid: expect.stringMatching(/^SM[0-9a-f]{32}$/) as string,
      status: 'sent',
      to,
      uri: `/2010-04-01/Accounts/${credentials.accountSid}/Messages/${sent.sid}.json`,
    });
    expect(sent.dateCreated).toEqual(expect.any(Date));
    await expectSoon(async () => {
      expect(await client.messages(sent.sid).fetch()).toMatchObject({ sid: sent.sid, status: 'delivered' });
    });
    expect(await fixture.sending.credits()).toEqual({ sms: 999_998, mms: 1_000_000 });
  });

  it('with a file is an MMS, whose Sid begins with MM', async () => {
    const to = await optedIn();
    const sent = await send({ to, body: undefined, mediaUrl: ['https://media.example.com/menu.jpg'] });
    expect(sent).toMatchObject({ sid: expect.stringMatching(/^MM/) as string, numMedia: '1', body: '' });
    expect(await client.messages(sent.sid).fetch()).toMatchObject({ sid: sent.sid, numMedia: '1' });
    await expect(client.messages(sent.sid.replace('MM', 'SM')).fetch()).rejects.toMatchObject({
      code: 20404,
    });
  });

  it('that the provider refuses has failed, with the error of Twilio', async () => {
    await fixture.sending.optIn(['+15005550001']);
    expect(await send({ to: '+15005550001' })).toMatchObject({ status: 'failed', errorCode: 21211 });
  });

  it('is found by the API under the id that its Sid stands for', async () => {
    const to = await optedIn();
    const { sid } = await send({ to });
    const { body } = await fixture.sending.get(`message/${messageIdOf(sid)}`);
    expect(body).toMatchObject({ to, body: 'Hello' });
  });
});

describe('the list', () => {
  it('has what was sent and received, newest first, in pages', async () => {
    const to = await optedIn();
    const bodies = ['one', 'two', 'three', 'four', 'five'];
    for (const body of bodies) await send({ to, body });
    await fixture.sending.say(to, 'Is it open today?');
    await expectSoon(async () => {
      const listed = await client.messages.list({ pageSize: 2 });
      expect(listed.map(({ body }) => body)).toEqual(['Is it open today?', ...bodies.toReversed()]);
    });
    const page = await client.messages.page({ pageSize: 4 });
    expect([page.instances.length, page.nextPageUrl]).toEqual([4, expect.stringContaining('PageToken=')]);
    const next = await client.messages.getPage(page.nextPageUrl as string);
    expect([next.instances.length, next.nextPageUrl]).toEqual([2, undefined]);
    await expect(client.messages.page({ pageSize: 4, pageNumber: 1 })).rejects.toMatchObject({
      ...{ status: 400, code: 20001, message: expect.stringContaining('next_page_uri') as string },
    });
  });

  it('has what was sent before Twilio was switched on', async () => {
    const set = (state: 'on' | 'off') =>
      operate<{ authToken: string }>(
        'account',
        'set',
        '--account',
        fixture.account.accountId,
        '--twilio',
        state,
      );
    await set('off');
    const to = await optedIn();
    expect((await fixture.sending.post('message', { to, body: 'before' })).status).toBe(201);
    const { authToken } = await set('on');
    const after = twilioClient(fixture.service.baseUrl, { ...credentials, authToken });
    await expectSoon(async () => {
      expect((await after.messages.list({ pageSize: 5 })).map(({ body }) => body)).toEqual(['before']);
    });
  });

  it('is filtered by recipient, sender and day', async () => {
    const [one, other] = [await optedIn(), await optedIn()];
    await send({ to: one, body: 'one' });
    await send({ to: other, body: 'other' });
    const bodiesOf = async (filter: object) =>
      (await client.messages.list(filter)).map(({ body }) => body).sort();
    expect(await bodiesOf({ to: one })).toEqual(['one']);
    expect(await bodiesOf({ from: fixture.account.from })).toEqual(['one', 'other']);
    expect(await bodiesOf({ from: one })).toEqual([]);
    const day = 24 * 60 * 60 * 1000;
    const at = (ms: number) => new Date(Date.now() + ms);
    expect(await bodiesOf({ dateSentAfter: at(-day) })).toEqual(['one', 'other']);
    expect(await bodiesOf({ dateSentAfter: at(day) })).toEqual([]);
    expect(await bodiesOf({ dateSentBefore: at(-day) })).toEqual([]);
    expect(await bodiesOf({ dateSent: at(-3 * day) })).toEqual([]);
  });

  it('takes numbers and times whose + was not escaped, and no day that does not exist', async () => {
    const to = await optedIn();
    const { accountSid, authToken } = credentials;
    const path = `${fixture.service.baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`;
    const headers = { authorization: basic(accountSid, authToken) };
    const sent = await fetch(path, {
      ...{ method: 'POST', body: `To=${to}&From=${fixture.account.from}&Body=a+b` },
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([sent.status, await sent.json()]).toEqual([201, expect.objectContaining({ to, body: 'a b' })]);
    const ask = async (query: string) => {
      const answer = await fetch(`${path}?${query}`, { headers });
      const { messages } = (await answer.json()) as { messages?: Array<{ to: string }> };
      return [answer.status, messages?.map((message) => message.to)];
    };
    expect([await ask(`To=${to}`), await ask(`From=${fixture.account.from}`)]).toEqual([
      [200, [to]],
      [200, [to]],
    ]);
    expect(await ask('DateSent>=2020-02-01T00:00:00+01:00')).toEqual([200, [to]]);
    expect(await ask('DateSent=2026-02-30')).toEqual([400, undefined]);
  });
});

describe('errors', () => {
  it('of a request are exceptions with the codes of Twilio', async () => {
    const to = await optedIn();
    const stranger = randomPhone();
    const cases: Array<[object, number, number]> = [
      [{ to: '555' }, 400, 21211],
      [{ to: stranger }, 400, 21610],
      [{ to, from: randomPhone() }, 400, 21606],
      [{ to, from: 'ACME!' }, 400, 21212],
      [{ to, body: 'x'.repeat(641) }, 400, 21617],
      [{ to, body: '' }, 400, 21619],
      [{ to: '' }, 400, 21604],
      [{ to, from: undefined }, 400, 21603],
      [{ to, from: undefined, messagingServiceSid: `MG${'0'.repeat(32)}` }, 404, 21701],
      [{ to, from: undefined, messagingServiceSid: 'no service' }, 404, 21701],
      [{ to, from: randomPhone(), messagingServiceSid: `MG${'0'.repeat(32)}` }, 400, 21606],
      [{ to, body: 'Buy cheap weed and cocaine now' }, 400, 30007],
      [{ to, mediaUrl: ['no url'] }, 400, 21620],
      [{ to, mediaUrl: ['https://a.example/1', 'https://a.example/2'] }, 400, 21623],
      [{ to, statusCallback: 'nowhere' }, 400, 21609],
      [{ to, validityPeriod: 36_001 }, 400, 20001],
      [{ to, validityPeriod: 0 }, 400, 20001],
      [{ to, scheduleType: 'fixed', sendAt: new Date() }, 400, 20001],
    ];
    for (const [options, status, code] of cases) {
      await expect(send(options)).rejects.toMatchObject({
        ...{ status, code },
        moreInfo: `https://www.twilio.com/docs/errors/${code}`,
      });
    }
    expect(await fixture.sending.credits()).toEqual({ sms: 1_000_000, mms: 1_000_000 });
  });

  it('of the account are too: its countries, its credits and its rate', async () => {
    const to = await optedIn();
    const { accountId } = fixture.account;
    const { table } = fixture.service.deps;
    const set = (changes: object) => updateAccount({ table, accountId, changes });
    await set({ countries: ['DE'] });
    await expect(send({ to })).rejects.toMatchObject({ status: 400, code: 21408 });
    await set({ countries: [], smsCredits: 1 });
    await expect(send({ to })).rejects.toMatchObject({ status: 402, code: 30002 });
    await set({ smsCredits: 1_000, rateLimits: { message: 0 } });
    await expect(send({ to })).rejects.toMatchObject({ status: 429, code: 20429 });
  });

  it('of an opt-out are 21610', async () => {
    const to = await optedIn();
    await fixture.sending.say(to, 'STOP');
    await expectSoon(() => expect(send({ to })).rejects.toMatchObject({ status: 400, code: 21610 }));
  });

  it('tell what is not there', async () => {
    const to = await optedIn();
    const { sid } = await send({ to });
    const notFound = { status: 404, code: 20404 };
    await expect(client.messages(`SM${'0'.repeat(32)}`).fetch()).rejects.toMatchObject(notFound);
    await expect(client.messages(sid).remove()).rejects.toMatchObject(notFound);
    await expect(client.messages(sid).update({ body: '' })).rejects.toMatchObject(notFound);
    await expect(client.messages(sid).media.list()).rejects.toMatchObject(notFound);
    await expect(client.calls.list()).rejects.toMatchObject(notFound);
  });
});

describe('credentials', () => {
  it('are those of the account or of a key, and nothing else', async () => {
    const { accountId, apiKeyId, apiKeySecret } = fixture.account;
    const { accountSid, authToken } = credentials;
    const path = `${fixture.service.baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`;
    const ask = async (authorization?: string) => {
      const answer = await fetch(path, { headers: { ...(authorization && { authorization }) } });
      return [answer.status, ((await answer.json()) as { code?: number }).code];
    };
    expect(await ask(basic(accountSid, authToken))).toEqual([200, undefined]);
    expect(await ask(basic(accountId, authToken))).toEqual([200, undefined]);
    expect(await ask(basic(apiKeyId, apiKeySecret))).toEqual([200, undefined]);
    for (const wrong of [
      undefined,
      'Bearer x',
      basic(accountSid, apiKeySecret),
      basic(accountSid, ''),
      basic(`AC${'0'.repeat(32)}`, authToken),
      basic(apiKeyId, authToken),
    ]) {
      expect(await ask(wrong)).toEqual([401, 20003]);
    }
  });

  it('of an account open nothing of another one', async () => {
    const other = await createApiAccount(fixture.service);
    const { twilio: shown } = await operate<{ twilio: { accountSid: string } }>(
      ...['account', 'set', '--account', other.accountId, '--twilio', 'on'],
    );
    const foreign = twilioClient(fixture.service.baseUrl, { ...credentials, about: shown.accountSid });
    await expect(foreign.messages.list()).rejects.toMatchObject({ status: 404, code: 20404 });
    const { sid } = await send({ to: await optedIn() });
    const stranger = twilioClient(fixture.service.baseUrl, {
      ...{ accountSid: other.apiKeyId, authToken: other.apiKeySecret, about: shown.accountSid },
    });
    await expect(stranger.messages(sid).fetch()).rejects.toMatchObject({ status: 404, code: 20404 });
  });

  it('end with the setting, as everything in this form does', async () => {
    const { accountId, apiKeyId, apiKeySecret } = fixture.account;
    await operate('account', 'set', '--account', accountId, '--twilio', 'off');
    await expect(client.messages.list()).rejects.toMatchObject({ status: 401, code: 20003 });
    const byKey = twilioClient(fixture.service.baseUrl, {
      ...{ accountSid: apiKeyId, authToken: apiKeySecret, about: credentials.accountSid },
    });
    await expect(byKey.messages.list()).rejects.toMatchObject({ status: 404, code: 20404 });
    const { authToken } = await operate<{ authToken: string }>(
      ...['account', 'set', '--account', accountId, '--twilio', 'on'],
    );
    expect(authToken).not.toBe(credentials.authToken);
    const again = twilioClient(fixture.service.baseUrl, { ...credentials, authToken });
    expect(await again.messages.list()).toEqual([]);
  });
});

describe('status callbacks', () => {
  it('tell of a message that is sent and delivered, signed with the auth token', async () => {
    const to = await optedIn();
    const { sid } = await send({ to, statusCallback: receiver.url });
    const common = {
      ...{ MessageSid: sid, SmsSid: sid, AccountSid: credentials.accountSid },
      ...{ From: fixture.account.from, To: to, ApiVersion: '2010-04-01' },
    };
    expect(await postOf('sent')).toEqual({ ...common, MessageStatus: 'sent', SmsStatus: 'sent' });
    expect(await postOf('delivered')).toEqual({
      ...common,
      ...{ MessageStatus: 'delivered', SmsStatus: 'delivered' },
    });
    expect(posts()).toHaveLength(2);
  });

  it('name the number that a sender chose, and the sender', async () => {
    const { accountId, from } = fixture.account;
    const command = ['--account', accountId, '--name', 'Shop', '--member', from];
    const sender = await operate<{ id: string }>('sender', 'create', ...command);
    const messagingServiceSid = serviceSidOf(sender.id);
    const to = await optedIn();
    const sent = await send({ to, from: undefined, messagingServiceSid, statusCallback: receiver.url });
    expect(sent).toMatchObject({ from, messagingServiceSid });
    expect(await postOf('sent')).toMatchObject({ From: from, MessagingServiceSid: messagingServiceSid });
    expect(await send({ to, messagingServiceSid })).toMatchObject({ from, messagingServiceSid: null });
  });

  it('tell of a message that waits', async () => {
    await fixture.sending.optIn(['+15005550010']);
    const sent = await send({ to: '+15005550010', statusCallback: receiver.url });
    expect(sent).toMatchObject({ status: 'queued', dateSent: null });
    expect(await postOf('queued')).toMatchObject({ MessageSid: sent.sid });
    expect(await postOf('delivered')).toMatchObject({ MessageSid: sent.sid });
    expect(posts().filter(({ MessageStatus }) => MessageStatus === 'queued')).toHaveLength(1);
  });

  it('tell of a message whose validity period is over before the provider takes it', async () => {
    await fixture.sending.optIn(['+15005550012']);
    const { sid } = await send({ to: '+15005550012', validityPeriod: 1, statusCallback: receiver.url });
    expect(await postOf('failed')).toMatchObject({ MessageSid: sid, ErrorCode: '30036' });
  });

  it('tell of a message that fails', async () => {
    await fixture.sending.optIn(['+15005550001']);
    await send({ to: '+15005550001', statusCallback: receiver.url });
    expect(await postOf('failed')).toMatchObject({ To: '+15005550001', ErrorCode: '21211' });
  });

  it('tell of a message that does not arrive', async () => {
    await fixture.sending.optIn(['+15005550013']);
    const { sid } = await send({ to: '+15005550013', statusCallback: receiver.url });
    expect(await postOf('undelivered')).toMatchObject({ MessageSid: sid, ErrorCode: '30008' });
    expect(await client.messages(sid).fetch()).toMatchObject({ status: 'undelivered', errorCode: 30008 });
  });

  it('are nothing that webhook endpoints get', async () => {
    const { accountId } = fixture.account;
    const hook = await startWebhookReceiver();
    await operate('webhook', 'add', '--account', accountId, '--url', hook.url);
    await send({ to: await optedIn(), statusCallback: receiver.url });
    await postOf('delivered');
    await waitFor(() => (hook.received.length > 0 ? hook.received : undefined));
    expect(hook.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      'messaging.message.delivered',
    ]);
    await hook.stop();
  });
});

describe('texts from phones', () => {
  it('are posted to the address of the account', async () => {
    const { accountId, from } = fixture.account;
    await operate('account', 'set', '--account', accountId, '--twilio-inbound-url', receiver.url);
    const phone = randomPhone();
    await fixture.sending.say(phone, 'Is it open today?');
    const [post] = await waitFor(() => (receiver.received.length > 0 ? posts() : undefined));
    expect(post).toEqual({
      MessageSid: expect.stringMatching(/^SM[0-9a-f]{32}$/) as string,
      SmsSid: post?.MessageSid,
      SmsMessageSid: post?.MessageSid,
      AccountSid: credentials.accountSid,
      ...{ From: phone, To: from, Body: 'Is it open today?', NumMedia: '0', NumSegments: '1' },
      ...{ SmsStatus: 'received', ApiVersion: '2010-04-01' },
    });
    expect(await client.messages(post?.MessageSid ?? '').fetch()).toMatchObject({
      ...{ direction: 'inbound', status: 'received', from: phone, to: from, body: 'Is it open today?' },
    });
  });
});
