import {
  decideSend,
  fromStatusAsStored,
  type SendHistory,
  toStatusAsStored,
} from '../../../shared/messages/outcome';
import { type Reported, reportedAfter } from '../../../shared/messages/receipt';
import type { Channel, Receipt } from '../../../shared/platform/provider/port';

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
    const known =
      deliveryStatus === undefined ? undefined : { deliveryStatus, deliveryStatusAt: deliveryStatusAt ?? '' };
    expect(reportedAfter(known, given) !== undefined).toBe(expected);
  });
});

describe('what RCS makes of the receipts of a message (rules 2.8)', () => {
  const at = (second: number) => `2026-03-01T12:00:0${second}.000Z`;
  const by =
    (channel: Channel, sentFrom: string) =>
    (status: Receipt['status'], second: number, more: Partial<Receipt> = {}): Receipt => ({
      ...{ messageId: 'msg_1', status, at: at(second), channel, sentFrom },
      ...more,
    });
  const rcs = by('rcs', 'rcs-1');
  const sms = by('sms', '+12065550100');
  const sent = rcs('pending', 1);
  const delivered = rcs('delivered', 2, { price: 0.01, parts: 1 });
  const read = (second: number) => rcs('delivered', second, { readAt: at(second) });
  const expired = rcs('failed', 3, { carrierReason: 'Expired' });
  const fallenBack: Receipt = { ...sms('pending', 4), sentFrom: undefined };
  const text = sms('delivered', 5, { price: 0.005, parts: 2 });
  const undelivered = sms('failed', 5, { carrierReason: 'Unreachable' });

  const after = (receipts: Receipt[]) =>
    receipts.reduce<Reported | undefined>(
      (known, receipt) => reportedAfter(known, receipt) ?? known,
      undefined,
    );
  const summaryOf = (receipts: Receipt[]) => {
    const { deliveryStatus, channel, sentFrom, readAt, price, carrierReason } = after(receipts) ?? {};
    return { deliveryStatus, channel, sentFrom, readAt, price, carrierReason };
  };
  const BY_RCS = { deliveryStatus: 'delivered', channel: 'rcs', sentFrom: 'rcs-1' } as const;
  const BY_SMS = { deliveryStatus: 'delivered', channel: 'sms', sentFrom: '+12065550100' } as const;

  it.each<[string, Receipt[], object]>([
    ['sent', [sent], { ...BY_RCS, deliveryStatus: 'pending' }],
    ['delivered', [sent, delivered], { ...BY_RCS, price: 0.01 }],
    ['read', [sent, delivered, read(3)], { ...BY_RCS, price: 0.01, readAt: at(3) }],
    ['read twice', [delivered, read(3), read(4)], { ...BY_RCS, price: 0.01, readAt: at(3) }],
    [
      'read, and reported as delivered only then',
      [read(1), delivered],
      { ...BY_RCS, price: 0.01, readAt: at(1) },
    ],
    ['read, and nothing else', [read(3)], { ...BY_RCS, readAt: at(3) }],
    ['read after it seemed to have expired', [expired, read(4)], { ...BY_RCS, readAt: at(4) }],
    ['on its way by SMS', [sent, fallenBack], { deliveryStatus: 'pending', channel: 'sms' }],
    ['delivered by SMS', [sent, fallenBack, text], { ...BY_SMS, price: 0.005 }],
    ['delivered by SMS, told of nothing else', [sent, text], { ...BY_SMS, price: 0.005 }],
    ['delivered both ways, RCS first', [fallenBack, delivered, text], { ...BY_RCS, price: 0.01 }],
    ['delivered both ways, SMS first', [fallenBack, text, delivered], { ...BY_SMS, price: 0.005 }],
    ['delivered both ways, and read', [text, read(6)], { ...BY_SMS, price: 0.005, readAt: at(6) }],
    [
      'delivered neither way',
      [sent, fallenBack, undelivered],
      { ...BY_SMS, deliveryStatus: 'failed', carrierReason: 'Unreachable' },
    ],
    [
      'expired, with nothing to fall back to',
      [sent, expired],
      { ...BY_RCS, deliveryStatus: 'failed', carrierReason: 'Expired' },
    ],
  ])('%s', (_title, receipts, expected) => {
    expect(summaryOf(receipts)).toEqual({
      ...{ sentFrom: undefined, readAt: undefined, price: undefined, carrierReason: undefined },
      ...expected,
    });
  });

  it.each<[string, Receipt[]]>([
    ['as it happened', [sent, expired, fallenBack, text]],
    ['the end of RCS after the fallback', [sent, fallenBack, expired, text]],
    ['the end of RCS last', [sent, fallenBack, text, expired]],
    ['the text first', [text, fallenBack, expired, sent]],
    ['the end of RCS first', [expired, sent, text, fallenBack]],
    ['each twice', [sent, sent, expired, expired, fallenBack, fallenBack, text, text]],
  ])('a fallback ends the same, %s', (_title, receipts) => {
    expect(summaryOf(receipts)).toEqual({
      ...BY_SMS,
      ...{ readAt: undefined, price: 0.005, carrierReason: undefined },
    });
  });

  it('a receipt that says nothing new changes nothing', () => {
    const known = after([delivered, read(3)]);
    for (const again of [delivered, read(3), read(4), sent, expired, fallenBack, text]) {
      expect(reportedAfter(known, again)).toBeUndefined();
    }
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
