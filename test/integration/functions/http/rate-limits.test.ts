import { handler as sendBatch } from '../../../../functions/http/send-batch';
import { handler as sendBroadcast } from '../../../../functions/http/send-broadcast';
import { handler as sendMessage } from '../../../../functions/http/send-message';
import type { RateLimitBucket } from '../../../../shared/limits';
import { rateKey } from '../../../../shared/platform/store/keys';
import type { Table } from '../../../../shared/platform/store/table';
import { systemClock } from '../../../../shared/platform/clock';
import { getPlatform } from '../../../../shared/platform/platform';
import type { SendOutcome } from '../../../../shared/platform/provider/port';
import { callHandler, type HandlerAnswer } from '../../../support/routes/call-handler';
import { useEngine } from '../../../support/engines/engine';
import { createScriptedProvider, type ScriptedProvider } from '../../../support/sending/scripted-provider';
import { readCredits } from '../../../support/sending/read-credits';
import {
  createSendingAccount,
  putContact,
  type SendingAccount,
} from '../../../support/sending/sending-account';

const engine = useEngine({ setsEnvironment: true });
let provider: ScriptedProvider;
let account: SendingAccount;

const PHONES = Array.from({ length: 100 }, (_, index) => `+1212555${1000 + index}`);

beforeEach(() => {
  provider = createScriptedProvider();
  Object.assign(getPlatform(), { provider });
});

async function useAccount(rateLimits: Partial<Record<RateLimitBucket, number>> = {}): Promise<void> {
  account = await createSendingAccount(engine, { smsCredits: 10_000, rateLimits });
}

const message = (body: object = {}) =>
  callHandler(sendMessage, {
    authorization: account.authorization,
    body: { to: account.to, from: account.from, body: 'Hello', ...body },
  });

const broadcast = (body: object | string = {}) =>
  callHandler(sendBroadcast, {
    authorization: account.authorization,
    body:
      typeof body === 'string'
        ? body
        : { from: account.from, body: 'Hello', recipients: PHONES.map((to) => ({ to })), ...body },
  });

const batch = (body: object = {}) =>
  callHandler(sendBatch, {
    authorization: account.authorization,
    body: {
      from: account.from,
      recipients: PHONES.slice(0, 10).map((to) => ({ to, body: 'Hello' })),
      ...body,
    },
  });

async function optIn(phones: string[] = PHONES): Promise<void> {
  const { accountId } = account;
  await Promise.all(phones.map((phoneNumber) => putContact(engine, { accountId, phoneNumber })));
}

const counted = async (bucket: RateLimitBucket) =>
  (await engine.table.get(rateKey({ owner: account.accountId, bucket: bucket })))?.count as
    | number
    | undefined;

const codeOf = ({ body }: HandlerAnswer) => (body as { code?: number }).code;
const limitHeaders = ({ headers }: HandlerAnswer) => [headers['ratelimit-policy'], headers.ratelimit];

describe('the bucket message (rules 8.1)', () => {
  let before: Table;
  beforeEach(() => {
    before = getPlatform().table;
    // The service's own client calls again after five seconds, and a request that was counted late is counted twice:
    // on a busy machine that takes places of the window.
    Object.assign(getPlatform(), { table: engine.table });
  });
  afterEach(() => {
    Object.assign(getPlatform(), { clock: systemClock, table: before });
  });

  it('lets 60 of 500 requests through that come at once, and as many in the next window', async () => {
    await useAccount();
    let nowMs = Date.parse('2026-03-01T12:00:00.000Z');
    Object.assign(getPlatform(), { clock: { now: () => new Date(nowMs) } });
    const countAtOnce = async () => {
      const answers = await Promise.all(Array.from({ length: 500 }, () => message()));
      const refused = answers.filter(({ status }) => status !== 201);
      expect(new Set(refused.map((answer) => `${answer.status} ${codeOf(answer)}`))).toEqual(
        new Set(['429 33002']),
      );
      return answers.length - refused.length;
    };
    expect(await countAtOnce()).toBe(60);
    expect(provider.taken).toHaveLength(60);
    nowMs += 59_999;
    expect(await countAtOnce()).toBe(0);
    nowMs += 1;
    expect(await countAtOnce()).toBe(60);
    expect(provider.taken).toHaveLength(120);
    const { sms } = await readCredits(engine.table, account.accountId);
    expect(sms).toBe(10_000 - 2 * 120);
  });
});

