import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';

import type { OutgoingResult } from '../../../shared/platform/outgoing/guarded-client';
import { deriveSealingKey } from '../../../shared/platform/secrets/sealing-key';
import { describeRefusal, judgeAnswer } from '../../../shared/webhooks/attempt-delivery';
import type { AttemptOutcome } from '../../../shared/webhooks/delivery';
import { healthAfter } from '../../../shared/webhooks/internal/endpoint-health';
import type { EndpointQueue } from '../../../shared/webhooks/endpoint-queue';
import { readPublishedEvent } from '../../../shared/webhooks/fan-out-events';
import {
  ATTEMPT_DELAYS_MS,
  hasFailedForTooLong,
  nextAttemptDelayMs,
  readRetryAfter,
} from '../../../shared/webhooks/internal/retry-schedule';
import {
  newSigningSecret,
  openSecret,
  sealSecret,
  signatureHeaders,
} from '../../../shared/webhooks/signing-secret';

const KEY = deriveSealingKey('key');
const OWNER = { accountId: 'acc_1', endpointId: 'end_1' };

describe('a signing secret', () => {
  it('is whsec_ and 32 random bytes in base64', () => {
    const [one, other] = [newSigningSecret(), newSigningSecret()];
    expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(one).not.toBe(other);
  });

  it('opens for the key and the owner that it was sealed for', () => {
    const sealed = sealSecret('whsec_abc', { key: KEY, owner: OWNER });
    expect(openSecret(sealed, { key: KEY, owner: OWNER })).toBe('whsec_abc');
    expect(sealed).not.toContain('abc');
  });

  it('looks different each time it is sealed', () => {
    const options = { key: KEY, owner: OWNER };
    expect(sealSecret('whsec_abc', options)).not.toBe(sealSecret('whsec_abc', options));
  });

  it.each([
    ['another key', { key: deriveSealingKey('other'), owner: OWNER }],
    ['another account', { key: KEY, owner: { ...OWNER, accountId: 'acc_2' } }],
    ['another endpoint', { key: KEY, owner: { ...OWNER, endpointId: 'end_2' } }],
  ])('does not open for %s', (_what, options) => {
    const sealed = sealSecret('whsec_abc', { key: KEY, owner: OWNER });
    expect(() => openSecret(sealed, options)).toThrow();
  });

  it('does not open when a byte was changed', () => {
    const sealed = sealSecret('whsec_abc', { key: KEY, owner: OWNER });
    const bytes = Buffer.from(sealed.slice('v1.'.length), 'base64url');
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => openSecret(`v1.${changed.toString('base64url')}`, { key: KEY, owner: OWNER })).toThrow();
    }
  });

  it.each(['', 'v1.', 'v2.AAAA', 'v1.AAAA', 'whsec_abc'])('does not open from %j', (sealed) => {
    expect(() => openSecret(sealed, { key: KEY, owner: OWNER })).toThrow('Not a sealed text');
  });
});

describe('signature headers', () => {
  it('are those of the example in the specification', () => {
    expect(
      signatureHeaders({
        eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        payload: '{"test": 2432232314}',
        secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
        at: new Date(1_614_265_330_999),
      }),
    ).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('verify with either of two secrets, whatever the payload', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const secrets = [newSigningSecret(), newSigningSecret()];
        const payload = JSON.stringify({ text });
        const headers = signatureHeaders({ eventId: 'evt_1', payload, secrets, at: new Date() });
        for (const secret of secrets) {
          expect(new Webhook(secret).verify(payload, headers)).toEqual(JSON.parse(payload));
        }
        expect(() => new Webhook(newSigningSecret()).verify(payload, headers)).toThrow();
      }),
      { numRuns: 50 },
    );
  });
});

const delay = (attempts: number, options: { retryAfterSeconds?: number; random?: number } = {}) =>
  nextAttemptDelayMs({
    attempts,
    retryAfterSeconds: options.retryAfterSeconds,
    random: options.random ?? 0,
  });

