import { gzipSync } from 'node:zlib';
import { useSendingService } from '../support/service/sending-service';
import { callApi } from '../support/service/service';

const fixture = useSendingService({}, { account: 'ofFile' });

const SEND = '/api/v1/messaging/message';
const post = (body: unknown, headers: Record<string, string> = {}) =>
  callApi(fixture.service, { account: fixture.account, method: 'POST', path: SEND, body, headers });

describe('rules 7: bad input gets the envelope', () => {
  it.each<[string, string, number, number]>([
    ['text that is no JSON', 'hello', 400, 33101],
    ['half a body', '{"to": "+1212', 400, 33101],
    ['a body of null', 'null', 400, 33100],
    ['a list', '[]', 400, 33100],
    ['a number', '1', 400, 33100],
    ['deep nesting', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 400, 33100],
    ['an own __proto__ property', '{"__proto__": {"to": "+12125550100"}}', 400, 33100],
    ['an own constructor property', '{"constructor": {"prototype": {}}}', 400, 33100],
    ['wrong types', '{"to": 1, "from": {}, "body": []}', 400, 33100],
    ['a property twice, wrong the second time', '{"to": "+12125550100", "to": 5, "from": "x"}', 400, 33100],
    ['a number that is no phone', '{"to": "0123", "from": "+12125550100", "body": "x"}', 400, 33003],
    [
      'a number with a line feed',
      '{"to": "+12125550100\\n", "from": "+12125550100", "body": "x"}',
      400,
      33003,
    ],
  ])('answers %s', async (_, body, status, code) => {
    const answer = await post(body);
    expect([answer.status, (answer.body as { code: number }).code]).toEqual([status, code]);
  });

  it.each<[string, string]>([
    ['GET', 'campaigns/ID'],
    ['GET', 'campaigns/ID/recipients'],
    ['POST', 'campaigns/ID/cancel'],
    ['GET', 'campaigns/ID/recipients/exports/ID'],
    ['GET', 'segments/ID'],
    ['DELETE', 'segments/ID'],
    ['GET', 'contacts/imports/ID'],
    ['POST', 'contacts/imports/ID/cancel'],
    ['GET', 'contacts/exports/ID'],
    ['GET', 'contacts/erasures/ID'],
    ['GET', 'messaging/message/ID'],
    ['GET', 'messaging/broadcast/ID'],
    ['GET', 'messaging/broadcast/ID/recipients'],
    ['GET', 'messaging/broadcast/ID/clicks'],
    ['POST', 'messaging/batch/ID/cancel'],
  ])('knows nothing under an id longer than any key of the table: %s %s', async (method, path) => {
    for (const length of [1_018, 2_000, 4_000]) {
      const answer = await callApi(fixture.service, {
        account: fixture.account,
        method,
        path: `/api/v1/${path.replaceAll('ID', 'x'.repeat(length))}`,
      });
      expect(answer.status).toBe(404);
    }
  });

  it.each(['broadcast', 'batch'])(
    'refuses a sender longer than any key of the table in a %s',
    async (kind) => {
      const recipients = Array.from({ length: 100 }, (_, index) => ({
        to: `+1212555${1000 + index}`,
        ...(kind === 'batch' && { body: 'x' }),
      }));
      const answer = await callApi(fixture.service, {
        account: fixture.account,
        method: 'POST',
        path: `/api/v1/messaging/${kind}`,
        body: { from: '1'.repeat(3_000), recipients, ...(kind === 'broadcast' && { body: 'x' }) },
      });
      expect(answer).toMatchObject({ status: 400, body: { code: 33003, details: { field: 'from' } } });
    },
  );

  it('answers invalid UTF-8', async () => {
    const answer = await post(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]));
    expect([answer.status, (answer.body as { code: number }).code]).toEqual([400, 33101]);
  });

  it('says where and why', async () => {
    const answer = await post({ to: 5, colour: 'red' });
    expect(answer.body).toEqual({
      code: 33100,
      message: 'The request is invalid: /from is required (and 2 more).',
      status: 400,
      moreInfo: `${fixture.service.baseUrl}/docs/errors#33100`,
      details: {
        errors: [
          { pointer: '/from', reason: 'required' },
          { pointer: '/colour', reason: 'unknown property: remove it' },
          { pointer: '/to', reason: 'must be a string' },
        ],
      },
    });
  });

  it.each([
    ['no content type', ''],
    ['a form', 'application/x-www-form-urlencoded'],
    ['text', 'text/plain'],
  ])('refuses %s with 415', async (_, contentType) => {
    const answer = await post('{}', { 'content-type': contentType });
    expect([answer.status, (answer.body as { code: number }).code]).toEqual([415, 33102]);
  });

  it('takes JSON with parameters and structured suffixes', async () => {
    const answers = await Promise.all(
      ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/merge-patch+json'].map((type) =>
        post('{}', { 'content-type': type }),
      ),
    );
    expect(answers.map(({ body }) => (body as { code: number }).code)).toEqual([33100, 33100, 33100]);
  });

  it('refuses an unknown content encoding with 415', async () => {
    const answer = await post('{}', { 'content-encoding': 'br' });
    expect([answer.status, (answer.body as { code: number }).code]).toEqual([415, 33102]);
  });

  it('takes a gzip body', async () => {
    const answer = await post(gzipSync('{"to": 5}'), { 'content-encoding': 'gzip' });
    expect((answer.body as { code: number }).code).toBe(33100);
  });

  it('answers gzip that is none, and gzip that is cut off', async () => {
    const cut = gzipSync(JSON.stringify({ body: 'x'.repeat(1_000) })).subarray(0, 20);
    const answers = await Promise.all(
      [Buffer.from('not gzip'), cut].map((body) => post(body, { 'content-encoding': 'gzip' })),
    );
    expect(answers.map(({ status, body }) => [status, (body as { code: number }).code])).toEqual([
      [400, 33101],
      [400, 33101],
    ]);
  });

  it.each(['message', 'broadcast', 'batch'])('stops unpacking a gzip bomb to %s', async (kind) => {
    const answer = await callApi(fixture.service, {
      account: fixture.account,
      method: 'POST',
      path: `/api/v1/messaging/${kind}`,
      body: gzipSync(Buffer.alloc(200 * 1024 * 1024)),
      headers: { 'content-encoding': 'gzip' },
    });
    expect([answer.status, (answer.body as { code: number }).code]).toEqual([413, 33103]);
  });
});

