import { supersedes, readReceipt, type Receipt } from '../../../../shared/messages/receipt';

const event = (changes: object) => ({
  eventType: 'TEXT_DELIVERED',
  eventVersion: '1.0',
  eventTimestamp: Date.UTC(2026, 2, 1, 12, 0, 0, 5),
  isFinal: true,
  context: { messageId: 'msg_1' },
  ...changes,
});

describe('reading an event of the provider', () => {
  it('tells message, status and time', () => {
    expect(readReceipt(event({}))).toEqual({
      messageId: 'msg_1',
      status: 'delivered',
      at: '2026-03-01T12:00:00.005Z',
      eventType: 'TEXT_DELIVERED',
    });
  });

  it.each([
    ['TEXT_DELIVERED', true, 'delivered'],
    ['TEXT_SUCCESSFUL', true, 'delivered'],
    ['TEXT_SUCCESSFUL', false, 'pending'],
    ['TEXT_UNREACHABLE', true, 'failed'],
    ['TEXT_UNREACHABLE', undefined, 'pending'],
    ['TEXT_UNREACHABLE', 'true', 'pending'],
  ])('takes %s (final: %s) as %s', (eventType, isFinal, status) => {
    expect(readReceipt(event({ eventType, isFinal }))?.status).toBe(status);
  });

  const told = (changes: object) => {
    const { providerMessageId, parts, carrierReason, price } = readReceipt(event(changes)) ?? {};
    return { providerMessageId, parts, carrierReason, price };
  };
  const NOTHING = {
    providerMessageId: undefined,
    parts: undefined,
    carrierReason: undefined,
    price: undefined,
  };

  it('tells id, parts and price, carrier fee included', () => {
    const details = {
      messageId: '862a8790-60c0-4430-9b2b-658bdexample',
      messageStatus: 'DELIVERED',
      messageStatusDescription: 'Message has been accepted by phone',
      totalMessageParts: 3,
      totalMessagePrice: 0.1,
      totalCarrierFee: 0.2,
    };
    expect(told(details)).toEqual({
      providerMessageId: '862a8790-60c0-4430-9b2b-658bdexample',
      parts: 3,
      carrierReason: undefined,
      price: 0.3,
    });
    expect(told({ totalMessagePrice: 0.00581 }).price).toBe(0.00581);
    expect(told({ totalMessagePrice: 0, totalCarrierFee: 0 }).price).toBe(0);
  });

  it('tells why a message did not arrive, once that is the last word', () => {
    const unreachable = {
      eventType: 'TEXT_UNREACHABLE',
      messageStatus: 'UNREACHABLE',
      messageStatusDescription: ' Phone is currently unreachable ',
    };
    expect(told(unreachable).carrierReason).toBe('Phone is currently unreachable');
    expect(told({ ...unreachable, isFinal: false }).carrierReason).toBeUndefined();
    expect(told({ ...unreachable, messageStatusDescription: '' }).carrierReason).toBe('UNREACHABLE');
    expect(told({ ...unreachable, messageStatusDescription: 'x'.repeat(201) }).carrierReason).toBe(
      'x'.repeat(200),
    );
  });

  it.each([
    { messageId: 7 },
    { messageId: '' },
    { totalMessageParts: 0 },
    { totalMessageParts: 1.5 },
    { totalMessageParts: '2' },
    { totalMessagePrice: -1 },
    { totalMessagePrice: 'free' },
    { totalMessagePrice: null },
    { totalCarrierFee: 1 },
  ])('tells nothing of %j', (changes) => {
    expect(told(changes)).toEqual(NOTHING);
  });

  it.each([
    ['no object', 'text'],
    ['null', null],
    ['another kind of event', event({ eventType: 'VOICE_COMPLETED' })],
    ['no context', event({ context: undefined })],
    ['a context without our id', event({ context: { other: 'x' } })],
    ['an id that is no text', event({ context: { messageId: 7 } })],
    ['no time', event({ eventTimestamp: undefined })],
    ['a time that is none', event({ eventTimestamp: 1e18 })],
    ['no type', event({ eventType: undefined })],
  ])('finds no receipt in %s', (_title, value) => {
    expect(readReceipt(value)).toBeUndefined();
  });
});

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
