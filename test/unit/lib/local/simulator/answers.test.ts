import { chooseAnswer, chooseReceipt, dependsOnAttempts } from '../../../../../lib/local/simulator/answers';

const FIRST_AT_MS = 1_795_176_000_000;

function answerTo(to: string, { count = 0, elapsedMs = 0 } = {}) {
  return chooseAnswer({ to, earlier: { count, firstAtMs: FIRST_AT_MS }, nowMs: FIRST_AT_MS + elapsedMs });
}

describe('chooseAnswer', () => {
  it.each(['+15555550123', '+15005550002', '+15005550000', '12345'])('accepts %s', (to) => {
    expect(answerTo(to)).toEqual({ kind: 'accept' });
  });

  it.each([
    ['+15005550001', 'invalid_number', 'The recipient is not a valid phone number.'],
    ['+15005550004', 'opted_out', 'The recipient opted out at the provider.'],
    ['+15005550009', 'not_sms_capable', 'The recipient cannot receive text messages.'],
  ])('refuses %s for good', (to, errorType, errorMessage) => {
    expect(answerTo(to, { count: 7, elapsedMs: 60_000 })).toEqual({
      kind: 'refuse',
      errorType,
      errorMessage,
    });
  });

  it.each([
    [0, { kind: 'unavailable', status: 429, retryAfterSeconds: 1 }],
    [1, { kind: 'unavailable', status: 429, retryAfterSeconds: 1 }],
    [2, { kind: 'accept' }],
    [3, { kind: 'accept' }],
  ])('after %d attempts answers a throttled number accordingly', (count, expected) => {
    expect(answerTo('+15005550010', { count })).toEqual(expected);
  });

  it('takes a message without an answer', () => {
    expect(answerTo('+15005550011')).toEqual({ kind: 'accept-silently' });
  });

  it.each([
    [0, { kind: 'unavailable', status: 503, retryAfterSeconds: 5 }],
    [1, { kind: 'unavailable', status: 503, retryAfterSeconds: 5 }],
    [4_000, { kind: 'unavailable', status: 503, retryAfterSeconds: 1 }],
    [4_999, { kind: 'unavailable', status: 503, retryAfterSeconds: 1 }],
    [5_000, { kind: 'accept' }],
    [5_001, { kind: 'accept' }],
  ])('%d ms after the first attempt answers an unavailable number accordingly', (elapsedMs, expected) => {
    expect(answerTo('+15005550012', { count: 1, elapsedMs })).toEqual(expected);
  });
});

describe('dependsOnAttempts', () => {
  it.each([
    ['+15005550010', true],
    ['+15005550012', true],
    ['+15005550011', false],
    ['+15555550123', false],
  ])('of %s is %p', (to, expected) => {
    expect(dependsOnAttempts(to)).toBe(expected);
  });
});

describe('chooseReceipt', () => {
  it.each([
    ['+15005550013', 'failed'],
    ['+15005550014', undefined],
    ['+15005550011', 'delivered'],
    ['+15555550123', 'delivered'],
  ])('of %s is %p', (to, expected) => {
    expect(chooseReceipt(to)).toBe(expected);
  });
});
