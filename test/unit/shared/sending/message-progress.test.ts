import { newMessage } from '../../../../shared/messages/message';
import {
  decideKey,
  keyExpiry,
  type KeyRecord,
  type KeyState,
  mayBeClaimed,
  readKeyRecord,
} from '../../../../shared/sending/idempotency/key-record';
import { keyItem } from '../../../../shared/sending/idempotency/key-writes';
import {
  fail,
  progressAfter,
  progressWhileHeld,
  progressWithoutSlot,
  sentByReceipt,
} from '../../../../shared/sending/single/message-progress';

describe('message progress', () => {
  const NOW = new Date('2026-03-01T12:00:10.000Z');
  const message = newMessage({
    id: 'msg_1',
    accountId: 'acc_1',
    to: '+12125550123',
    from: '+12065550100',
    body: 'Hello',
    createdAt: '2026-03-01T12:00:00.000Z',
    phase: 'handingOver',
    attempts: 1,
  });

  const NOTHING = {
    errorType: undefined,
    errorMessage: undefined,
    sentAt: undefined,
    providerMessageId: undefined,
    leaseUntil: undefined,
    nextAttemptAt: undefined,
  };

  describe('what a hand-over makes of a message (rules 3.1)', () => {
    it('is sent when the provider accepted it', () => {
      const outcome = { outcome: 'accepted', providerMessageId: 'p1' } as const;
      expect(progressAfter(outcome, { message, now: NOW, random: 0 })).toEqual({
        ...NOTHING,
        status: 'sent',
        phase: 'settled',
        attempts: 1,
        sentAt: '2026-03-01T12:00:10.000Z',
        providerMessageId: 'p1',
      });
    });

    it('is failed with the provider’s own words when it refused it', () => {
      const outcome = { outcome: 'refused', errorType: 'opted_out', errorMessage: 'Opted out.' } as const;
      expect(progressAfter(outcome, { message, now: NOW, random: 0 })).toEqual({
        ...NOTHING,
        status: 'failed',
        phase: 'settled',
        attempts: 1,
        errorType: 'opted_out',
        errorMessage: 'Opted out.',
      });
    });

    it('is unknown when no answer came', () => {
      expect(progressAfter({ outcome: 'unknown' }, { message, now: NOW, random: 0 })).toEqual({
        ...NOTHING,
        status: 'unknown',
        phase: 'settled',
        attempts: 1,
      });
    });

    it('is traced by the last answer, and by what it waited for in a row', () => {
      const throttled = (providerRequestId: string) =>
        ({
          outcome: 'unavailable',
          retryAfterSeconds: 7,
          providerReason: 'ThrottlingException',
          providerRequestId,
        }) as const;
      const first = progressAfter(throttled('request-1'), { message, now: NOW, random: 0 });
      const again = { ...message, ...first, attempts: 2 };
      const later = new Date('2026-03-01T12:00:20.000Z');
      expect(progressAfter(throttled('request-2'), { message: again, now: later, random: 0 })).toMatchObject({
        providerReason: 'ThrottlingException',
        providerRequestId: 'request-2',
        waits: [
          {
            at: '2026-03-01T12:00:10.000Z',
            until: '2026-03-01T12:00:27.000Z',
            times: 2,
            why: 'ThrottlingException',
            providerRequestId: 'request-2',
          },
        ],
      });
    });

    it('is queued for another try when the provider did not take it', () => {
      const outcome = { outcome: 'unavailable', retryAfterSeconds: 7 } as const;
      expect(progressAfter(outcome, { message, now: NOW, random: 0 })).toEqual({
        ...NOTHING,
        status: 'queued',
        phase: 'waiting',
        attempts: 1,
        nextAttemptAt: '2026-03-01T12:00:17.000Z',
        waits: [
          {
            at: '2026-03-01T12:00:10.000Z',
            until: '2026-03-01T12:00:17.000Z',
            times: 1,
            why: 'the provider could not be asked',
          },
        ],
      });
    });

    it('is sent when a receipt has shown that the provider has it', () => {
      expect(
        sentByReceipt({
          ...message,
          deliveryStatus: 'delivered',
          deliveryStatusAt: '2026-03-01T12:00:05.000Z',
        }),
      ).toEqual({
        ...NOTHING,
        status: 'sent',
        phase: 'settled',
        attempts: 1,
        sentAt: '2026-03-01T12:00:05.000Z',
      });
    });
  });

  it('is given up when the next try would come more than 4 hours after the message was accepted', () => {
    const outcomeAt = (now: string) => {
      const outcome = { outcome: 'unavailable', retryAfterSeconds: 1 } as const;
      return progressAfter(outcome, { message, now: new Date(now), random: 0 });
    };
    expect(outcomeAt('2026-03-01T15:59:59.000Z')).toMatchObject({ status: 'queued' });
    expect(outcomeAt('2026-03-01T15:59:59.001Z')).toMatchObject({
      status: 'failed',
      errorType: 'provider_unavailable',
      errorMessage: 'The provider could not be reached in time.',
    });
  });

  describe('a message whose number has no slot', () => {
    const freeAt = (time: string) => progressWithoutSlot(message, { freeAtMs: Date.parse(time), now: NOW });

    it('waits for one, and has not been tried', () => {
      expect(freeAt('2026-03-01T16:00:00.000Z')).toEqual({
        ...NOTHING,
        status: 'queued',
        phase: 'waiting',
        attempts: 0,
        nextAttemptAt: '2026-03-01T16:00:00.000Z',
        waits: [
          {
            at: '2026-03-01T12:00:10.000Z',
            until: '2026-03-01T16:00:00.000Z',
            times: 1,
            why: 'the sender number had no free slot',
          },
        ],
      });
    });

    it('is given up when that is more than 4 hours after it was accepted', () => {
      expect(freeAt('2026-03-01T16:00:00.001Z')).toMatchObject({
        status: 'failed',
        errorType: 'provider_unavailable',
        errorMessage: 'The sender number had no free slot in time.',
      });
    });
  });

  describe('a message while sending is held (rules E8.2)', () => {
    const held = (
      hold: { since: string; reason: 'provider' | 'paused' },
      { of = message, at }: { of?: typeof message; at: string },
    ) =>
      progressWhileHeld(of, {
        attempts: 0,
        hold: { ...hold, scope: 'number' },
        now: new Date(at),
        random: 0,
      });

    it('waits, and is given up an hour after it was accepted', () => {
      const hold = { since: '2026-03-01T11:00:00.000Z', reason: 'provider' } as const;
      expect(held(hold, { at: '2026-03-01T12:59:59.999Z' })).toMatchObject({
        ...{ phase: 'waiting', waitingFor: 'provider', nextAttemptAt: '2026-03-01T13:00:00.000Z' },
      });
      expect(held(hold, { at: '2026-03-01T13:00:00.000Z' })).toMatchObject({
        ...{ status: 'failed', errorType: 'provider_unavailable' },
      });
    });

    it('has an hour from the begin of a hold that began later, and no more for a hold after that', () => {
      const first = { since: '2026-03-01T12:30:00.000Z', reason: 'paused' } as const;
      const waiting = held(first, { at: '2026-03-01T12:31:00.000Z' });
      expect(waiting).toMatchObject({ phase: 'waiting', waitingFor: 'paused' });
      const again = { since: '2026-03-01T13:20:00.000Z', reason: 'provider' } as const;
      const of = { ...message, waits: waiting.waits };
      expect(held(again, { of, at: '2026-03-01T13:30:00.000Z' })).toMatchObject({
        ...{ phase: 'waiting', nextAttemptAt: '2026-03-01T13:31:00.000Z' },
      });
      expect(held(again, { of, at: '2026-03-01T13:31:00.000Z' })).toMatchObject({ status: 'failed' });
    });
  });

  it('fails a message without another try', () => {
    expect(fail(3, { errorType: 'opted_out', errorMessage: 'Gone.' })).toEqual({
      ...NOTHING,
      status: 'failed',
      phase: 'settled',
      attempts: 3,
      errorType: 'opted_out',
      errorMessage: 'Gone.',
    });
  });
});

