import { type E164, parseE164 } from '../../../../../shared/phone-numbers/e164';
import {
  chooseAnswer,
  chooseRcsReceipts,
  chooseReceipt,
  createAnswers,
  dependsOnAttempts,
} from '../../../../../lib/local/simulator/answers';

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

describe('chooseRcsReceipts', () => {
  it.each([
    ['any phone', '+15555550123', ['delivered', 'read']],
    ['a phone without RCS', '+15005550015', ['fallen_back', 'delivered']],
    ['a phone whose owner opens nothing', '+15005550016', ['delivered']],
    ['a phone that gets no text', '+15005550013', ['fallen_back', 'failed']],
    ['a phone that is never reported', '+15005550014', []],
  ])('%s', (_title, to, expected) => {
    expect(chooseRcsReceipts(to)).toEqual(expected);
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

describe('createAnswers', () => {
  const [A, B] = ['+15555550100', '+15555550101'].map((number) => parseE164(number) as E164) as [E164, E164];
  const ACCEPT = { kind: 'accept' };
  const UNAVAILABLE = { kind: 'unavailable', status: 503, retryAfterSeconds: 1 };
  const create = (random?: () => number) =>
    createAnswers({ clock: { now: () => new Date(FIRST_AT_MS) }, random });
  const from = (sender: string, to = '+15555550123') => ({ messageId: 'msg_1', from: sender, to });

  it.each([
    ['unavailable', UNAVAILABLE],
    ['throttled', { kind: 'unavailable', status: 429, retryAfterSeconds: 1 }],
    ['lost_answers', { kind: 'accept-silently' }],
    ['spend_limit', { kind: 'spend-limit' }],
  ] as const)('answers as a provider with the fault %s, until it ends', (fault, expected) => {
    const answers = create();
    answers.switchFault({ fault, share: 1 });
    const during = answers.choose(from(A));
    answers.switchFault({ fault: 'none', share: 1 });
    expect([during, answers.choose(from(A))]).toEqual([expected, ACCEPT]);
  });

  it('acts on the named sender numbers only', () => {
    const answers = create();
    answers.switchFault({ fault: 'unavailable', numbers: [A], share: 1 });
    expect([answers.choose(from(A)), answers.choose(from(B))]).toEqual([UNAVAILABLE, ACCEPT]);
  });

  it.each([
    [0, 0, ACCEPT],
    [0.25, 0.2499, UNAVAILABLE],
    [0.25, 0.25, ACCEPT],
    [1, 0.9999, UNAVAILABLE],
  ])('with a share of %d and a draw of %d', (share, draw, expected) => {
    const answers = create(() => draw);
    answers.switchFault({ fault: 'unavailable', share });
    expect(answers.choose(from(A))).toEqual(expected);
  });

  it('puts the fault before the behaviour of a recipient, whose attempts do not count meanwhile', () => {
    const answers = create();
    const throttled = { kind: 'unavailable', status: 429, retryAfterSeconds: 1 };
    const message = from(A, '+15005550010');
    answers.switchFault({ fault: 'unavailable', share: 1 });
    const during = [1, 2, 3].map(() => answers.choose(message));
    answers.switchFault({ fault: 'none', share: 1 });
    expect([during, [1, 2, 3].map(() => answers.choose(message))]).toEqual([
      [UNAVAILABLE, UNAVAILABLE, UNAVAILABLE],
      [throttled, throttled, ACCEPT],
    ]);
  });

  it('has no fault and no attempts after it is cleared', () => {
    const answers = create();
    answers.switchFault({ fault: 'spend_limit', share: 1 });
    answers.clear();
    expect([answers.faults(), answers.choose(from(A))]).toEqual([[], ACCEPT]);
  });
});
