import { describeDeadLetter } from '../../../../shared/operations/describe-dead-letter';

const ULID = '01KA7Y3M8Q4T5V6W7X8Y9Z0ABC';
const UUID = '0b4e6c3a-91f2-4d0e-8a55-1c2d3e4f5a6b';
const PHONE = '+12125550123';
const TEXT = 'marked-body-7351';

const inbound = {
  originationNumber: PHONE,
  destinationNumber: '+12065550100',
  messageBody: TEXT,
  inboundMessageId: UUID,
};
const event = {
  'detail-type': 'contacts.group.opted_in',
  detail: {
    id: `evt_${ULID}`,
    type: 'contacts.group.opted_in',
    accountId: `acc_${ULID}`,
    contact: { phoneNumber: PHONE },
  },
};
const relay = {
  requestContext: { condition: 'RetryAttemptsExhausted' },
  DDBStreamBatchInfo: { batchSize: 3, approximateArrivalOfFirstRecord: '2026-11-20T12:00:00Z' },
};
const receipt = {
  eventType: 'TEXT_DELIVERED',
  destinationPhoneNumber: PHONE,
  context: { messageId: `msg_${ULID}0107` },
};

const describeBody = (queue: string, body: unknown) =>
  describeDeadLetter(queue, { Body: JSON.stringify(body) });

it.each([
  ['message', { messageId: `msg_${ULID}` }, `msg_${ULID}`],
  ['chunk', { jobId: `brc_${ULID}`, chunk: 12 }, `brc_${ULID}, chunk 12`],
  ['webhook', { accountId: `acc_${ULID}`, endpointId: `end_${ULID}` }, `end_${ULID} of acc_${ULID}`],
  ['event', event, `contacts.group.opted_in evt_${ULID} of acc_${ULID}`],
  ['receipt', receipt, `TEXT_DELIVERED of msg_${ULID}0107`],
  ['inbound', inbound, `text ${UUID}`],
  ['inbound', { Type: 'Notification', Message: JSON.stringify(inbound) }, `text ${UUID}`],
  ['relay', relay, '3 outbox items from 2026-11-20T12:00:00Z (RetryAttemptsExhausted)'],
  ['timer', {}, 'a run that was missed'],
])('says what a dead letter of %s is about', (queue, body, about) => {
  expect(describeBody(queue, body)).toBe(about);
});

it('says why it could not be delivered', () => {
  const letter = {
    Body: '{}',
    MessageAttributes: { ERROR_CODE: { DataType: 'String', StringValue: 'AWS.Scheduler.Throttled' } },
  };
  expect(describeDeadLetter('timer', letter)).toBe('a run that was missed (AWS.Scheduler.Throttled)');
});

/** Returns the body with a phone number in place of each of its values, one at a time. */
function spoil(body: unknown): unknown[] {
  if (typeof body !== 'object' || body === null) return [PHONE, PHONE.slice(1), Number(PHONE), TEXT];
  return Object.entries(body).flatMap(([name, value]) =>
    spoil(value).map((spoiled) => ({ ...body, [name]: spoiled })),
  );
}

it.each([
  ['message', { messageId: `msg_${ULID}` }],
  ['chunk', { jobId: `brc_${ULID}`, chunk: 12 }],
  ['webhook', { accountId: `acc_${ULID}`, endpointId: `end_${ULID}` }],
  ['event', event],
  ['receipt', receipt],
  ['inbound', inbound],
  ['relay', relay],
  ['timer', { any: 'thing' }],
  ['another', { any: 'thing' }],
])('shows neither a phone number nor a text of %s, wherever it stands', (queue, body) => {
  const shown = spoil(body).map((spoiled) => describeBody(queue, spoiled));
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.join('\n')).not.toMatch(/2125550123|marked/);
});

it.each([['no JSON'], ['null'], ['[]'], ['"text"'], ['{}']])('says so of a body that is %s', (Body) => {
  expect(describeDeadLetter('inbound', { Body })).toBe('nothing that can be read');
});

it('says so of a letter without a body', () => {
  expect(describeDeadLetter('message', {})).toBe('nothing that can be read');
});
