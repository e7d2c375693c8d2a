import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { errorAnswer, toServiceError } from '../../../../shared/http/envelope';
import { StoreBusyError } from '../../../../shared/platform/store/retry-on-conflict';

describe('an error that no use case expects', () => {
  const answer = (error: unknown) =>
    errorAnswer({ error: toServiceError(error, 'request'), baseUrl: 'https://example.com' });

  it('is a 503 with Retry-After when the record was written by too many others', () => {
    const { statusCode, headers, body } = answer(new StoreBusyError('Still in conflict'));
    expect([statusCode, headers?.['retry-after'], JSON.parse(body ?? '')]).toEqual([
      503,
      '1',
      expect.objectContaining({ code: 33113, status: 503 }),
    ]);
  });

  it('is a 503 with Retry-After when DynamoDB throttles', () => {
    const throttled = new ProvisionedThroughputExceededException({ message: 'Throughput', $metadata: {} });
    const { statusCode, headers } = answer(throttled);
    expect([statusCode, headers?.['retry-after']]).toEqual([503, '1']);
  });

  it.each([
    Object.assign(new Error('no answer in time'), { name: 'TimeoutError' }),
    Object.assign(new Error('a fault of AWS'), { name: 'InternalServerError' }),
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' }),
  ])('is a 503 with Retry-After when AWS does not answer: %s', (error) => {
    const { statusCode, headers, body } = answer(error);
    expect([statusCode, headers?.['retry-after']]).toEqual([503, '1']);
    expect(body).not.toContain(error.message);
  });

  it('is a 500 without its own text otherwise', () => {
    const { statusCode, body } = answer(new Error('a secret'));
    expect(statusCode).toBe(500);
    expect(body).not.toContain('secret');
    expect(body).toContain('"requestId":"request"');
  });
});
