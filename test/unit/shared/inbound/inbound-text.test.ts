import { MalformedInboundError, readInboundText } from '../../../../shared/inbound/inbound-text';

const PAYLOAD = {
  originationNumber: '+12125550123',
  destinationNumber: '+12065550100',
  messageKeyword: 'KEYWORD_12065550100',
  messageBody: 'Hello',
  previousPublishedMessageId: 'p-1',
  inboundMessageId: 'i-1',
};
const TEXT = { inboundMessageId: 'i-1', rawFrom: '+12125550123', to: '+12065550100', body: 'Hello' };

it('reads what the provider publishes', () => {
  expect(readInboundText(PAYLOAD)).toEqual(TEXT);
});

it('reads it out of the envelope of a notification', () => {
  expect(readInboundText({ Type: 'Notification', Message: JSON.stringify(PAYLOAD) })).toEqual(TEXT);
});

it('reads a text without characters', () => {
  expect(readInboundText({ ...PAYLOAD, messageBody: '' })).toEqual({ ...TEXT, body: '' });
});

it.each([
  ['a high surrogate alone', 'STOP \ud83d', 'STOP \ufffd'],
  ['a low surrogate alone', '\udc4dSTOP', '\ufffdSTOP'],
  ['NUL', 'STOP\u0000', 'STOP\ufffd'],
  ['a non-character', 'a\uffffb👍', 'a\ufffdb👍'],
])('replaces %s', (_, messageBody, body) => {
  expect(readInboundText({ ...PAYLOAD, messageBody })).toEqual({ ...TEXT, body });
});

it('accepts an id of 256 characters and rejects one of 257', () => {
  expect(readInboundText({ ...PAYLOAD, inboundMessageId: 'i'.repeat(256) }).inboundMessageId).toHaveLength(
    256,
  );
  expect(() => readInboundText({ ...PAYLOAD, inboundMessageId: 'i'.repeat(257) })).toThrow(
    MalformedInboundError,
  );
});

it.each([
  [null],
  ['text'],
  [[PAYLOAD]],
  [{}],
  [{ ...PAYLOAD, messageBody: 7 }],
  [{ ...PAYLOAD, originationNumber: undefined }],
  [{ ...PAYLOAD, inboundMessageId: '' }],
  [{ ...PAYLOAD, inboundMessageId: 'i\ud800' }],
  [{ Type: 'Notification', Message: 'not JSON' }],
  [{ Type: 'Notification', Message: 'null' }],
])('rejects %j without quoting it', (body) => {
  expect(() => readInboundText(body)).toThrow(MalformedInboundError);
});
