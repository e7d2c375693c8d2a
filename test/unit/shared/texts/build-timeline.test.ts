import { buildTimeline } from '../../../../shared/texts/internal/build-timeline';
import { type Message, newMessage } from '../../../../shared/messages/message';
import { newDelivery } from '../../../../shared/webhooks/delivery';

const message = (fields: Partial<Message>): Message =>
  newMessage({
    id: 'msg_1',
    accountId: 'acc_1',
    to: '+12125550123',
    from: '+12065550100',
    body: 'Hello',
    createdAt: '2026-03-01T12:00:00.000Z',
    charge: { sms: 2, mms: 0 },
    attempts: 1,
    ...fields,
  });
const NOTHING_ELSE = { clicks: [], deliveries: [] };

describe('the timeline of a message', () => {
  it('is in the order of time, from its acceptance to clicks and webhooks', () => {
    const delivery = {
      ...newDelivery({
        endpointId: 'end_1',
        accountId: 'acc_1',
        eventId: 'evt_1',
        eventType: 'messaging.message.delivered',
        eventTime: '2026-03-01T12:00:09.000Z',
        payload: '{}',
        now: new Date('2026-03-01T12:00:09.000Z'),
      }),
      status: 'delivered' as const,
      attempts: 1,
      lastAttemptAt: '2026-03-01T12:00:10.000Z',
    };
    const sent = message({
      status: 'sent',
      phase: 'settled',
      attempts: 2,
      sentAt: '2026-03-01T12:00:05.000Z',
      settledAt: '2026-03-01T12:00:05.100Z',
      providerMessageId: 'eum-1',
      providerRequestId: 'request-2',
      waits: [
        {
          at: '2026-03-01T12:00:01.000Z',
          until: '2026-03-01T12:00:04.000Z',
          times: 2,
          why: 'ThrottlingException',
          providerRequestId: 'request-1',
        },
      ],
      deliveryStatus: 'delivered',
      deliveryStatusAt: '2026-03-01T12:00:08.000Z',
      eventType: 'TEXT_DELIVERED',
      eventDescription: 'Message has been accepted by phone',
      carrier: 'Verizon',
      country: 'US',
      parts: 1,
      price: 0.00883,
    });
    const clicks = [{ at: '2026-03-01T13:00:00.000Z', link: 'go.example.com/a', userAgentClass: 'mobile' }];

    expect(buildTimeline(sent, { clicks, deliveries: [delivery] })).toEqual([
      {
        at: '2026-03-01T12:00:00.000Z',
        what: 'accepted',
        details: 'from +12065550100 to +12125550123; 1 × GSM-7',
      },
      { at: '2026-03-01T12:00:00.000Z', what: 'charged', details: '2 SMS credits' },
      {
        at: '2026-03-01T12:00:01.000Z',
        what: 'waited',
        details: 'ThrottlingException; until 2026-03-01T12:00:04.000Z; 2 times; request request-1',
      },
      {
        at: '2026-03-01T12:00:05.000Z',
        what: 'sent',
        details: "provider's id eum-1; after 2 tries; request request-2",
      },
      {
        at: '2026-03-01T12:00:08.000Z',
        what: 'reported delivered',
        details: 'TEXT_DELIVERED; Message has been accepted by phone; Verizon; US; 1 part; $0.00883',
      },
      {
        at: '2026-03-01T12:00:10.000Z',
        what: 'webhook delivered',
        details: 'messaging.message.delivered; evt_1; end_1; 1 attempt',
      },
      { at: '2026-03-01T13:00:00.000Z', what: 'clicked', details: 'go.example.com/a' },
    ]);
  });

  it('says why one failed, and what was refunded', () => {
    const failed = message({
      status: 'failed',
      phase: 'settled',
      settledAt: '2026-03-01T12:00:01.000Z',
      errorType: 'opted_out',
      errorMessage: 'The recipient opted out at the provider.',
      providerRequestId: 'request-1',
      providerReason: 'ConflictException DESTINATION_PHONE_NUMBER_OPTED_OUT',
    });

    expect(buildTimeline(failed, NOTHING_ELSE).slice(2)).toEqual([
      {
        at: '2026-03-01T12:00:01.000Z',
        what: 'failed',
        details:
          'opted_out; The recipient opted out at the provider.; ConflictException DESTINATION_PHONE_NUMBER_OPTED_OUT; request request-1',
      },
      { at: '2026-03-01T12:00:01.000Z', what: 'refunded', details: '2 SMS credits' },
    ]);
  });

  it('keeps what a release of before has no time of behind the acceptance', () => {
    const failed = message({
      status: 'failed',
      phase: 'settled',
      errorType: 'opted_out',
      errorMessage: 'No.',
    });

    expect(buildTimeline(failed, NOTHING_ELSE).map(({ at, what }) => [at, what])).toEqual([
      ['2026-03-01T12:00:00.000Z', 'accepted'],
      ['2026-03-01T12:00:00.000Z', 'charged'],
      [undefined, 'failed'],
      [undefined, 'refunded'],
    ]);
  });

  it('tells of an unknown outcome that the charge is kept', () => {
    const unknown = message({ status: 'unknown', phase: 'settled', settledAt: '2026-03-01T12:00:11.000Z' });

    expect(buildTimeline(unknown, NOTHING_ELSE).at(-1)).toEqual({
      at: '2026-03-01T12:00:11.000Z',
      what: 'outcome_unknown',
      details: 'the charge is kept; The provider gave no answer; the message may have been delivered.',
    });
  });

  it('tells of one that waits when it is due, and of a text of the service that it is free', () => {
    const waiting = message({
      purpose: 'keywordReply',
      charge: { sms: 0, mms: 0 },
      nextAttemptAt: '2026-03-01T12:01:00.000Z',
    });

    expect(buildTimeline(waiting, NOTHING_ELSE)[0]?.details).toMatch(/answer to a keyword$/);
    expect(buildTimeline(waiting, NOTHING_ELSE).slice(1)).toEqual([
      { at: '2026-03-01T12:00:00.000Z', what: 'free of charge', details: '' },
      { at: '2026-03-01T12:01:00.000Z', what: 'is due', details: 'the next try' },
    ]);
  });

  it('names no number of an erased person, and tells of a text from a phone that it came', () => {
    expect(buildTimeline(message({ erased: true, to: '', body: '' }), NOTHING_ELSE)[0]?.details).toBe(
      'the person was erased',
    );
    expect(buildTimeline(message({ direction: 'inbound' }), NOTHING_ELSE)).toEqual([
      {
        at: '2026-03-01T12:00:00.000Z',
        what: 'received',
        details: 'from +12065550100 to +12125550123',
      },
    ]);
  });
});
