import {
  decideKey,
  keyExpiry,
  type KeyRecord,
  type KeyState,
  mayBeClaimed,
  readKeyRecord,
} from '../../../../../shared/sending/idempotency/key-record';
import { keyItem } from '../../../../../shared/sending/idempotency/key-writes';

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
