import { ERROR_CODES } from '../../../../shared/errors/error-codes';
import { toTwilioError } from '../../../../shared/twilio/internal/error-body';
import { readForm, toMessageBody } from '../../../../shared/twilio/internal/form-body';
import { toServiceQuery, toTwilioPage } from '../../../../shared/twilio/internal/message-page';
import { messageResource } from '../../../../shared/twilio/internal/message-resource';
import type { PresentedMessage } from '../../../../shared/twilio/internal/message-status';
import { readPageSize } from '../../../../shared/twilio/page-size';
import { readSentRange } from '../../../../shared/twilio/sent-range';

const ACCOUNT_SID = `AC${'1'.repeat(32)}`;
const MESSAGE: PresentedMessage = {
  id: 'msg_01KJMNEX00P9G5NV1S6B8DHYQE',
  direction: 'outbound',
  to: '+12125550123',
  from: '+12065550100',
  body: 'Hello Ada',
  status: 'queued',
  createdAt: '2026-03-01T12:00:00.000Z',
};
const SENT: PresentedMessage = { ...MESSAGE, status: 'sent', sentAt: '2026-03-01T12:00:01.000Z' };
const resourceOf = (message: PresentedMessage) => messageResource(message, ACCOUNT_SID);

describe('the message resource', () => {
  it('has the properties of Twilio', () => {
    expect(resourceOf(SENT)).toEqual({
      account_sid: ACCOUNT_SID,
      api_version: '2010-04-01',
      body: 'Hello Ada',
      date_created: 'Sun, 01 Mar 2026 12:00:00 +0000',
      date_sent: 'Sun, 01 Mar 2026 12:00:01 +0000',
      date_updated: 'Sun, 01 Mar 2026 12:00:01 +0000',
      direction: 'outbound-api',
      error_code: null,
      error_message: null,
      from: '+12065550100',
      messaging_service_sid: null,
      num_media: '0',
      num_segments: '1',
      price: null,
      price_unit: 'USD',
      sid: 'SM019ca9577400b2605aec3932d0d8faee',
      status: 'sent',
      subresource_uris: {
        media: `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages/SM019ca9577400b2605aec3932d0d8faee/Media.json`,
      },
      to: '+12125550123',
      uri: `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages/SM019ca9577400b2605aec3932d0d8faee.json`,
    });
  });

  it.each<[Partial<PresentedMessage>, string, number | null]>([
    [{}, 'queued', null],
    [{ status: 'sent' }, 'sent', null],
    [{ status: 'sent', deliveryStatus: 'pending' }, 'sent', null],
    [{ status: 'sent', deliveryStatus: 'delivered' }, 'delivered', null],
    [{ status: 'sent', deliveryStatus: 'failed' }, 'undelivered', 30008],
    [{ status: 'sent', deliveryStatus: 'failed', carrierReason: 'Blocked as spam' }, 'undelivered', 30007],
    [{ status: 'failed', errorType: 'opted_out' }, 'failed', 21610],
    [{ status: 'failed', errorType: 'not_opted_in' }, 'failed', 21610],
    [{ status: 'failed', errorType: 'invalid_number' }, 'failed', 21211],
    [{ status: 'failed', errorType: 'country_not_enabled' }, 'failed', 21408],
    [{ status: 'failed', errorType: 'sender_not_active' }, 'failed', 21606],
    [{ status: 'failed', errorType: 'content_rejected' }, 'failed', 30007],
    [{ status: 'failed', errorType: 'not_sms_capable' }, 'failed', 30006],
    [{ status: 'failed', errorType: 'too_late' }, 'failed', 30036],
    [{ status: 'failed', errorType: 'outcome_unknown' }, 'failed', 30008],
    [{ status: 'failed', errorType: 'new_type' }, 'failed', 30008],
    [{ status: 'sent', direction: 'inbound' }, 'received', null],
  ])('of %j is %s with the error %s', (fields, status, error_code) => {
    expect(resourceOf({ ...MESSAGE, ...fields })).toMatchObject({ status, error_code });
  });

  it('of an erased person has neither number nor text', () => {
    expect(resourceOf({ ...SENT, to: null, body: null })).toMatchObject({ to: null, body: null });
  });
});