const record = (changes: Partial<KeyRecord>): KeyRecord => ({
  state: 'inProgress',
  revision: 'r1',
  subjectId: 'msg_1',
  leaseUntil: undefined,
  expiresAt: undefined,
  answer: undefined,
  ...changes,
});

const decideAt = (now: string, changes: Partial<KeyRecord>) => decideKey(record(changes), new Date(now));

describe('an idempotency key (rules 8.3)', () => {
  it('is free when nothing is remembered of it', () => {
    expect(decideKey(undefined, new Date('2026-03-01T12:00:00.000Z'))).toBe('free');
  });

  it('expires 48 hours after the successful send', () => {
    expect(keyExpiry(new Date('2026-03-01T12:00:00.000Z'))).toBe('2026-03-03T12:00:00.000Z');
  });

  describe('completed', () => {
    const consumed = { state: 'completed', expiresAt: '2026-03-03T12:00:00.000Z' } as const;

    it.each([
      ['replays until a millisecond before 48 hours are over', '2026-03-03T11:59:59.999Z', 'replay'],
      ['is free at 48 hours', '2026-03-03T12:00:00.000Z', 'free'],
      ['is free a millisecond later', '2026-03-03T12:00:00.001Z', 'free'],
    ])('%s', (_title, now, decision) => {
      expect(decideAt(now, consumed)).toBe(decision);
    });

    it('replays without end while its message waits to be handed over', () => {
      expect(decideAt('2027-01-01T00:00:00.000Z', { state: 'completed' })).toBe('replay');
    });
  });

  describe('inProgress', () => {
    const claimed = { state: 'inProgress', leaseUntil: '2026-03-01T12:01:00.000Z' } as const;

    it.each([
      ['is running until a millisecond before the lease ends', '2026-03-01T12:00:59.999Z', 'running'],
      ['is abandoned when the lease ends', '2026-03-01T12:01:00.000Z', 'abandoned'],
      [
        'is abandoned until a millisecond before 48 hours are over since',
        '2026-03-03T12:00:59.999Z',
        'abandoned',
      ],
      ['is free 48 hours after the end of the lease', '2026-03-03T12:01:00.000Z', 'free'],
    ])('%s', (_title, now, decision) => {
      expect(decideAt(now, claimed)).toBe(decision);
    });
  });

  describe('outcomeUnknown', () => {
    const attempted = { state: 'outcomeUnknown', expiresAt: '2026-03-03T12:00:00.000Z' } as const;

    it.each([
      ['remembers the attempt for 48 hours', '2026-03-03T11:59:59.999Z', 'outcomeUnknown'],
      ['is free after them', '2026-03-03T12:00:00.000Z', 'free'],
    ])('%s', (_title, now, decision) => {
      expect(decideAt(now, attempted)).toBe(decision);
    });
  });
});

