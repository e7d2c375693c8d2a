import { gzipSync } from 'node:zlib';
import { handler as sendBroadcast } from '../../../../functions/http/send-broadcast';
import { handler as sendMessage } from '../../../../functions/http/send-message';
import { createApiKey, revokeApiKey } from '../../../../shared/accounts/api-keys';
import { getPlatform } from '../../../../shared/platform/platform';
import { useEngine } from '../../../support/engines/engine';
import { countRoundTrips } from '../../../support/engines/round-trips';
import { createSendingAccount, type SendingAccount } from '../../../support/sending/sending-account';

type Handler = (event: never, context: never) => Promise<{ statusCode?: number; body?: string }>;

const engine = useEngine({ setsEnvironment: true });
let account: SendingAccount;
let key: { id: string; secret: string };

beforeEach(async () => {
  account = await createSendingAccount(engine);
  const created = await createApiKey(getPlatform(), account.accountId);
  key = { id: created?.key.id ?? '', secret: created?.secret ?? '' };
});

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
const own = () => basic(key.id, key.secret);
const BOMB = gzipSync('['.repeat(5_000_000)).toString('base64');

/** Calls a handler, by default with a gzip bomb. @returns the answer, and whether the body was read */
async function call(handler: unknown, authorization: string, plainBody?: string) {
  const isPacked = plainBody === undefined;
  let isBodyRead = false;
  const event = {
    headers: {
      authorization,
      'content-type': 'application/json',
      ...(isPacked && { 'content-encoding': 'gzip' }),
    },
    requestContext: { requestId: 'request-1' },
    isBase64Encoded: isPacked,
    get body() {
      isBodyRead = true;
      return plainBody ?? BOMB;
    },
  };
  const answer = await (handler as Handler)(event as never, { awsRequestId: 'invocation-1' } as never);
  const { code } = JSON.parse(answer.body ?? '{}') as { code?: number };
  return { status: answer.statusCode, code, isBodyRead };
}

const HANDLERS = [
  ['a single send', sendMessage],
  ['a broadcast', sendBroadcast],
] as const;
const REFUSED = { status: 401, code: 33001, isBodyRead: false };

describe.each(HANDLERS)('the body of %s (rules 5)', (_, handler) => {
  it.each<[string, () => string]>([
    ['credentials', () => ''],
    ['a key that there is', () => basic('key_01ARZ3NDEKTSV4RRFFQ69G5FAV', key.secret)],
    ['the secret of the key', () => basic(key.id, `${key.secret}x`)],
  ])('is not looked at without %s', async (_what, authorization) => {
    expect(await call(handler, authorization())).toEqual(REFUSED);
    // Nor is it read by an instance that knows the key.
    await call(handler, own());
    expect(await call(handler, authorization())).toEqual(REFUSED);
  });

  it('is refused before it is parsed when it is a heap of brackets', async () => {
    const { code } = await call(handler, own());
    expect(code).toBe(handler === sendMessage ? 33103 : 33100);
  });
});

describe('what a request costs (rules 5.3)', () => {
  const trips = (authorization: string) => countRoundTrips(() => call(sendMessage, authorization, '{}'));
  const ONE_READ = { steps: [['GetCommand']] };

  it('is one read without the secret, whether the key exists or not, and whether it is known here or not', async () => {
    const unknown = basic('key_01ARZ3NDEKTSV4RRFFQ69G5FAV', key.secret);
    const wrong = basic(key.id, `${key.secret}x`);
    expect([await trips(unknown), await trips(wrong)]).toEqual([ONE_READ, ONE_READ]);
    await call(sendMessage, own());
    expect([await trips(unknown), await trips(wrong)]).toEqual([ONE_READ, ONE_READ]);
  });

  it('is one step of reads with a secret that is known here', async () => {
    await call(sendMessage, own());
    expect((await trips(own())).steps[0]?.sort()).toEqual(['BatchGetCommand', 'GetCommand']);
  });

  it('is one read from the second request on with a key that was revoked', async () => {
    await call(sendMessage, own());
    await revokeApiKey(getPlatform(), { accountId: account.accountId, keyId: key.id });
    expect(await call(sendMessage, own())).toMatchObject({ status: 401 });
    expect(await trips(own())).toEqual(ONE_READ);
    expect(await call(sendMessage, own())).toEqual(REFUSED);
  });

  it('never reads a large body with a key that was revoked', async () => {
    await call(sendBroadcast, own());
    await revokeApiKey(getPlatform(), { accountId: account.accountId, keyId: key.id });
    expect(await call(sendBroadcast, own())).toEqual(REFUSED);
  });
});
