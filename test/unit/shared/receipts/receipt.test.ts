import { isNews, readReceipt, type Receipt } from '../../../../shared/receipts/receipt';

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
    expect(isNews(given, { deliveryStatus, deliveryStatusAt })).toBe(expected);
  });
});
