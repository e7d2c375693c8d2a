import {
  decideSend,
  fromStatusAsStored,
  type SendHistory,
  toStatusAsStored,
} from '../../../shared/messages/outcome';
import { supersedes } from '../../../shared/messages/receipt';
import type { Receipt } from '../../../shared/platform/provider/port';

describe('whether a receipt is news', () => {
  const receipt = (status: Receipt['status'], at: string): Receipt => ({ messageId: 'msg_1', status, at });
  const EARLY = '2026-03-01T12:00:00.000Z';
  const LATE = '2026-03-01T12:00:01.000Z';

  it.each([
    ['the first', receipt('pending', EARLY), undefined, undefined, true],
    ['pending, later than pending', receipt('pending', LATE), 'pending', EARLY, true],
    ['pending, the same again', receipt('pending', EARLY), 'pending', EARLY, false],
    ['pending, out of order', receipt('pending', EARLY), 'pending', LATE, false],
    [
      'final, even if its time is earlier than that of pending',
      receipt('failed', EARLY),
      'pending',
      LATE,
      true,
    ],
    ['failed after delivered', receipt('failed', LATE), 'delivered', EARLY, false],
    ['delivered after failed', receipt('delivered', LATE), 'failed', EARLY, false],
    ['delivered again', receipt('delivered', LATE), 'delivered', EARLY, false],
  ] as const)('%s', (_title, given, deliveryStatus, deliveryStatusAt, expected) => {
    expect(supersedes(given, { deliveryStatus, deliveryStatusAt })).toBe(expected);
  });
});

const SINCE_MS = Date.parse('2026-03-01T12:00:00.000Z');
const NOW_MS = SINCE_MS + 10_000;
const HOUR_MS = 3_600_000;

const hitimelineOf = (changes: Partial<SendHistory> = {}): SendHistory => ({
  attempts: 1,
  sinceMs: SINCE_MS,
  nowMs: NOW_MS,
  random: 0,
  of: 'single',
  ...changes,
});
const unavailable = (retryAfterSeconds = 0) => ({ outcome: 'unavailable', retryAfterSeconds }) as const;

describe('what the provider’s answer makes of a message (rules 3.1)', () => {
  it('is sent when it accepted it', () => {
    const answer = { outcome: 'accepted', providerMessageId: 'p1' } as const;
    expect(decideSend(answer, hitimelineOf())).toEqual({ kind: 'sent', providerMessageId: 'p1' });
  });

  it('is failed, in the provider’s words, when it refused it', () => {
    const answer = { outcome: 'refused', errorType: 'opted_out', errorMessage: 'Opted out.' } as const;
    expect(decideSend(answer, hitimelineOf())).toEqual({
      kind: 'failed',
      errorType: 'opted_out',
      errorMessage: 'Opted out.',
    });
  });

  it('is unknown when no answer came', () => {
    expect(decideSend({ outcome: 'unknown' }, hitimelineOf())).toEqual({ kind: 'unknown' });
  });

  it('is another try when it did not take it', () => {
    expect(decideSend(unavailable(7), hitimelineOf())).toEqual({ kind: 'retry', atMs: NOW_MS + 7_000 });
  });
});

describe('the next try', () => {
  const waitSeconds = (attempts: number, options: { random: number; retryAfterSeconds?: number }) => {
    const { random, retryAfterSeconds } = options;
    const outcome = decideSend(unavailable(retryAfterSeconds), hitimelineOf({ attempts, random }));
    return outcome.kind === 'retry' ? (outcome.atMs - NOW_MS) / 1000 : undefined;
  };

  it.each([
    [1, 1],
    [2, 2],
    [3, 4],
    [6, 32],
    [7, 60],
    [50, 60],
  ])('after try %i is at most %i s away', (attempts, seconds) => {
    expect(waitSeconds(attempts, { random: 1 })).toBe(seconds);
  });

  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [7, 30],
  ])('after try %i is at least %i s away', (attempts, seconds) => {
    expect(waitSeconds(attempts, { random: 0 })).toBe(seconds);
  });

  it('is never sooner than the provider asked for', () => {
    expect(waitSeconds(1, { random: 1, retryAfterSeconds: 42 })).toBe(42);
  });

  it('comes as long as it falls within 4 hours of the first turn', () => {
    const nowMs = SINCE_MS + 4 * HOUR_MS - 1_000;
    expect(decideSend(unavailable(), hitimelineOf({ nowMs }))).toEqual({
      kind: 'retry',
      atMs: SINCE_MS + 4 * HOUR_MS,
    });
  });

  it('does not come a millisecond beyond: the message is given up', () => {
    const nowMs = SINCE_MS + 4 * HOUR_MS - 999;
    expect(decideSend(unavailable(), hitimelineOf({ nowMs }))).toEqual({ kind: 'givenUp' });
    expect(decideSend(unavailable(), hitimelineOf({ nowMs, of: 'job' })).kind).toBe('retry');
  });
});

describe('an unknown outcome', () => {
  const stored = {
    id: 'msg_1',
    status: 'failed',
    errorType: 'outcome_unknown',
    errorMessage: 'The provider gave no answer; the message may have been delivered.',
  } as const;

  it('is stored as a failure of its own type', () => {
    expect(toStatusAsStored({ id: 'msg_1', status: 'unknown' })).toEqual(stored);
  });

  it('is read from that', () => {
    expect(fromStatusAsStored(stored)).toEqual({ id: 'msg_1', status: 'unknown' });
  });

  it.each([
    { status: 'failed', errorType: 'invalid_number' },
    { status: 'sent', errorType: undefined },
  ])('is none of %j', (other) => {
    expect(fromStatusAsStored(other)).toEqual(other);
    expect(toStatusAsStored(other)).toEqual(other);
  });
});
