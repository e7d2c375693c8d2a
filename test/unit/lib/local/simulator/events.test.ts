import type { ReceiptStatus } from '../../../../../lib/local/simulator/answers';
import { receiptEvent } from '../../../../../lib/local/simulator/receipts';
import { inboundEvent } from '../../../../../lib/local/simulator/simulator';

const MESSAGE = {
  to: '+15555550123',
  from: '+15555550100',
  body: 'Hello',
  messageId: 'msg_1',
  providerMessageId: 'sim_1',
  at: '2026-11-20T12:00:00.000Z',
};
const NOW = new Date('2026-11-20T12:00:01.000Z');

describe('receiptEvent', () => {
  it('reports a delivered text as AWS End User Messaging does', () => {
    expect(receiptEvent({ message: MESSAGE, status: 'delivered', now: NOW })).toEqual({
      eventType: 'TEXT_DELIVERED',
      eventVersion: '1.0',
      eventTimestamp: 1_795_176_001_000,
      isFinal: true,
      originationPhoneNumber: '+15555550100',
      destinationPhoneNumber: '+15555550123',
      isoCountryCode: 'US',
      messageId: 'sim_1',
      messageRequestTimestamp: 1_795_176_000_000,
      messageEncoding: 'GSM',
      messageType: 'TRANSACTIONAL',
      messageStatus: 'DELIVERED',
      messageStatusDescription: 'Message has been accepted by phone',
      context: { messageId: 'msg_1' },
      totalMessageParts: 1,
      totalMessagePrice: 0.00581,
      totalCarrierFee: 0.00302,
    });
  });

  it('counts the parts of a text, and charges each', () => {
    const message = { ...MESSAGE, body: `${'a'.repeat(69)}—a` };
    expect(receiptEvent({ message, status: 'delivered', now: NOW })).toMatchObject({
      messageEncoding: 'Unicode',
      totalMessageParts: 2,
      totalMessagePrice: 0.01162,
      totalCarrierFee: 0.00604,
    });
  });

  it('reports a text that is on its way, and that this is not the last word', () => {
    expect(receiptEvent({ message: MESSAGE, status: 'pending', now: NOW })).toMatchObject({
      eventType: 'TEXT_PENDING',
      isFinal: false,
      messageStatus: 'PENDING',
    });
  });

  it('reports a media message that failed', () => {
    const message = { ...MESSAGE, mediaUrl: 'https://example.com/a.png' };
    expect(receiptEvent({ message, status: 'failed', now: NOW })).toEqual({
      eventType: 'MEDIA_UNREACHABLE',
      eventVersion: '1.0',
      eventTimestamp: 1_795_176_001_000,
      isFinal: true,
      originationPhoneNumber: '+15555550100',
      destinationPhoneNumber: '+15555550123',
      isoCountryCode: 'US',
      messageId: 'sim_1',
      messageRequestTimestamp: 1_795_176_000_000,
      messageType: 'TRANSACTIONAL',
      messageStatus: 'UNREACHABLE',
      messageStatusDescription: 'Phone is currently unreachable or unavailable',
      context: { messageId: 'msg_1' },
      totalMessageParts: 1,
      totalMessagePrice: 0.0195,
      totalCarrierFee: 0.0065,
    });
  });
});

describe('receiptEvent of a pool', () => {
  const message = { ...MESSAGE, from: 'pool:pool-rcs-1' };
  const reported = (status: ReceiptStatus, more: object = {}) =>
    receiptEvent({ message, status, now: NOW, ...more });
  const byAgent = { originationPhoneNumber: expect.stringMatching(/^rcs-/) as string, totalMessageParts: 1 };

  it.each([
    ['pending', { eventType: 'RCS_SENT', isFinal: false, totalMessagePrice: 0 }],
    ['delivered', { eventType: 'RCS_DELIVERED', isFinal: true, totalMessagePrice: 0.007 }],
    ['read', { eventType: 'RCS_READ', messageStatus: 'READ', isFinal: true, totalMessagePrice: 0 }],
    ['failed', { eventType: 'RCS_FAILED', isFinal: true, totalMessagePrice: 0 }],
    ['fallen_back', { eventType: 'RCS_FALLEN_BACK_TO_SMS', isFinal: false, totalMessagePrice: 0 }],
  ] as const)('with an RCS agent reports %s by RCS', (status, expected) => {
    expect(reported(status)).toMatchObject({ ...byAgent, ...expected, rcsBusinessId: 'local_agent' });
  });

  it('with an RCS agent reports by a number once it has fallen back', () => {
    const event = reported('delivered', { hasFallenBack: true });
    expect(event).toMatchObject({ eventType: 'TEXT_DELIVERED', originationPhoneNumber: '+15555550190' });
    expect(event).not.toHaveProperty('rcsBusinessId');
  });

  it.each([
    ['without an agent', { from: 'pool:pool-1' }, 'TEXT_DELIVERED'],
    ['with one, of media', { mediaUrl: 'https://example.com/a.png' }, 'MEDIA_DELIVERED'],
  ])('%s reports by a number', (_title, change, eventType) => {
    expect(receiptEvent({ message: { ...message, ...change }, status: 'delivered', now: NOW })).toMatchObject(
      {
        ...{ eventType, originationPhoneNumber: '+15555550190' },
      },
    );
  });
});

describe('inboundEvent', () => {
  const text = { from: '+15555550123', to: '+15555550100', body: ' yes please ', inboundMessageId: 'in-1' };

  it('hands a text over as AWS End User Messaging does', () => {
    expect(inboundEvent({ ...text, previousId: 'sim_1' })).toEqual({
      originationNumber: '+15555550123',
      destinationNumber: '+15555550100',
      messageKeyword: 'YES',
      messageBody: ' yes please ',
      previousPublishedMessageId: 'sim_1',
      inboundMessageId: 'in-1',
    });
  });

  it('has no previous message when nothing was sent, and no keyword when the text is empty', () => {
    expect(inboundEvent({ ...text, body: '', previousId: undefined })).toEqual({
      originationNumber: '+15555550123',
      destinationNumber: '+15555550100',
      messageKeyword: '',
      messageBody: '',
      inboundMessageId: 'in-1',
    });
  });
});
