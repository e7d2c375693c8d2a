import type { OutgoingResult } from '../../../../shared/platform/outgoing/guarded-client';
import { describeRefusal, judgeAnswer } from '../../../../shared/webhooks/attempt-delivery';

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

describe('what an answer means', () => {
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
