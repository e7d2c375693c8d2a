import { eumAnswer, readEumRequest } from '../../../../../lib/local/simulator/eum-protocol';

const TEXT = 'PinpointSMSVoiceV2.SendTextMessage';
const MEDIA = 'PinpointSMSVoiceV2.SendMediaMessage';
const input = (changes: object = {}) =>
  JSON.stringify({
    DestinationPhoneNumber: '+12125550123',
    OriginationIdentity: '+12065550100',
    MessageBody: 'Hello',
    Context: { messageId: 'msg_1' },
    ...changes,
  });
const exception = (type: string, fields: object = {}) => ({
  status: 400,
  body: { __type: `com.amazonaws.pinpointsmsvoicev2#${type}`, ...fields },
});
const invalid = (field: string) =>
  exception('ValidationException', {
    Message: 'Invalid',
    Reason: 'INVALID_PARAMETER',
    Fields: [{ Name: field, Message: `${field} is not valid` }],
  });

describe('a request of End User Messaging', () => {
  it('is a text', () => {
    expect(readEumRequest(TEXT, input())).toEqual({
      isDryRun: false,
      message: { messageId: 'msg_1', to: '+12125550123', from: '+12065550100', body: 'Hello' },
    });
  });

  it('can be a dry run', () => {
    expect(readEumRequest(TEXT, input({ DryRun: true }))).toMatchObject({ isDryRun: true });
  });

  it('is a media message, with a body or without', () => {
    const body = input({ MessageBody: undefined, MediaUrls: ['s3://media/a'] });
    expect(readEumRequest(MEDIA, body)).toEqual({
      isDryRun: false,
      message: {
        messageId: 'msg_1',
        to: '+12125550123',
        from: '+12065550100',
        body: '',
        mediaUrl: 's3://media/a',
      },
    });
  });

  it.each([
    [
      'another operation',
      'PinpointSMSVoiceV2.SendVoiceMessage',
      input(),
      exception('UnknownOperationException'),
    ],
    ['no JSON', TEXT, '{', exception('SerializationException')],
    ['no recipient', TEXT, input({ DestinationPhoneNumber: undefined }), invalid('DestinationPhoneNumber')],
    ['no sender', TEXT, input({ OriginationIdentity: undefined }), invalid('OriginationIdentity')],
    ['a text of blanks', TEXT, input({ MessageBody: ' ' }), invalid('MessageBody')],
    ['1,601 characters', TEXT, input({ MessageBody: 'a'.repeat(1_601) }), invalid('MessageBody')],
    ['no file', MEDIA, input(), invalid('MediaUrls')],
    ['two files', MEDIA, input({ MediaUrls: ['s3://m/a', 's3://m/b'] }), invalid('MediaUrls')],
    ['a file elsewhere', MEDIA, input({ MediaUrls: ['https://m/a'] }), invalid('MediaUrls')],
  ])('is refused with %s', (_title, target, body, expected) => {
    expect(readEumRequest(target, body)).toEqual({ exception: expected });
  });
});

describe('the answer of End User Messaging', () => {
  const TAKEN = { providerMessageId: 'sim_1', isMedia: false };
  const TEXT_NOT_TAKEN = { isMedia: false };

  it('to a message that was taken is its id', () => {
    expect(eumAnswer({ kind: 'accept' }, TAKEN)).toEqual({ status: 200, body: { MessageId: 'sim_1' } });
  });

  it('is lost where it is to be', () => {
    expect(eumAnswer({ kind: 'accept-silently' }, TAKEN)).toBeUndefined();
  });

  it('is throttling whenever the message was certainly not taken', () => {
    expect(eumAnswer({ kind: 'unavailable', status: 503, retryAfterSeconds: 5 }, TEXT_NOT_TAKEN)).toEqual(
      exception('ThrottlingException', { Message: 'Rate exceeded' }),
    );
  });

  it.each([
    ['invalid_number', invalid('DestinationPhoneNumber')],
    [
      'opted_out',
      exception('ConflictException', {
        Message: 'Conflict',
        Reason: 'DESTINATION_PHONE_NUMBER_OPTED_OUT',
        ResourceType: 'opted-out-number',
      }),
    ],
    [
      'not_sms_capable',
      exception('ConflictException', {
        Message: 'Conflict',
        Reason: 'NUMBER_CAPABILITIES_MISMATCH',
        ResourceType: 'phone-number',
      }),
    ],
  ])('to a refusal as %s is its exception', (errorType, expected) => {
    expect(eumAnswer({ kind: 'refuse', errorType, errorMessage: 'x' }, TEXT_NOT_TAKEN)).toEqual(expected);
  });

  it.each([
    [false, 'MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT'],
    [true, 'MONTHLY_SPEND_LIMIT_REACHED_FOR_MEDIA'],
  ])('names the spend limit that is reached (media: %p)', (isMedia, Reason) => {
    expect(eumAnswer({ kind: 'spend-limit' }, { isMedia })).toEqual(
      exception('ServiceQuotaExceededException', { Message: 'Monthly spend limit reached', Reason }),
    );
  });
});
