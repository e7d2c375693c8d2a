import { handler } from '../../../../functions/http/send-message';
import { systemClock } from '../../../../shared/platform/clock';
import { accountLinkKey, rateKey } from '../../../../shared/platform/store/keys';
import { getPlatform } from '../../../../shared/platform/platform';
import { Table } from '../../../../shared/platform/store/table';
import { callHandler } from '../../../support/routes/call-handler';
import { useEngine } from '../../../support/engines/engine';
import { createScriptedProvider, type ScriptedProvider } from '../../../support/sending/scripted-provider';
import {
  createSendingAccount,
  putContact,
  type SendingAccount,
} from '../../../support/sending/sending-account';

const engine = useEngine({ setsEnvironment: true });
let provider: ScriptedProvider;
let account: SendingAccount;

beforeEach(async () => {
  provider = createScriptedProvider();
  Object.assign(getPlatform(), { provider });
  account = await createSendingAccount(engine);
});

async function post(body: object | string = {}, headers: Record<string, string> = {}) {
  const { authorization, to, from } = account;
  const whole = typeof body === 'string' ? body : { to, from, body: 'Hello', ...body };
  return callHandler(handler, { authorization, body: whole, headers });
}

const countedRequests = async () =>
  (await engine.table.get(rateKey({ owner: account.accountId, bucket: 'message' })))?.count as
    | number
    | undefined;

describe('replays (rules 8.3)', () => {
  const key = { idempotencyKey: 'order:1' };

  it('carry the header, and the first status and body', async () => {
    const first = await post(key);
    const second = await post({ ...key, body: 'Something else' });
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(second.headers).toMatchObject({ 'idempotent-replayed': 'true' });
    expect(provider.asked).toHaveLength(1);
  });

  it('are given whatever else is wrong with the new request', async () => {
    const first = await post(key);
    const broken = [
      ...[
        { to: 'not a number' },
        { to: 7 },
        { to: '+12125550199' },
        { from: undefined },
        { from: '+12065550199' },
      ],
      ...[{ body: '' }, { body: '\u0007' }, { unknown: true }],
    ];
    const answers = await Promise.all(broken.map((body) => post({ ...key, ...body })));
    expect(answers.map(({ body }) => body)).toEqual(broken.map(() => first.body));
  });

  it('do not use up the rate limit, and come when it is used up', async () => {
    account = await createSendingAccount(engine, { rateLimits: { message: 1 } });
    const first = await post(key);
    expect(await post()).toMatchObject({ status: 429 });
    const answers = [await post(key), await post(key)];
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
      { status: 201, body: first.body },
      { status: 201, body: first.body },
    ]);
    expect(await countedRequests()).toBe(1);
  });

  it('come to all of twenty identical requests at once when one uses up the limit', async () => {
    account = await createSendingAccount(engine, { rateLimits: { message: 1 } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(key)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(provider.asked).toHaveLength(1);
  });

  it('come to a request that the limit refuses before the first one has claimed the key', async () => {
    account = await createSendingAccount(engine, { rateLimits: { message: 1 } });
    let claim: () => void = () => undefined;
    const isCounted = new Promise<void>((counted) => {
      jest.spyOn(Table.prototype, 'transact').mockImplementationOnce(async function (
        this: Table,
        ...actions
      ) {
        counted();
        await new Promise<void>((goOn) => (claim = goOn));
        return this.transact(...actions);
      });
    });
    const first = post(key);
    await isCounted;
    const pause = async () => {
      claim();
      await first;
    };
    Object.assign(getPlatform(), { pause });
    const second = await post(key);
    claim();
    expect([second.status, second.text]).toEqual([201, (await first).text]);
    expect([provider.asked.length, await countedRequests()]).toEqual([1, 1]);

    const pauses = jest.fn(pause);
    Object.assign(getPlatform(), { pause: pauses, clock: { now: () => new Date(Date.now() + 2_000) } });
    expect(await post({ idempotencyKey: 'order:2' })).toMatchObject({ status: 429 });
    expect(pauses).not.toHaveBeenCalled();
    Object.assign(getPlatform(), { pause: undefined, clock: systemClock });
    jest.restoreAllMocks();
  });

  it('wait a few seconds for the first request, then 33104 with Retry-After', async () => {
    let answerFirst: () => void = () => undefined;
    const accept = provider.send.bind(provider);
    const isAsked = new Promise<void>((resolve) => {
      provider.send = async (message) => {
        resolve();
        await new Promise<void>((answer) => (answerFirst = answer));
        return accept(message);
      };
    });
    const first = post(key);
    await isAsked;
    let waitedMs = 0;
    Object.assign(getPlatform(), { pause: async (ms: number) => void (waitedMs += ms) });
    const answer = await post(key);
    expect(answer).toMatchObject({
      status: 409,
      headers: { 'retry-after': '1' },
      body: { code: 33104, message: 'A request with this idempotency key is still running.' },
    });
    expect(waitedMs).toBe(5_000);
    Object.assign(getPlatform(), { pause: undefined });
    answerFirst();
    expect((await first).body).toMatchObject({ status: 'sent' });
  });
});