describe('errors', () => {
  const asked = { path: '/2010-04-01/x', parameters: new URLSearchParams({ To: '555', From: 'ACME!' }) };
  const codeOf = (code: number, more: object = {}) =>
    toTwilioError({ code, message: 'It is so.', status: 400, ...more }, asked).code;

  it.each([
    [33001, 20003],
    [33002, 20429],
    [33004, 21606],
    [33009, 21606],
    [33019, 30007],
    [33023, 30002],
    [33028, 21610],
    [33029, 21610],
    [33105, 20404],
    [33106, 20404],
    [33107, 20404],
    [33112, 20003],
    [33113, 20503],
    [33117, 20503],
    [33199, 20500],
    [33016, 20001],
  ])('%i is %i', (ours, theirs) => {
    expect(codeOf(ours)).toBe(theirs);
  });

  it('of phone numbers tell which number it is, or that its country is not enabled', () => {
    expect(codeOf(33003, { details: { field: 'to' } })).toBe(21211);
    expect(codeOf(33003, { details: { field: 'from' } })).toBe(21212);
    const message = ERROR_CODES[33003].causes.countryNotEnabled;
    expect(codeOf(33003, { message, details: { field: 'to' } })).toBe(21408);
  });

  it('of other parameters name them', () => {
    const errors = [{ pointer: '/ScheduleType', reason: 'unknown property: remove it' }];
    expect(toTwilioError({ code: 33100, message: '', status: 400, details: { errors } }, asked)).toEqual({
      ...{ code: 20001, status: 400, message: 'ScheduleType is an unknown property: remove it.' },
      more_info: 'https://www.twilio.com/docs/errors/20001',
    });
  });
});

describe('the form of a message', () => {
  const bodyOf = (text: string) => toMessageBody(new URLSearchParams(text));

  it('is read as text, or as the base64 in which the gateway passes it', () => {
    expect(readForm({ body: 'Body=a+b%2B', isBase64Encoded: false }).get('Body')).toBe('a b+');
    const body = Buffer.from('Body=%C3%A9').toString('base64');
    expect(readForm({ body, isBase64Encoded: true }).get('Body')).toBe('é');
  });

  it('leaves out what is empty or unknown, and keeps what the service does not have to be refused', () => {
    expect(bodyOf('To=%2B1&From=&Body=Hi&ProvideFeedback=true&SmartEncoded=true')).toEqual({
      to: '+1',
      body: 'Hi',
    });
    expect(bodyOf('SendAt=2026-01-01&ShortenUrls=false')).toEqual({ SendAt: '2026-01-01' });
  });

  it('has one file, and a period as a number', () => {
    expect(bodyOf('MediaUrl=a&ValidityPeriod=60')).toEqual({ mediaUrl: 'a', validityPeriod: 60 });
    expect(bodyOf('MediaUrl=a&MediaUrl=b&ValidityPeriod=x')).toEqual({
      mediaUrl: ['a', 'b'],
      validityPeriod: 'x',
    });
  });
});

describe('the list', () => {
  it('has the parameters of Twilio in the words of the service', () => {
    const query = { To: '+1', 'DateSent<': '2026-01-01', PageSize: '5', Page: '0', Foo: 'x', From: '' };
    expect(toServiceQuery(query)).toEqual({ to: '+1', sentBefore: '2026-01-01', limit: '5' });
  });

  it('leads to the next page with the filter of this one', () => {
    const asked = new URLSearchParams({ To: '+12125550123', Page: '1', PageToken: 'here', PageSize: '1' });
    const path = `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json?To=%2B12125550123&PageSize=1`;
    const page = toTwilioPage({ messages: [SENT], nextCursor: 'there' }, { accountSid: ACCOUNT_SID, asked });
    expect(page).toEqual({
      messages: [resourceOf(SENT)],
      ...{ page: 1, page_size: 1, start: 1, end: 1 },
      uri: `${path}&Page=1&PageToken=here`,
      first_page_uri: `${path}&Page=0`,
      next_page_uri: `${path}&Page=2&PageToken=there`,
      previous_page_uri: null,
    });
    expect(toTwilioPage({ messages: [] }, { accountSid: ACCOUNT_SID, asked }).next_page_uri).toBeNull();
  });

  it.each([
    [undefined, 50],
    ['1', 1],
    ['1000', 1000],
    ['1001', 1000],
  ])('takes %s as %i messages on a page', (text, size) => {
    expect(readPageSize(text)).toBe(size);
  });

  it.each(['0', '-1', 'x'])('takes no page of %s messages', (text) => {
    expect(() => readPageSize(text)).toThrow('PageSize');
  });

  it.each([
    [{}, {}],
    [
      { sentOn: '2026-03-01' },
      { sentSince: '2026-03-01T00:00:00.000Z', sentUntil: '2026-03-01T23:59:59.999Z' },
    ],
    [{ sentBefore: '2026-03-01' }, { sentUntil: '2026-03-01T23:59:59.999Z' }],
    [{ sentBefore: '2026-03-01T12:00:00Z' }, { sentUntil: '2026-03-01T12:00:00.999Z' }],
    [{ sentAfter: '2026-03-01T12:00:00Z' }, { sentSince: '2026-03-01T12:00:00.000Z' }],
  ])('reads the dates %j', (query: Record<string, string>, range) => {
    expect(readSentRange(query)).toEqual(range);
  });

  it.each(['1 March', '2026-13-01', ''])('takes no date %s', (sentOn) => {
    expect(() => readSentRange({ sentOn })).toThrow('DateSent');
  });
});
