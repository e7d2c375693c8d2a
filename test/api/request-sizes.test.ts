import { gzipSync } from 'node:zlib';
import { apiSending } from '../support/service/api-sending';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi } from '../support/service/service';

const MOST = 5_000;
const BATCH = '/api/v1/messaging/batch';

const fixture = useSendingService({}, { account: 'ofFile' });
const phones = Array.from({ length: MOST }, (_, index) => `+1206${String(2_000_000 + index)}`);

beforeAll(async () => {
  await apiSending(() => ({ service: fixture.service, account: fixture.account })).optIn(phones);
});

const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  callApi(fixture.service, { account: fixture.account, method: 'POST', path, body, headers });

const codeOf = (answer: ApiAnswer) => [answer.status, (answer.body as { code?: number }).code];
/** Returns JSON of exactly this many bytes, which no schema accepts. */
const jsonOf = (bytes: number) => `{"x":"${'x'.repeat(bytes - 8)}"}`;

describe('the largest batch within the limits (rules 8.2)', () => {
  const request = () =>
    JSON.stringify({
      from: fixture.account.from,
      dryRun: true,
      recipients: phones.map((to) => ({ to, body: '😀'.repeat(640) })),
    });
  /** Returns the request as clients that keep to ASCII write it. */
  const escaped = () => request().replaceAll('😀', String.raw`\u263a`);

  describe.each<[string, () => string, number]>([
    ['emoji', request, 12_900_000],
    ['escapes', escaped, 19_200_000],
  ])('is taken when its bodies are 640 %s', (_, text, bytes) => {
    it.each([
      ['plain', (body: string) => post(BATCH, body)],
      ['with gzip', (body: string) => post(BATCH, gzipSync(body), { 'content-encoding': 'gzip' })],
    ])('%s', async (_how, send) => {
      const body = text();
      expect(Buffer.byteLength(body)).toBeGreaterThan(bytes);
      const answer = await send(body);
      expect([answer.status, answer.body]).toEqual([
        200,
        expect.objectContaining({ totalRecipients: MOST, encoding: 'UCS-2' }),
      ]);
    });
  });
});

describe('the size of a body (rules E7)', () => {
  it.each([
    ['/api/v1/messaging/message', 64 * 1024],
    ['/api/v1/contacts/by-phone/%2B12062000000', 64 * 1024],
    ['/api/v1/messaging/batch', 32 * 1024 * 1024],
    ['/api/v1/messaging/broadcast', 32 * 1024 * 1024],
  ])('may be on %s %d bytes and no more', async (path, bytes) => {
    const gzip = { 'content-encoding': 'gzip' };
    const answers = [
      await post(path, jsonOf(bytes)),
      await post(path, gzipSync(jsonOf(bytes)), gzip),
      await post(path, gzipSync(jsonOf(bytes + 1)), gzip),
      await post(path, jsonOf(bytes + 1)),
    ];
    expect(answers.map(codeOf)).toEqual([
      [400, 33100],
      [400, 33100],
      [413, 33103],
      [413, 33103],
    ]);
  });

  it('is of no matter without credentials', async () => {
    const answer = await callApi(fixture.service, {
      method: 'POST',
      path: '/api/v1/messaging/message',
      body: jsonOf(64 * 1024 + 1),
    });
    expect(codeOf(answer)).toEqual([401, 33001]);
  });
});

describe('the size of what comes before the body', () => {
  it('is refused in the envelope', async () => {
    const path = '/api/v1/groups';
    const header = await callApi(fixture.service, {
      account: fixture.account,
      path,
      headers: { 'x-note': 'x'.repeat(11_000) },
    });
    const query = await callApi(fixture.service, {
      account: fixture.account,
      path: `${path}?name=${'x'.repeat(9_000)}`,
    });
    const parameter = await callApi(fixture.service, {
      account: fixture.account,
      path: `${path}/${'x'.repeat(9_000)}`,
    });
    expect([header, query, parameter].map(codeOf)).toEqual([
      [431, 33114],
      [414, 33115],
      [414, 33115],
    ]);
    expect(query.body).toEqual({
      message: 'Request-URI Too Long',
      code: 33115,
      status: 414,
      moreInfo: `${fixture.service.baseUrl}/docs/errors#33115`,
    });
  });
});
