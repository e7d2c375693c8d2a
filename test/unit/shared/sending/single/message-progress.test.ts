import {
  fail,
  progressAfter,
  progressWithoutSlot,
  sentByReceipt,
} from '../../../../../shared/sending/single/message-progress';
import { newMessage } from '../../../../../shared/messages/message';

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
