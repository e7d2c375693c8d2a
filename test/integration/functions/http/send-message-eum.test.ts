import { handler } from '../../../../functions/http/send-message';
import { updateAccount } from '../../../../shared/accounts/account-store';
import { accountKey } from '../../../../shared/platform/store/keys';
import { callHandler } from '../../../support/routes/call-handler';
import { startEngine, type TestEngine } from '../../../support/engines/engine';
import { type MediaServer, startMediaServer } from '../../../support/sending/media-server';
import { forgetHolds } from '../../../support/sending/forget-holds';
import { createSendingAccount, type SendingAccount } from '../../../support/sending/sending-account';
import { startWireServer, type WireServer, type WireStep } from '../../../support/aws/wire-server';

/** Reasons for which no message fails: it waits. */
const WAITS: Array<[string, string]> = [
  ['AccessDeniedException', 'ACCOUNT_DISABLED'],
  ['AccessDeniedException', 'INSUFFICIENT_ACCOUNT_REPUTATION'],
  ['ServiceQuotaExceededException', 'MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT'],
  ['ServiceQuotaExceededException', 'MONTHLY_SPEND_LIMIT_REACHED_FOR_MEDIA'],
  ['ServiceQuotaExceededException', 'MONTHLY_SPEND_LIMIT_REACHED_FOR_RCS'],
];

let engine: TestEngine;
let provider: WireServer;
let files: MediaServer;
let account: SendingAccount;
let keys = 0;

beforeAll(async () => {
  engine = await startEngine();
  provider = await startWireServer();
  files = await startMediaServer();
  engine.setEnvironment();
  Object.assign(process.env, {
    PROVIDER: 'eum',
    MEDIA_BUCKET: 'media',
    LOCAL_SERVICE: '1',
    AWS_ENDPOINT_URL_S3: files.url,
    AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: provider.url,
  });
  account = await createSendingAccount(engine, {
    smsCredits: 100_000,
    mmsCredits: 100_000,
    rateLimits: { message: 100_000 },
  });
});
afterEach(() => forgetHolds(engine.table, { accountId: account.accountId, number: account.from }));
afterAll(async () => {
  await provider.stop();
  await files.stop();
  await engine.stop();
});

const ACCEPTED: WireStep = { status: 200, body: '{"MessageId":"eum-1"}' };
const exception = (type: string, fields: object, status = 400): WireStep => ({
  status,
  body: JSON.stringify({ __type: type, Message: 'secret +12125550123', ...fields }),
});

const credits = async () => {
  const item = await engine.table.get(accountKey(account.accountId));
  return { sms: item?.smsCredits as number, mms: item?.mmsCredits as number };
};

type Sent = Record<'id' | 'status' | 'errorType' | 'errorMessage', string | undefined>;
async function post(body: object) {
  const { authorization, to, from } = account;
  const answer = await callHandler(handler, { authorization, body: { to, from, ...body } });
  return { ...answer, body: answer.body as Sent, isReplay: 'idempotent-replayed' in answer.headers };
}

/** Sends while the provider answers so, and again under the same key once it accepts; returns the credits of both. */
async function sendTwice(step: WireStep, body: object) {
  const keyed = { ...body, idempotencyKey: `key-${(keys += 1)}` };
  const before = await credits();
  const costSince = async () => {
    const now = await credits();
    return { sms: before.sms - now.sms, mms: before.mms - now.mms };
  };
  provider.requests.splice(0);
  provider.behave(step);
  const first = await post(keyed);
  const firstCost = await costSince();
  const requests = provider.requests.length;
  provider.behave(ACCEPTED);
  const second = await post(keyed);
  return { first, firstCost, requests, second, cost: await costSince() };
}

const SMS = { body: 'Hello' };
const NOTHING = { sms: 0, mms: 0 };
const KINDS = [
  ['an SMS', () => SMS, { sms: 2, mms: 0 }],
  ['an MMS', () => ({ mediaUrl: `${files.url}/cat.png` }), { sms: 2, mms: 1 }],
] as const;

function expectRefused(outcome: Awaited<ReturnType<typeof sendTwice>>, errorType: string): void {
  const { first, firstCost, requests, second } = outcome;
  expect(first).toMatchObject({ status: 201, body: { status: 'failed', errorType }, isReplay: false });
  expect(first.body).not.toHaveProperty('sentAt');
  // The provider's message may quote the phone number.
  expect(first.text).not.toContain('secret');
  expect([firstCost, requests]).toEqual([NOTHING, 1]);
  expect(second).toMatchObject({ status: 201, body: { status: 'sent' }, isReplay: false });
  expect(second.body.id).not.toBe(first.body.id);
}