describe('unknown routes', () => {
  it.each([
    ['GET', '/', 404, 33105],
    ['GET', '/api/v1', 404, 33105],
    ['GET', '/api/v2/messaging/message', 404, 33105],
    ['POST', '/api/v1/messaging/messages', 404, 33105],
    ['GET', '/api/v1/messaging/message', 405, 33106],
    ['PUT', '/api/v1/messaging/message', 405, 33106],
    ['PUT', '/%61pi/v1/messaging/messag%65', 405, 33106],
    ['PUT', '/api%2fv1/messaging/message', 404, 33105],
    ['PUT', '/api/v1/contacts/by-phone/%2B12125550100', 405, 33106],
  ])('answers %s %s in the envelope', async (method, path, status, code) => {
    const answer = await callApi(fixture.service, { account: fixture.account, method, path });
    expect([answer.status, (answer.body as { code: number }).code]).toEqual([status, code]);
  });

  it('gives every answer a request id', async () => {
    const answer = await callApi(fixture.service, { path: '/nowhere' });
    expect(answer.headers.get('x-request-id')).toMatch(/\S{8,}/);
  });

  it('serves the reference that moreInfo points to', async () => {
    const answer = await callApi(fixture.service, { path: '/docs/errors' });
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('id="33028"');
  });
});
