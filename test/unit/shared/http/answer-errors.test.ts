import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { answerErrors } from '../../../../shared/http/answer-errors';
import { captureLog } from '../../../support/captured-log';

const event = { requestContext: { requestId: 'request-1' } } as APIGatewayProxyEventV2;
const contextWith = (remainingMs: number) => ({ getRemainingTimeInMillis: () => remainingMs }) as Context;
const log = captureLog();

beforeAll(() => Object.assign(process.env, { TABLE_NAME: 'Table', BASE_URL: 'https://api.example.com' }));
afterAll(() => log.restore());

describe('the answer to a request', () => {
  it('is an internal error in the envelope when the time of the function runs out', async () => {
    const result = await answerErrors(
      { event, context: contextWith(60) },
      () => new Promise(() => undefined),
    );
    expect([result.statusCode, result.headers?.['x-request-id'], JSON.parse(result.body ?? '')]).toEqual([
      500,
      'request-1',
      expect.objectContaining({ code: 33199, details: { requestId: 'request-1' } }),
    ]);
  });

  it('is that of the route when there is time', async () => {
    const result = await answerErrors({ event, context: contextWith(60_000) }, async (headers) => {
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
    const result = await answerErrors({ event, context: contextWith(60_000) }, () =>
      Promise.resolve({ statusCode: 200, headers: page, body: '' }),
    );
    expect(result.headers).toMatchObject({ ...page, 'referrer-policy': 'no-referrer' });
  });
});
