import { apiSending, expectSoon, PROVIDER } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { type ApiAccount, callApi, createApiAccount } from '../support/service/service';
import { type OwnService, startOwnService } from '../support/service/own-service';
import {
  startWebhookReceiver,
  verifyWebhook,
  type WebhookReceiver,
} from '../support/webhooks/webhook-receiver';

jest.setTimeout(600_000);

/** Service of its own: what holds everybody would hold other tests too. */
let service: OwnService;
let account: ApiAccount;
let receiver: WebhookReceiver;
let secret: string;
let phones: string[];
const sending = apiSending(() => ({ service, account }));

beforeAll(async () => {
  service = await startOwnService();
});
afterAll(() => service.stop());

beforeEach(async () => {
  account = await createApiAccount(service);
  receiver = await startWebhookReceiver();
  const endpoint = ['webhook', 'add', '--account', account.accountId, '--url', receiver.url];
  ({ secret } = await operate<{ secret: string }>(...endpoint));
  phones = sending.phones(120);
  await sending.optIn(phones);
});
afterEach(async () => {
  await switchFault('none');
  await operate('resume');
  await receiver.stop();
});

const local = async (path: string, body: object) =>
  expect((await callApi(service, { method: 'POST', path, body })).status).toBe(200);
const switchFault = (fault: string) => local('/_local/provider', { fault });
const passSeconds = (advanceSeconds: number) => local('/_local/clock', { advanceSeconds });

/** Lets time pass until the assertion holds. */
const expectInTime = (assertion: () => Promise<void>) =>
  expectSoon(async () => {
    try {
      await assertion();
    } catch (error) {
      await passSeconds(5);
      throw error;
    }
  });

const send = async (to = phones[0]) => (await sending.post('message', { to, body: 'Hello' })).body as Message;
interface Message {
  id: string;
  status: string;
  waitingFor?: string;
}
const broadcast = async () => {
  const answer = await sending.post('broadcast', { body: 'News', recipients: phones.map((to) => ({ to })) });
  expect(answer.status).toBe(202);
  return `broadcast/${(answer.body as { id: string }).id}`;
};
/** Counts the texts of the account that the provider took. */
const textsTaken = async () => {
  const { body } = await callApi(service, { path: '/_local/sent' });
  const { messages } = body as { messages: Array<{ from: string }> };
  return messages.filter(({ from }) => from === account.from).length;
};
const holdsTold = () =>
  receiver.received
    .map((webhook) => verifyWebhook(webhook, secret) as { type: string })
    .filter(({ type }) => type.startsWith('messaging.sending.'));

/** End User Messaging has no answer that is certainly no taking, but throttling: there its answers get lost. */
const OUTAGE = PROVIDER === 'eum' ? 'lost_answers' : 'unavailable';

describe('while the provider takes nothing', () => {
  it('messages and jobs wait, say so, and go out once when it is over', async () => {
    const ids: string[] = [];
    await switchFault(OUTAGE);
    await expectSoon(async () => {
      const message = await send();
      ids.push(message.id);
      expect(message).toMatchObject({ status: 'queued', waitingFor: 'provider' });
    });
    expect(ids.length).toBeLessThanOrEqual(25);
    const last = `message/${ids.at(-1) ?? ''}`;
    expect((await sending.get(last)).body).toMatchObject({ status: 'queued', waitingFor: 'provider' });
    const job = await broadcast();
    await expectSoon(async () =>
      expect((await sending.get(job)).body).toMatchObject({
        counts: { pending: 120, failed: 0 },
        waitingFor: { reason: 'provider', since: expect.any(String) as string },
      }),
    );
    await expectSoon(async () =>
      expect(holdsTold()).toMatchObject([
        { type: 'messaging.sending.paused', scope: 'number', reason: 'provider', number: account.from },
      ]),
    );

    await switchFault('none');
    await expectInTime(async () => {
      const { body } = await sending.get(job);
      expect(body).toMatchObject({ status: 'completed', counts: { sent: 120, failed: 0, skipped: 0 } });
      expect(body).not.toHaveProperty('waitingFor');
      for (const id of ids)
        expect((await sending.get(`message/${id}`)).body).toMatchObject({ status: 'sent' });
    });
    expect((await sending.taken(phones[0] ?? '')).map(({ body }) => body).sort()).toEqual([
      ...ids.map(() => 'Hello'),
      'News',
    ]);
    await expectSoon(async () =>
      expect(holdsTold().map(({ type }) => type)).toEqual([
        'messaging.sending.paused',
        'messaging.sending.resumed',
      ]),
    );
  });

  it('at most 50 recipients of a job are of unknown outcome, also from a number without a rate', async () => {
    phones = sending.phones(400);
    await sending.optIn(phones);
    await switchFault('lost_answers');
    const job = await broadcast();
    let handedOver = 0;
    await expectSoon(async () => {
      const { body } = await sending.get(job);
      handedOver = await textsTaken();
      expect(body).toMatchObject({
        counts: { pending: 400 - handedOver },
        waitingFor: { reason: 'provider' },
      });
    });
    expect(handedOver).toBeLessThanOrEqual(50);
    expect(handedOver).toBeGreaterThan(10);
  });

  it('a spend limit holds everybody, and fails nobody', async () => {
    await switchFault('spend_limit');
    const first = await send();
    expect(first).toMatchObject({ status: 'queued', waitingFor: 'provider' });
    const others = await createApiAccount(service);
    const other = apiSending(() => ({ service, account: others }));
    await other.optIn(phones);
    expect((await other.post('message', { to: phones[1], body: 'Hello' })).body).toMatchObject({
      status: 'queued',
      waitingFor: 'provider',
    });
    const job = await broadcast();
    await expectSoon(async () =>
      expect((await sending.get(job)).body).toMatchObject({
        waitingFor: { reason: 'spend_limit' },
        counts: { pending: 120 },
      }),
    );
    await expectInTime(async () =>
      expect(holdsTold()).toMatchObject([
        { type: 'messaging.sending.paused', scope: 'service', reason: 'spend_limit' },
      ]),
    );

    await switchFault('none');
    await expectInTime(async () => {
      expect((await sending.get(job)).body).toMatchObject({ counts: { sent: 120, failed: 0, skipped: 0 } });
      expect((await sending.get(`message/${first.id}`)).body).toMatchObject({ status: 'sent' });
    });
    await expectInTime(async () =>
      expect(holdsTold().map(({ type }) => type)).toEqual([
        'messaging.sending.paused',
        'messaging.sending.resumed',
      ]),
    );
  });
});