describe('the bucket replay', () => {
  const key = { idempotencyKey: 'order:1' };

  it('counts replays of a single send, and refuses those beyond', async () => {
    await useAccount({ replay: 2 });
    const first = await message(key);
    const replays = [await message(key), await message(key)];
    expect(replays.map(({ status, body }) => ({ status, body }))).toEqual([
      { status: 201, body: first.body },
      { status: 201, body: first.body },
    ]);
    expect(replays[1]?.headers.ratelimit).toMatch(/^"message";r=59;t=\d+$/);
    const beyond = await message(key);
    expect([beyond.status, codeOf(beyond), beyond.headers['ratelimit-policy']]).toEqual([
      429,
      33002,
      '"replay";q=2;w=60',
    ]);
    expect(beyond.headers.ratelimit).toMatch(/^"replay";r=0;t=\d+$/);
    expect(provider.asked).toHaveLength(1);
    expect(await counted('message')).toBe(1);
  });

  it('counts replays of a job, and refuses those beyond', async () => {
    await useAccount({ replay: 1 });
    await optIn();
    const first = await broadcast(key);
    const [second, third] = [await broadcast(key), await broadcast(key)];
    expect([first.status, second.status, second.text]).toEqual([202, 202, first.text]);
    expect([third.status, codeOf(third), third.headers['ratelimit-policy']]).toEqual([
      429,
      33002,
      '"replay";q=1;w=60',
    ]);
  });

  it('counts a repeat that finds the first request still running, before it waits', async () => {
    await useAccount({ replay: 0 });
    let reach = (): void => undefined;
    let answerFirst = (_: SendOutcome): void => undefined;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    const answered = new Promise<SendOutcome>((resolve) => (answerFirst = resolve));
    provider.send = async () => {
      reach();
      return answered;
    };
    const first = message(key);
    await reached;
    const repeat = await message(key);
    expect([repeat.status, codeOf(repeat)]).toEqual([429, 33002]);
    answerFirst({ outcome: 'accepted', providerMessageId: 'sim_1' });
    expect((await first).status).toBe(201);
  });

  it('has 600 requests', async () => {
    await useAccount();
    await message(key);
    await message(key);
    expect(await counted('replay')).toBe(1);
  });

  it('is no concern of a first request with a key', async () => {
    await useAccount({ replay: 0 });
    expect((await message(key)).status).toBe(201);
  });
});

describe('dry runs (rules E7)', () => {
  it.each<[string, (body: object) => Promise<HandlerAnswer>, RateLimitBucket]>([
    ['single send', message, 'message'],
    ['broadcast', broadcast, 'broadcast'],
    ['batch', batch, 'batch'],
  ])('of a %s count in read', async (_, send, bucket) => {
    await useAccount({ read: 2, [bucket]: 0 });
    await optIn(PHONES);
    const first = await send({ dryRun: true });
    expect([first.status, ...limitHeaders(first)]).toEqual([200, '"read";q=2;w=60', '"read";r=1;t=60']);
    // A refused request still counts.
    const refused = await send({ dryRun: true, from: '+12065559999' });
    expect([refused.status, codeOf(refused)]).toEqual([400, 33004]);
    const third = await send({ dryRun: true });
    expect([third.status, third.headers['ratelimit-policy']]).toEqual([429, '"read";q=2;w=60']);
    expect(await counted(bucket)).toBeUndefined();
  });

  it('are told by true only', async () => {
    await useAccount();
    expect(limitHeaders(await message({ dryRun: 'true' }))[0]).toBe('"message";q=60;w=60');
    expect(limitHeaders(await message({ dryRun: false }))[0]).toBe('"message";q=60;w=60');
  });
});

describe('a refused broadcast or batch (rules E7)', () => {
  it.each<[string, object | string, number]>([
    ['JSON that is none', '{"from":', 33101],
    ['a body that breaks the schema', { recipients: [] }, 33100],
    ['a number that is none', { recipients: PHONES.map((to) => ({ to: to.slice(0, 4) })) }, 33003],
    ['recipients who are not opted in', {}, 33028],
  ])('gives its place back for %s', async (_, body, code) => {
    await useAccount();
    const refused = await broadcast(body);
    expect([codeOf(refused), refused.headers.ratelimit]).toEqual([code, '"broadcast";r=1;t=60']);
  });

  it('gives its place back when credits or the quota do not suffice', async () => {
    account = await createSendingAccount(engine, { smsCredits: 199 });
    await optIn();
    const poor = await broadcast();
    expect([codeOf(poor), poor.headers.ratelimit]).toEqual([33023, '"broadcast";r=1;t=60']);
    account = await createSendingAccount(engine, { smsCredits: 1_000, dailyQuota: 99 });
    await optIn();
    const over = await broadcast();
    expect([over.status, codeOf(over), over.headers.ratelimit]).toEqual([429, 33012, '"broadcast";r=1;t=60']);
  });

  it('gives back its own place only, of two at once', async () => {
    await useAccount({ batch: 2 });
    await optIn();
    const [accepted, refused] = await Promise.all([batch(), batch({ from: '+12065559999' })]);
    expect([accepted.status, refused.status]).toEqual([202, 400]);
    expect(await counted('batch')).toBe(1);
    expect([(await batch()).status, (await batch()).status]).toEqual([202, 429]);
  });

  it('gives nothing back for a 429 of the limit itself', async () => {
    await useAccount({ batch: 1 });
    await optIn();
    await batch();
    const limited = await batch({ from: '+12065559999' });
    expect([limited.status, codeOf(limited)]).toEqual([429, 33002]);
    expect(await counted('batch')).toBe(1);
  });

  it('keeps its place when the service fails', async () => {
    await useAccount();
    const log = jest.spyOn(getPlatform().log, 'error').mockReturnValue(undefined);
    const read = jest.spyOn(getPlatform().ids, 'next').mockImplementation(() => {
      throw new Error('broken');
    });
    await optIn();
    expect((await broadcast()).status).toBe(500);
    expect(await counted('broadcast')).toBe(1);
    read.mockRestore();
    log.mockRestore();
  });

  it('is of no use to single sends, which keep theirs', async () => {
    await useAccount();
    expect((await message({ from: '+12065559999' })).headers.ratelimit).toMatch(/^"message";r=59;/);
  });
});
