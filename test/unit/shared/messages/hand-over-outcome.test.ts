import { fail, progressAfter, sentByReceipt } from '../../../../shared/messages/hand-over-outcome';
import { newMessage } from '../../../../shared/messages/message';

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

describe('what a hand-over makes of a message (contract 3.1)', () => {
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

  it('is failed with outcome_unknown when no answer came', () => {
    expect(progressAfter({ outcome: 'unknown' }, { message, now: NOW, random: 0 })).toEqual({
      ...NOTHING,
      status: 'failed',
      phase: 'settled',
      attempts: 1,
      errorType: 'outcome_unknown',
      errorMessage: 'The provider gave no answer; the message may have been delivered.',
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

describe('the next try', () => {
  const waitSeconds = (attempts: number, options: { random: number; retryAfterSeconds?: number }) => {
    const outcome = {
      outcome: 'unavailable',
      retryAfterSeconds: options.retryAfterSeconds ?? 0,
    } as const;
    const { nextAttemptAt } = progressAfter(outcome, {
      message: { ...message, attempts },
      now: NOW,
      random: options.random,
    });
    return (Date.parse(nextAttemptAt ?? '') - NOW.getTime()) / 1000;
  };

  it.each([
    [1, 1],
    [2, 2],
    [3, 4],
    [5, 16],
    [9, 256],
    [10, 300],
    [50, 300],
  ])('after try %i is at most %i s away', (attempts, seconds) => {
    expect(waitSeconds(attempts, { random: 1 })).toBe(seconds);
  });

  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [10, 150],
  ])('after try %i is at least %i s away', (attempts, seconds) => {
    expect(waitSeconds(attempts, { random: 0 })).toBe(seconds);
  });

  it('is never sooner than the provider asked for', () => {
    expect(waitSeconds(1, { random: 1, retryAfterSeconds: 42 })).toBe(42);
  });

  const outcomeAt = (now: string) => {
    const { status, errorType, errorMessage } = progressAfter(
      { outcome: 'unavailable', retryAfterSeconds: 1 },
      { message, now: new Date(now), random: 0 },
    );
    return { status, errorType, errorMessage };
  };

  it('comes as long as it falls within 4 hours of the message’s creation', () => {
    expect(outcomeAt('2026-03-01T15:59:59.000Z')).toEqual({ status: 'queued' });
  });

  it('does not come a millisecond beyond: the message is given up', () => {
    expect(outcomeAt('2026-03-01T15:59:59.001Z')).toEqual({
      status: 'failed',
      errorType: 'provider_unavailable',
      errorMessage: 'The provider could not be reached in time.',
    });
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