describe('operator pause', () => {
  const scopes: Array<[string, () => string[], string]> = [
    ['everything', () => [], 'service'],
    ['an account', () => ['--account', account.accountId], 'account'],
    ['a number', () => ['--number', account.from], 'number'],
    ['a number of an account', () => ['--account', account.accountId, '--number', account.from], 'number'],
  ];

  const resumed: Array<{ account: ApiAccount; job: string }> = [];

  it.each(scopes)('%s: new requests are refused, what is under way waits', async (_title, options, scope) => {
    // Slow enough to be paused on its way.
    await operate('number', 'set', '--account', account.accountId, '--number', account.from, '--rate', '20');
    const job = await broadcast();
    await expectSoon(async () => {
      const { counts } = (await sending.get(job)).body as { counts: { sent: number } };
      expect(counts.sent).toBeGreaterThan(0);
    });
    expect(await operate('pause', ...options(), '--reason', 'A wrong price', '--yes')).toMatchObject({
      scope,
      paused: true,
      reason: 'A wrong price',
      since: expect.any(String) as string,
    });

    for (const [kind, body] of [
      ['message', { to: phones[0], body: 'Hello' }],
      ['broadcast', { body: 'News', recipients: phones.map((to) => ({ to })) }],
      ['batch', { recipients: phones.map((to) => ({ to, body: 'News' })) }],
    ] as const) {
      const refused = await sending.post(kind, body);
      expect(refused).toMatchObject({ status: 503, body: { code: 33117 } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await sending.post(kind, { ...body, dryRun: true })).status).toBe(200);
    }
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const paused = (await sending.get(job)).body as { counts: { sent: number; pending: number } };
    expect(paused).toMatchObject({ status: 'processing', waitingFor: { reason: 'paused' } });
    expect(paused.counts.pending).toBeGreaterThan(0);
    await passSeconds(15);
    expect((await sending.get(job)).body).toMatchObject({ counts: paused.counts });

    expect(await operate('resume', ...options())).toMatchObject({ scope, paused: false });
    expect((await send()).status).not.toBe('failed');
    resumed.push({ account, job });
    await expectSoon(async () =>
      expect(holdsTold()).toMatchObject([
        { type: 'messaging.sending.paused', scope, reason: 'paused', comment: 'A wrong price' },
        { type: 'messaging.sending.resumed', scope, reason: 'paused' },
      ]),
    );
  });

  // A queue delivers them again after at most a minute: all are waited for at once.
  it('what waited goes on after each resume', async () => {
    expect(resumed).toHaveLength(scopes.length);
    for (const { account: owner, job } of resumed) {
      const read = { account: owner, path: `/api/v1/messaging/${job}` };
      await expectSoon(async () =>
        expect((await callApi(service, read)).body).toMatchObject({
          status: 'completed',
          counts: { sent: 120, failed: 0, skipped: 0 },
        }),
      );
    }
  });

  it('lets the answer to a STOP out, and refuses to launch a campaign', async () => {
    const draft = await callApi(service, {
      account,
      method: 'POST',
      path: '/api/v1/campaigns',
      body: {
        name: 'News',
        from: account.from,
        body: 'News',
        audience: { everyone: true },
        purpose: 'marketing',
      },
    });
    expect(draft.status).toBe(201);
    const { id } = draft.body as { id: string };
    await operate('pause', '--account', account.accountId, '--yes');
    const launch = { account, method: 'POST', path: `/api/v1/campaigns/${id}/launch` } as const;
    expect(await callApi(service, launch)).toMatchObject({ status: 503, body: { code: 33117 } });
    const [person = ''] = phones;
    await operate('account', 'set', '--account', account.accountId, '--keyword-replies', 'on');
    await sending.say(person, 'STOP');
    await expectSoon(async () => expect(await sending.taken(person)).toHaveLength(1));
    await operate('resume', '--account', account.accountId);
    expect((await callApi(service, launch)).status).toBe(202);
  });

  it('refuses a number that nobody has, an account that is not there, and a reason that is too long', async () => {
    await expect(operate('pause', '--number', '+12065550987', '--yes')).rejects.toThrow(
      'No account has the number',
    );
    await expect(operate('pause', '--account', 'acc_none', '--yes')).rejects.toThrow('There is no account');
    await expect(operate('pause', '--reason', 'x'.repeat(201), '--yes')).rejects.toThrow('at most 200');
    await expect(
      operate('pause', '--account', account.accountId, '--number', '+12065550987', '--yes'),
    ).rejects.toThrow('is not assigned');
  });

  it('stands in the audit logs', async () => {
    await operate('pause', '--number', account.from, '--reason', 'A wrong price', '--yes');
    await operate('resume', '--number', account.from);
    const log = await operate<Array<{ action: string }>>('audit', 'list', '--account', account.accountId);
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['sending pause', 'sending resume']),
    );
  });
});