describe('the schedule', () => {
  it('has ten attempts: 0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
    expect(ATTEMPT_DELAYS_MS).toEqual([
      0, 5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000, 86_400_000,
    ]);
  });

  it('waits after each failure for its step', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempts) => delay(attempts))).toEqual([
      5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000, 86_400_000,
    ]);
  });

  it('ends after the tenth', () => {
    expect(delay(10)).toBeUndefined();
    expect(delay(10, { retryAfterSeconds: 60 })).toBeUndefined();
  });

  it('takes up to a tenth off a wait', () => {
    expect(delay(2, { random: 0.5 })).toBe(285_000);
    expect(delay(2, { random: 0.999999 })).toBe(270_000);
  });

  it('never comes sooner than asked, and as late as a day', () => {
    expect(delay(1, { retryAfterSeconds: 4 })).toBe(5_000);
    expect(delay(1, { retryAfterSeconds: 6 })).toBe(6_000);
    expect(delay(1, { retryAfterSeconds: 86_400 })).toBe(86_400_000);
    expect(delay(1, { retryAfterSeconds: 86_401 })).toBe(86_400_000);
    expect(delay(1, { retryAfterSeconds: 0 })).toBe(5_000);
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-03-01T12:00:00.500Z');

  it.each([
    ['0', 0],
    ['120', 120],
    [' 120 ', 120],
    ['Sun, 01 Mar 2026 12:01:00 GMT', 60],
    ['Sun, 01 Mar 2026 12:00:01 GMT', 1],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ])('%j is %d s', (value, seconds) => expect(readRetryAfter(value, now)).toBe(seconds));

  it.each([
    undefined,
    '',
    'soon',
    '-1',
    '1.5',
    '1e3',
    '2026-03-01',
    'Sun, 99 Mar 2026 12:00:00 GMT',
    ['1', '2'],
  ])('%j says nothing', (value) => expect(readRetryAfter(value, now)).toBeUndefined());
});

describe('five days of failures', () => {
  it('are over at the very moment', () => {
    const failingSince = '2026-03-01T12:00:00.000Z';
    const at = (text: string) => hasFailedForTooLong({ failingSince, now: new Date(text) });
    expect(at('2026-03-06T11:59:59.999Z')).toBe(false);
    expect(at('2026-03-06T12:00:00.000Z')).toBe(true);
    expect(at('2026-03-06T12:00:00.001Z')).toBe(true);
  });
});

describe('the health of an endpoint', () => {
  const NOW = '2026-03-10T12:00:00.000Z';
  const LONG_AGO = '2026-03-05T12:00:00.000Z';
  const YESTERDAY = '2026-03-09T12:00:00.000Z';
  const DELIVERED: AttemptOutcome = { outcome: 'delivered', responseStatus: 200 };
  const FAILED: AttemptOutcome = {
    ...{ outcome: 'failed', responseStatus: 500, error: 'status 500' },
    retryAfterSeconds: undefined,
  };
  const GONE: AttemptOutcome = { outcome: 'gone', responseStatus: 410 };

  const after = (outcome: AttemptOutcome, failingSince?: string, enabledAt = '2026-03-01T00:00:00.000Z') => {
    const endpointQueue = { endpointId: 'whk_1', accountId: 'acc_1', failingSince } as EndpointQueue;
    const health = healthAfter(endpointQueue, { endpoint: { enabledAt }, outcome, now: new Date(NOW) });
    return [health.endpointQueue.failingSince, health.endpointQueue.lastSuccessAt, health.reason];
  };

  it('is well after a delivery', () =>
    expect(after(DELIVERED, LONG_AGO)).toEqual([undefined, NOW, undefined]));

  it('fails from the first attempt that fails', () => {
    expect(after(FAILED)).toEqual([NOW, undefined, undefined]);
    expect(after(FAILED, YESTERDAY)).toEqual([YESTERDAY, undefined, undefined]);
  });

  it('is a reason to disable it after five days without a success', () =>
    expect(after(FAILED, LONG_AGO)).toEqual([LONG_AGO, undefined, 'failing']));

  it('begins anew when it is enabled again', () =>
    expect(after(FAILED, LONG_AGO, YESTERDAY)).toEqual([NOW, undefined, undefined]));

  it('is a reason to disable it when the receiver says that it is gone', () =>
    expect(after(GONE)).toEqual([NOW, undefined, 'gone']));
});

