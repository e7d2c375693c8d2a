import * as sdk from '@aws-sdk/client-pinpoint-sms-voice-v2';
import {
  AccessDeniedException,
  ConflictException,
  InternalServerException,
  PinpointSMSVoiceV2ServiceException,
  ResourceNotFoundException,
  ServiceQuotaExceededException,
  ThrottlingException,
  ValidationException,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { readRefusal } from '../../../../../shared/platform/provider/eum-errors';

const answered = (httpStatusCode: number) => ({
  message: 'secret +12125550123',
  $metadata: { httpStatusCode },
});
const common = (name: string, status: number | undefined) =>
  new PinpointSMSVoiceV2ServiceException({
    name,
    $fault: 'client',
    message: 'secret +12125550123',
    $metadata: { ...(status !== undefined && { httpStatusCode: status }) },
  });

const refused = (errorType: string) => ({
  outcome: 'refused',
  errorType,
  errorMessage: expect.any(String) as string,
});
const THROTTLED = { outcome: 'unavailable', retryAfterSeconds: 1 };
const UNKNOWN = { outcome: 'unknown' };

describe('what a conflict means', () => {
  it.each([
    ['DESTINATION_PHONE_NUMBER_OPTED_OUT', 'opted_out'],
    ['DESTINATION_COUNTRY_BLOCKED_BY_PROTECT_CONFIGURATION', 'destination_blocked'],
    ['DESTINATION_PHONE_NUMBER_BLOCKED_BY_PROTECT_NUMBER_OVERRIDE', 'destination_blocked'],
    ['DESTINATION_PHONE_NUMBER_NOT_VERIFIED', 'destination_not_verified'],
    ['NUMBER_CAPABILITIES_MISMATCH', 'not_sms_capable'],
    ['MESSAGE_TYPE_MISMATCH', 'sender_not_usable'],
    ['NO_ORIGINATION_IDENTITIES_FOUND', 'sender_not_usable'],
    ['RESOURCE_NOT_ACTIVE', 'sender_not_usable'],
    ['REGISTRATION_NOT_COMPLETE', 'sender_not_usable'],
    ['KEYWORD_MISMATCH', 'sender_not_usable'],
    ['LAST_PHONE_NUMBER', 'provider_misconfigured'],
    [undefined, 'provider_misconfigured'],
  ] as const)('%s is %s', (reason, errorType) => {
    const error = new ConflictException({ ...answered(400), ...(reason && { Reason: reason }) });
    expect(readRefusal(error)).toEqual(refused(errorType));
  });
});

describe('what a validation error means', () => {
  it.each([
    ['MAXIMUM_SIZE_EXCEEDED', 'message_rejected'],
    ['INVALID_REQUEST', 'message_rejected'],
    ['OTHER', 'message_rejected'],
    ['COUNTRY_NOT_ENABLED', 'destination_blocked'],
    ['DESTINATION_COUNTRY_BLOCKED', 'destination_blocked'],
    ['INVALID_IDENTITY_FOR_DESTINATION_COUNTRY', 'sender_not_usable'],
    ['SENDER_ID_NOT_REGISTERED', 'sender_not_usable'],
    ['MEDIA_TYPE_NOT_SUPPORTED', 'media_unavailable'],
    ['RESOURCE_NOT_ACCESSIBLE', 'media_unavailable'],
    ['PRICE_OVER_THRESHOLD', 'price_too_high'],
    ['INVALID_ARN', 'provider_misconfigured'],
    [undefined, 'message_rejected'],
  ] as const)('%s is %s', (reason, errorType) => {
    const error = new ValidationException({ ...answered(400), ...(reason && { Reason: reason }) });
    expect(readRefusal(error)).toEqual(refused(errorType));
  });

  it('names the recipient as the cause when the field does', () => {
    const error = new ValidationException({
      ...answered(400),
      Reason: 'INVALID_PARAMETER',
      Fields: [{ Name: 'DestinationPhoneNumber', Message: 'secret' }],
    });
    expect(readRefusal(error)).toEqual(refused('invalid_number'));
  });

  it('leaves a blocked country what it is, though the field is the recipient', () => {
    const error = new ValidationException({
      ...answered(400),
      Reason: 'DESTINATION_COUNTRY_BLOCKED',
      Fields: [{ Name: 'DestinationPhoneNumber', Message: 'secret' }],
    });
    expect(readRefusal(error)).toEqual(refused('destination_blocked'));
  });
});

it('the model has no exceptions but those that the table treats', () => {
  const exceptions = Object.entries(sdk)
    .filter(
      ([, value]) =>
        typeof value === 'function' && value.prototype instanceof PinpointSMSVoiceV2ServiceException,
    )
    .map(([name]) => name);
  expect(exceptions.sort()).toEqual([
    'AccessDeniedException',
    'ConflictException',
    'InternalServerException',
    'ResourceNotFoundException',
    'ServiceQuotaExceededException',
    'ThrottlingException',
    'ValidationException',
  ]);
});

describe('what the other exceptions of the model mean', () => {
  it('throttling is unavailable', () => {
    expect(readRefusal(new ThrottlingException(answered(400)))).toEqual(THROTTLED);
  });

  it('an internal error is unknown', () => {
    expect(readRefusal(new InternalServerException(answered(500)))).toEqual(UNKNOWN);
  });

  it.each(['ACCOUNT_DISABLED', 'INSUFFICIENT_ACCOUNT_REPUTATION', undefined] as const)(
    'access denied with reason %s is provider_access_denied',
    (reason) => {
      const error = new AccessDeniedException({ ...answered(400), ...(reason && { Reason: reason }) });
      expect(readRefusal(error)).toEqual(refused('provider_access_denied'));
    },
  );

  it.each([
    ['MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT', 'provider_limit_reached'],
    ['MONTHLY_SPEND_LIMIT_REACHED_FOR_MEDIA', 'provider_limit_reached'],
    ['TAGS_PER_RESOURCE', 'provider_misconfigured'],
    [undefined, 'provider_limit_reached'],
  ] as const)('a quota %s is %s', (reason, errorType) => {
    const error = new ServiceQuotaExceededException({ ...answered(400), ...(reason && { Reason: reason }) });
    expect(readRefusal(error)).toEqual(refused(errorType));
  });

  it.each([
    ['phone-number', 'sender_not_usable'],
    ['pool', 'sender_not_usable'],
    ['sender-id', 'sender_not_usable'],
    ['configuration-set', 'provider_misconfigured'],
    [undefined, 'provider_misconfigured'],
  ] as const)('a %s that does not exist is %s', (type, errorType) => {
    const error = new ResourceNotFoundException({ ...answered(400), ...(type && { ResourceType: type }) });
    expect(readRefusal(error)).toEqual(refused(errorType));
  });

  it('a reason that the model does not have yet counts as its exception does', () => {
    const error = new ConflictException({ ...answered(400), Reason: 'toString' as 'KEYWORD_MISMATCH' });
    expect(readRefusal(error)).toEqual(refused('provider_misconfigured'));
  });
});

describe('what common errors of AWS mean', () => {
  it.each([
    ['Throttling', 400, THROTTLED],
    ['RequestLimitExceeded', 503, THROTTLED],
    ['TooManyRequestsException', 429, THROTTLED],
    ['Anything', 429, THROTTLED],
    ['ExpiredTokenException', 400, THROTTLED],
    ['UnrecognizedClientException', 400, refused('provider_access_denied')],
    ['InvalidSignatureException', 403, refused('provider_access_denied')],
    ['Anything', 403, refused('provider_access_denied')],
    ['SerializationException', 400, refused('provider_misconfigured')],
    ['UnknownOperationException', 404, refused('provider_misconfigured')],
    ['RequestTimeoutException', 408, UNKNOWN],
    ['ServiceUnavailable', 503, UNKNOWN],
    ['InternalFailure', 500, UNKNOWN],
    ['Anything', 502, UNKNOWN],
    ['Anything', 200, UNKNOWN],
    ['Anything', undefined, UNKNOWN],
  ])('%s with status %s', (name, status, expected) => {
    expect(readRefusal(common(name, status))).toEqual(expected);
  });

  it.each([
    ['an error of the connection', new Error('socket hang up')],
    ['an answer that cannot be read', new SyntaxError('Unexpected token')],
    ['a text', 'text'],
    ['nothing', undefined],
  ])('%s is no answer of the service, and unknown', (_title, error) => {
    expect(readRefusal(error)).toEqual(UNKNOWN);
  });
});

it('never passes the words of the provider on, which may quote a phone number', () => {
  const error = new ValidationException({ ...answered(400), Reason: 'OTHER' });
  expect(readRefusal(error)).toEqual({
    outcome: 'refused',
    errorType: 'message_rejected',
    errorMessage: 'The provider does not accept the message as it is.',
  });
});
