import { createApiKey, revokeApiKey } from '../../shared/accounts/api-keys';
import { ROUTES } from '../../functions/http/routes';
import type { Route } from '../../shared/http/route';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAccount, basic, callApi, createApiAccount } from '../support/service/service';

const fixture = useSendingService({}, { account: 'ofFile' });
let other: ApiAccount;

beforeAll(async () => {
  other = await createApiAccount(fixture.service);
});

const PATH = '/api/v1/messaging/message/msg_unknown';
const read = (headers: Record<string, string>) => callApi(fixture.service, { path: PATH, headers });

describe('rules 5: authentication', () => {
  const envelope = () => ({
    code: 33001,
    message: 'Authentication failed.',
    status: 401,
    moreInfo: `${fixture.service.baseUrl}/docs/errors#33001`,
  });

  it('takes the id and secret of a key', async () => {
    const answer = await callApi(fixture.service, { account: fixture.account, path: PATH });
    expect(answer.status).toBe(404);
  });

  it.each<[string, () => Record<string, string>]>([
    ['no credentials', () => ({})],
    ['another scheme', () => ({ authorization: 'Bearer abc' })],
    ['an empty Basic header', () => ({ authorization: 'Basic ' })],
    ['what is not base64', () => ({ authorization: 'Basic !!!' })],
    [
      'no colon',
      () => ({ authorization: `Basic ${Buffer.from(fixture.account.apiKeyId).toString('base64')}` }),
    ],
    ['an empty key id', () => ({ authorization: basic('', fixture.account.apiKeySecret) })],
    [
      'an unknown key id',
      () => ({ authorization: basic('key_01ARZ3NDEKTSV4RRFFQ69G5FAV', fixture.account.apiKeySecret) }),
    ],
    ['an empty secret', () => ({ authorization: basic(fixture.account.apiKeyId, '') })],
    [
      'a wrong secret',
      () => ({ authorization: basic(fixture.account.apiKeyId, `${fixture.account.apiKeySecret}x`) }),
    ],
    [
      "another account's secret",
      () => ({ authorization: basic(fixture.account.apiKeyId, other.apiKeySecret) }),
    ],
    ['a key id longer than any key', () => ({ authorization: basic('k'.repeat(3_000), 'secret') })],
  ])('answers %s with the same 401', async (_, headers) => {
    const answer = await read(headers());
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 401, body: envelope() });
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="messaging", charset="UTF-8"');
  });

  it('refuses a key from the moment that it is revoked', async () => {
    const created = await createApiKey(fixture.service.deps, fixture.account.accountId);
    if (!created) throw new Error('No key');
    const headers = { authorization: basic(created.key.id, created.secret) };
    expect((await read(headers)).status).toBe(404);
    await revokeApiKey(fixture.service.deps, { accountId: fixture.account.accountId, keyId: created.key.id });
    const answer = await read(headers);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 401, body: envelope() });
  });

  it('asks for credentials on every route but the public ones', async () => {
    const statuses = await Promise.all(
      (ROUTES as readonly Route[])
        .filter(({ authentication }) => authentication === 'basic')
        .map(async ({ method, path }) => {
          const answer = await callApi(fixture.service, { method, path: path.replace(/\{\w+\}/g, 'x') });
          return [path, answer.status, (answer.body as { code: number }).code];
        }),
    );
    expect(statuses).toEqual(statuses.map(([path]) => [path, 401, 33001]));
  });
});