describe('what an answer means', () => {
  const NOW = new Date('2026-03-01T12:00:00.000Z');
  const answered = (status: number, headers: Record<string, string> = {}): OutgoingResult => ({
    outcome: 'answered',
    status,
    headers,
    body: Buffer.alloc(0),
    isCut: false,
    url: 'https://example.com/',
  });
  const failed = (error: string, responseStatus?: number, retryAfterSeconds?: number) => ({
    outcome: 'failed',
    responseStatus,
    error,
    retryAfterSeconds,
  });

  it.each([200, 201, 202, 204, 299])('%d is a success', (status) => {
    expect(judgeAnswer(answered(status), NOW)).toEqual({ outcome: 'delivered', responseStatus: status });
  });

  it('is a success although the answer was longer than we read', () => {
    expect(judgeAnswer({ ...answered(200), isCut: true } as OutgoingResult, NOW)).toMatchObject({
      outcome: 'delivered',
    });
  });

  it.each([199, 400, 401, 404, 409, 429, 500, 503])('%d is a failure', (status) => {
    expect(judgeAnswer(answered(status), NOW)).toEqual(failed(`The receiver answered ${status}.`, status));
  });

  it.each([300, 301, 302, 303, 307, 308, 399])('%d is a failure, for it leads elsewhere', (status) => {
    expect(judgeAnswer(answered(status, { location: 'https://example.org/' }), NOW)).toEqual(
      failed(`The receiver answered ${status}: redirects are not followed.`, status),
    );
  });

  it('410 means never to retry', () => {
    expect(judgeAnswer(answered(410), NOW)).toEqual({ outcome: 'gone', responseStatus: 410 });
  });

  it('says when to retry', () => {
    expect(judgeAnswer(answered(503, { 'retry-after': '30' }), NOW)).toEqual(
      failed('The receiver answered 503.', 503, 30),
    );
  });

  it('is a failure when there was none', () => {
    expect(judgeAnswer({ outcome: 'failed', reason: 'timeout', detail: 'TIMEOUT' }, NOW)).toEqual(
      failed('No answer within 15 seconds.'),
    );
    expect(judgeAnswer({ outcome: 'failed', reason: 'connection', detail: 'ECONNREFUSED' }, NOW)).toEqual(
      failed('The connection failed (ECONNREFUSED).'),
    );
    expect(judgeAnswer({ outcome: 'refused', reason: 'addressNotAllowed' }, NOW)).toEqual(
      failed('The address does not lead to a public address.'),
    );
  });

  it.each(['notAUrl', 'tooLong', 'schemeNotAllowed', 'hasCredentials', 'addressNotAllowed'] as const)(
    'has words for %s',
    (reason) => expect(describeRefusal(reason)).toMatch(/^(is|must|does) /),
  );
});

const DETAIL = {
  id: 'evt_01KJMNEX00E2TTQZ4N0A8QH0FV',
  type: 'contacts.group.opted_in',
  version: 1,
  time: '2026-03-01T12:00:00.000Z',
  accountId: 'acc_1',
};

describe('an event from the bus', () => {
  it('is read with what all events have first', () => {
    expect(
      readPublishedEvent({
        source: 'messaging-service',
        detail: { group: { id: 'grp_1' }, ...DETAIL },
        resources: ['out_1'],
      }),
    ).toEqual({
      id: DETAIL.id,
      type: DETAIL.type,
      time: DETAIL.time,
      accountId: 'acc_1',
      payload:
        '{"id":"evt_01KJMNEX00E2TTQZ4N0A8QH0FV","type":"contacts.group.opted_in","version":1,' +
        '"time":"2026-03-01T12:00:00.000Z","accountId":"acc_1","group":{"id":"grp_1"}}',
      outboxId: 'out_1',
    });
  });

  it('needs no place to be acknowledged at', () => {
    expect(readPublishedEvent({ detail: DETAIL, resources: [] })).toMatchObject({ outboxId: undefined });
    expect(readPublishedEvent({ detail: DETAIL })).toMatchObject({ outboxId: undefined });
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'event'],
    ['no detail', {}],
    ['a detail that is a text', { detail: 'x' }],
    ['no id', { detail: { ...DETAIL, id: undefined } }],
    ['an id that is no text', { detail: { ...DETAIL, id: 1 } }],
    ['an id that breaks a header', { detail: { ...DETAIL, id: 'evt_1\r\nx: y' } }],
    ['an id of 101 characters', { detail: { ...DETAIL, id: 'e'.repeat(101) } }],
    ['no type', { detail: { ...DETAIL, type: undefined } }],
    ['no account', { detail: { ...DETAIL, accountId: undefined } }],
    ['a time that is none', { detail: { ...DETAIL, time: 'now' } }],
  ])('is none of ours with %s', (_what, envelope) => {
    expect(readPublishedEvent(envelope)).toBeUndefined();
  });

  it('may have an id of 100 characters', () => {
    expect(readPublishedEvent({ detail: { ...DETAIL, id: 'e'.repeat(100) } })).toBeDefined();
  });
});