describe('dryRun', () => {
  const dryRun = { dryRun: true };

  it('answers what the send would be, and neither sends nor charges nor takes the key', async () => {
    expect(await post({ ...dryRun, idempotencyKey: 'order:1' })).toMatchObject({
      status: 200,
      body: { dryRun: true, encoding: 'GSM-7', segments: 1, credits: { sms: 2, mms: 0 } },
    });
    expect(provider.asked).toEqual([]);
    expect(await post({ idempotencyKey: 'order:1' })).toMatchObject({ body: { status: 'sent' } });
  });

  it('is no replay of a send with the same key', async () => {
    await post({ idempotencyKey: 'order:1' });
    expect((await post({ ...dryRun, idempotencyKey: 'order:1' })).body).toEqual({
      dryRun: true,
      encoding: 'GSM-7',
      segments: 1,
      credits: { sms: 2, mms: 0 },
    });
  });

  it('warns of what is no merge tag, which a send leaves in the text', async () => {
    const body = 'Hi {{first_name}}';
    const warning =
      '{{first_name}} is no merge tag and is sent as it is written. Did you mean {{contact_first_name}}?';
    expect((await post({ ...dryRun, body })).body).toEqual({
      ...{ dryRun: true, encoding: 'GSM-7', segments: 1, credits: { sms: 2, mms: 0 } },
      warnings: [warning],
    });
    const { body: sent } = await post({ body });
    expect(sent).toMatchObject({ status: 'sent', body });
    expect(sent).not.toHaveProperty('warnings');
  });

  it('warns of a link that is not registered, and of none that is', async () => {
    const link = 'go.example.com/registered';
    const { accountId } = account;
    await engine.table.put({ Item: { ...accountLinkKey(accountId, link), link, accountId } });
    const warningsOf = async (linked: string) =>
      (await post({ ...dryRun, body: `See {{trackingLink "${linked}"}}` })).body as { warnings?: string[] };
    expect((await warningsOf(link)).warnings).toBeUndefined();
    expect((await warningsOf('go.example.com/other')).warnings).toEqual([
      '{{trackingLink "go.example.com/other"}} names no registered link: go.example.com/other is sent in its place, and clicks do not count.',
    ]);
  });

  it('counts the segments of the resolved text', async () => {
    const { accountId, to: phoneNumber } = account;
    await putContact(engine, { accountId, phoneNumber, firstName: 'Жанна' });
    const body = `{{contact_first_name}} ${'x'.repeat(65)}`;
    expect((await post({ ...dryRun, body })).body).toMatchObject({ encoding: 'UCS-2', segments: 2 });
  });

  it('counts a tracking link at its full length', async () => {
    const link = 'go.example.com/summer';
    const { accountId } = account;
    await engine.table.put({ Item: { ...accountLinkKey(accountId, link), link, accountId } });
    const resolved = 'https://go.example.com/summer?r=0123456789'.length;
    const fill = 'x'.repeat(160 - resolved);
    const tag = `{{trackingLink "${link}"}}`;
    expect((await post({ ...dryRun, body: fill + tag })).body).toMatchObject({ segments: 1 });
    expect((await post({ ...dryRun, body: `${fill}x${tag}` })).body).toMatchObject({ segments: 2 });
  });

  it.each([
    ['content_rejected', '{{contact_first_name}}.ly/x1'],
    ['message_rejected', 'x'.repeat(300)],
  ])('says that the send would fail with %s', async (errorType, more) => {
    account = await createSendingAccount(engine, { maxSegments: 1 });
    const { accountId, to: phoneNumber } = account;
    await putContact(engine, { accountId, phoneNumber, firstName: 'bit' });
    const body = `See {{contact_first_name}} ${more}`;
    const { body: answer } = await post({ ...dryRun, body });
    const { body: sent } = await post({ body });
    const { errorMessage } = sent as { errorMessage: string };
    expect(sent).toMatchObject({ status: 'failed', errorType, errorMessage });
    expect(answer).toMatchObject({ credits: { sms: 2, mms: 0 }, errorType, errorMessage });
  });

  it('says what an MMS costs', async () => {
    expect((await post({ ...dryRun, mediaUrl: 'https://example.com/cat.jpg' })).body).toMatchObject({
      credits: { sms: 2, mms: 1 },
    });
  });

  it.each([
    ['33028', { to: '+12125550199' }, 400],
    ['33016', { body: '\u0001' }, 400],
    ['33004', { from: '+12065559999' }, 400],
  ])('is refused with %s as the send would be', async (code, body, status) => {
    expect(await post({ ...dryRun, ...body })).toMatchObject({ status, body: { code: Number(code) } });
  });

  it('is refused with 33023 as the send would be', async () => {
    account = await createSendingAccount(engine, { smsCredits: 1 });
    expect(await post(dryRun)).toMatchObject({ status: 402, body: { code: 33023 } });
  });
});