describe('a stored key', () => {
  const address = { accountId: 'acc_1', scope: 'message', key: 'key-1' } as const;
  const key = {
    pk: 'IDEMPOTENCY#acc_1#message#gMiBp0qLKddqy6pMHF-rDhd83VIwCCaeOKWdovbi_Ns',
    sk: 'IDEMPOTENCY',
  };

  it.each<KeyState>(['inProgress', 'completed', 'outcomeUnknown'])('that is %s is read as such', (state) => {
    const item = keyItem(address, record({ state }));
    expect(item).toMatchObject({ ...key, entity: 'idempotency', state });
    expect(readKeyRecord({ ...key, state, revision: 'r1', subjectId: 'msg_1' })).toEqual({
      state,
      revision: 'r1',
      subjectId: 'msg_1',
    });
  });

  it.each<[string, Partial<KeyRecord>, number | undefined]>([
    [
      '49 hours after its success',
      { state: 'completed', expiresAt: '2026-03-03T12:00:00.000Z' },
      1_772_542_800,
    ],
    [
      '49 hours after its lease',
      { state: 'inProgress', leaseUntil: '2026-03-01T12:00:00.000Z' },
      1_772_542_800,
    ],
    ['never while its message waits', { state: 'completed' }, undefined],
  ])('is deleted %s', (_when, changes, expiresAtEpochSeconds) => {
    const item = keyItem(address, record({ expiresAt: undefined, leaseUntil: undefined, ...changes }));
    expect(item.expiresAtEpochSeconds).toBe(expiresAtEpochSeconds);
  });

  it('keeps the answer with its properties in their order', () => {
    const answer = { status: 201, body: { id: 'msg_1', direction: 'outbound', body: 'Hello' } };
    const read = readKeyRecord(keyItem(address, record({ state: 'completed', answer })));
    expect(JSON.stringify(read.answer)).toBe(JSON.stringify(answer));
  });

  it('in an unknown state is refused', () => {
    const item = { ...key, state: 'claimed', revision: 'r1', subjectId: 'msg_1' };
    expect(() => readKeyRecord(item)).toThrow('A stored idempotency has an unexpected state');
  });
});

describe('a free key of a request over its limit (rules 8.3)', () => {
  const limitReachedAtMs = Date.parse('2026-03-01T12:00:00.000Z');

  it.each([
    ['the limit was reached a moment ago', { limitReachedAtMs, afterMs: 0, waitedMs: 0 }, true],
    ['two seconds are not over', { limitReachedAtMs, afterMs: 1_999, waitedMs: 1_999 }, true],
    ['the limit was reached two seconds ago', { limitReachedAtMs, afterMs: 2_000, waitedMs: 0 }, false],
    ['it was waited for for two seconds', { limitReachedAtMs, afterMs: -500, waitedMs: 2_000 }, false],
    ['the limit is not reached', { limitReachedAtMs: undefined, afterMs: 0, waitedMs: 0 }, false],
  ])('when %s', (_when, { afterMs, ...options }, expected) => {
    const now = new Date(limitReachedAtMs + afterMs);
    expect(mayBeClaimed({ ...options, now })).toBe(expected);
  });
});
