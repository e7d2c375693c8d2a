import { setTimeout as sleep } from 'node:timers/promises';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { type AnswerHeaders, httpHandler } from '../../../../shared/http/http-handler';
import type { Result } from '../../../../shared/http/http-event';
import { captureLog } from '../../../support/logs/captured-log';

const event = { requestContext: { requestId: 'request-1' } } as APIGatewayProxyEventV2;
const contextWith = (remainingMs: number) => ({ getRemainingTimeInMillis: () => remainingMs }) as Context;
const log = captureLog();

/** Calls a handler with this much time left. */
const answerWithin = (remainingMs: number, answer: (headers: AnswerHeaders) => Promise<Result>) =>
  httpHandler('getContact', (_, headers) => answer(headers))(event, contextWith(remainingMs));

beforeAll(() => Object.assign(process.env, { TABLE_NAME: 'Table', BASE_URL: 'https://api.example.com' }));
afterAll(() => log.restore());

describe('the answer to a request', () => {
  it('says that the service is not available when the time of the function runs out', async () => {
    const result = await answerWithin(1_010, async (headers) => {
      headers.ratelimit = '"read";r=1;t=60';
      await sleep(200);
      throw new Error('after the timeout');
    });
    const { 'x-request-id': requestId, 'retry-after': retryAfter, ratelimit } = result.headers ?? {};
    expect([result.statusCode, requestId, retryAfter, ratelimit, JSON.parse(result.body ?? '')]).toEqual([
      503,
      'request-1',
      '1',
      '"read";r=1;t=60',
      {
        code: 33113,
        message: 'The service is not available at the moment. Retry later.',
        status: 503,
        moreInfo: 'https://api.example.com/docs/errors#33113',
      },
    ]);
  });

  it('is an internal error in the envelope when the handler fails', async () => {
    const result = await answerWithin(60_000, () => Promise.reject(new Error('secret')));
    expect([result.statusCode, result.headers?.['x-request-id'], JSON.parse(result.body ?? '')]).toEqual([
      500,
      'request-1',
      expect.objectContaining({ code: 33199, details: { requestId: 'request-1' } }),
    ]);
    expect(result.body).not.toContain('secret');
  });

  it('is that of the route when there is time', async () => {
    const result = await answerWithin(60_000, async (headers) => {
      headers.ratelimit = '"read";r=1;t=60';
      return { statusCode: 200, headers: { etag: 'x' }, body: '{}' };
    });
    expect(result).toEqual({
      statusCode: 200,
      headers: {
        etag: 'x',
        ratelimit: '"read";r=1;t=60',
        'content-security-policy':
          "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000',
        'x-content-type-options': 'nosniff',
        'x-request-id': 'request-1',
      },
      body: '{}',
    });
  });

  it('has the policy of a page where the route gives one', async () => {
    const page = { 'content-security-policy': "default-src 'self'" };
    const result = await answerWithin(60_000, () =>
      Promise.resolve({ statusCode: 200, headers: page, body: '' }),
    );
    expect(result.headers).toMatchObject({ ...page, 'referrer-policy': 'no-referrer' });
  });
});