describe('an exception that refuses: 201 and failed, the credits are back, the key is free', () => {
  it.each([
    ['ConflictException', 'DESTINATION_PHONE_NUMBER_OPTED_OUT', 'opted_out'],
    ['ConflictException', 'NUMBER_CAPABILITIES_MISMATCH', 'not_sms_capable'],
    ['ValidationException', 'MEDIA_TYPE_NOT_SUPPORTED', 'media_unavailable'],
  ])('of an MMS: %s %s', async (type, reason, errorType) => {
    const [, body, price] = KINDS[1];
    const outcome = await sendTwice(exception(type, { Reason: reason }), body());
    expectRefused(outcome, errorType);
    expect(outcome.cost).toEqual(price);
    expect(provider.requests.map(({ target }) => target)).toEqual(
      Array(2).fill('PinpointSMSVoiceV2.SendMediaMessage'),
    );
  });
});

describe('a protect configuration of the account', () => {
  const protect = (id: string | null) =>
    updateAccount({ table: engine.table, accountId: account.accountId, changes: { protection: id } });
  afterEach(() => protect(null));
  const bodies = () => provider.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

  it.each(KINDS)('goes along with %s, and only while it is set', async (_kind, body) => {
    provider.behave(ACCEPTED);
    for (const id of ['protect-1', 'protect-2', null]) {
      await protect(id);
      provider.requests.splice(0);
      expect(await post(body())).toMatchObject({ status: 201, body: { status: 'sent' } });
      expect(bodies()).toHaveLength(1);
      expect(bodies()[0]?.ProtectConfigurationId).toBe(id ?? undefined);
    }
  });
});

describe('an exception that means every message: 201 and queued, charged, the key stands for it', () => {
  it.each(WAITS)('%s %s', async (type, reason) => {
    const { first, firstCost, requests, second, cost } = await sendTwice(
      exception(type, { Reason: reason }),
      SMS,
    );
    expect(first).toMatchObject({ status: 201, body: { status: 'queued' }, isReplay: false });
    expect([firstCost, requests]).toEqual([{ sms: 2, mms: 0 }, 1]);
    expect(second).toMatchObject({ status: 201, body: first.body, isReplay: true });
    expect([cost, provider.requests.length]).toEqual([{ sms: 2, mms: 0 }, 1]);
  });

  it('ResourceNotFoundException of the configuration set holds the messages after it too', async () => {
    const step = exception('ResourceNotFoundException', {
      ResourceType: 'configuration-set',
      ResourceId: 'x',
    });
    const { first } = await sendTwice(step, SMS);
    expect(first.body).toMatchObject({ status: 'queued', waitingFor: 'provider' });
    provider.requests.splice(0);
    expect((await post(SMS)).body).toMatchObject({ status: 'queued', waitingFor: 'provider' });
    expect(provider.requests).toEqual([]);
  });
});

describe.each(KINDS.slice(1))(
  '%s that the provider throttles: 201 and queued, charged, the key stands for it',
  (_kind, body, price) => {
    it('a repeat gets the same message, without a call to the provider', async () => {
      const { first, firstCost, requests, second, cost } = await sendTwice(
        exception('ThrottlingException', {}),
        body(),
      );
      expect(first).toMatchObject({ status: 201, body: { status: 'queued' }, isReplay: false });
      expect([firstCost, requests]).toEqual([price, 1]);
      expect(second).toMatchObject({ status: 201, body: first.body, isReplay: true });
      expect([cost, provider.requests.length]).toEqual([price, 1]);
    });
  },
);

describe.each(KINDS.slice(1))(
  '%s whose outcome is open: 201 and failed, charged once',
  (_kind, body, price) => {
    it.each<[string, WireStep]>([
      ['InternalServerException', exception('InternalServerException', { RequestId: 'r' }, 500)],
      ['500 without a body', { status: 500, body: '' }],
      ['503', { status: 503, body: '' }],
      ['a connection that is reset after the request was read', 'resetAfterReading'],
      ['half an answer', 'resetWithinTheAnswer'],
    ])('%s', async (_title, step) => {
      const { first, firstCost, requests, second, cost } = await sendTwice(step, body());
      expect(first).toMatchObject({
        status: 201,
        body: { status: 'failed', errorType: 'outcome_unknown' },
        isReplay: false,
      });
      expect([firstCost, requests]).toEqual([price, 1]);
      expect(second).toMatchObject({ status: 201, body: { status: 'sent' }, isReplay: false });
      expect(cost).toEqual(price);
    });
  },
);

describe('media that cannot be had: 201 and failed, nothing is asked of the provider', () => {
  it.each(['/nothing', '/text.txt', '/large.png'])('%s', async (path) => {
    const { first, firstCost, requests, second } = await sendTwice(ACCEPTED, { mediaUrl: files.url + path });
    expect(first).toMatchObject({
      status: 201,
      body: { status: 'failed', errorType: 'media_unavailable' },
    });
    expect([firstCost, requests]).toEqual([NOTHING, 0]);
    expect(second).toMatchObject({ body: { errorType: 'media_unavailable' }, isReplay: false });
  });

  it('because it lies at an address that is not public', async () => {
    const { first, firstCost } = await sendTwice(ACCEPTED, {
      mediaUrl: 'http://169.254.169.254/latest/meta.png',
    });
    expect(first.body).toMatchObject({ status: 'failed', errorType: 'media_unavailable' });
    expect(firstCost).toEqual(NOTHING);
  });
});
