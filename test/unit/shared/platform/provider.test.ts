import * as sdk from '@aws-sdk/client-pinpoint-sms-voice-v2';
import {
  AccessDeniedException,
  AccessDeniedExceptionReason,
  ConflictException,
  ConflictExceptionReason,
  EventType,
  InternalServerException,
  PinpointSMSVoiceV2ServiceException,
  ResourceNotFoundException,
  ServiceQuotaExceededException,
  ServiceQuotaExceededExceptionReason,
  ThrottlingException,
  ValidationException,
  ValidationExceptionReason,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { receiptEvent } from '../../../../lib/local/simulator/receipts';
import { readInboundText } from '../../../../shared/platform/provider/eum/inbound-text';
import { readReceipt } from '../../../../shared/platform/provider/eum/receipt';
import { readRefusal } from '../../../../shared/platform/provider/eum/internal/refusal';
import { measureProvider } from '../../../../shared/platform/provider/measured-provider';
import type { NotReady, OutboundMessage, SendOutcome } from '../../../../shared/platform/provider/port';
import { recordingMeter } from '../../../support/logs/recording-meter';

/** Exceptions and their reasons by the caller's error. All others of the model are `provider_misconfigured`. */
const TOLD: Record<string, Record<string, string[]>> = {
  ConflictException: {
    opted_out: ['DESTINATION_PHONE_NUMBER_OPTED_OUT'],
    destination_blocked: [
      'DESTINATION_COUNTRY_BLOCKED_BY_PROTECT_CONFIGURATION',
      'DESTINATION_PHONE_NUMBER_BLOCKED_BY_PROTECT_NUMBER_OVERRIDE',
    ],
    destination_not_verified: ['DESTINATION_PHONE_NUMBER_NOT_VERIFIED'],
    not_sms_capable: ['NUMBER_CAPABILITIES_MISMATCH'],
    sender_not_usable: [
      'MESSAGE_TYPE_MISMATCH',
      'NO_ORIGINATION_IDENTITIES_FOUND',
      'RESOURCE_NOT_ACTIVE',
      'REGISTRATION_NOT_COMPLETE',
      'KEYWORD_MISMATCH',
    ],
  },
  ValidationException: {
    message_rejected: [
      'CANNOT_PARSE',
      'FIELD_VALIDATION_FAILED',
      'INVALID_PARAMETER',
      'INVALID_REQUEST',
      'MAXIMUM_SIZE_EXCEEDED',
      'MISSING_PARAMETER',
      'OTHER',
      'PARAMETERS_CANNOT_BE_USED_TOGETHER',
      'UNSPECIFIED_PARAMETER_NOT_SUPPORTED',
    ],
    sender_not_usable: [
      'CHANNEL_NOT_ENABLED',
      'COUNTRY_CODE_MISMATCH',
      'INTERNATIONAL_SENDING_NOT_SUPPORTED',
      'INVALID_IDENTITY_FOR_DESTINATION_COUNTRY',
      'SENDER_ID_NOT_REGISTERED',
      'SENDER_ID_NOT_SUPPORTED',
      'SENDER_ID_REQUIRES_REGISTRATION',
    ],
    destination_blocked: ['COUNTRY_NOT_ENABLED', 'DESTINATION_COUNTRY_BLOCKED'],
    media_unavailable: [
      'ATTACHMENT_TYPE_NOT_SUPPORTED',
      'MEDIA_TYPE_NOT_SUPPORTED',
      'RESOURCE_NOT_ACCESSIBLE',
    ],
    price_too_high: ['PRICE_OVER_THRESHOLD'],
    provider_misconfigured: ['INVALID_ARN', 'UNKNOWN_OPERATION'],
  },
  ServiceQuotaExceededException: {
    provider_limit_reached: [
      'MONTHLY_SPEND_LIMIT_REACHED_FOR_NOTIFY',
      'MONTHLY_SPEND_LIMIT_REACHED_FOR_VOICE',
      'DAILY_NOTIFY_TIER_MESSAGE_LIMIT',
      'DAILY_DESTINATION_CALL_LIMIT',
    ],
  },
};

/** All reasons in the service's model. */
const REASONS: Array<[string, string]> = [
  ...Object.values(AccessDeniedExceptionReason).map((reason) => ['AccessDeniedException', reason] as const),
  ...Object.values(ConflictExceptionReason).map((reason) => ['ConflictException', reason] as const),
  ...Object.values(ServiceQuotaExceededExceptionReason).map(
    (reason) => ['ServiceQuotaExceededException', reason] as const,
  ),
  ...Object.values(ValidationExceptionReason).map((reason) => ['ValidationException', reason] as const),
].map(([type, reason]) => [type, reason]);

/** Error type for reasons of operations other than sending, by exception. */
const TOLD_OF_OTHERS: Record<string, string> = {
  ConflictException: 'provider_misconfigured',
  ValidationException: 'message_rejected',
  ServiceQuotaExceededException: 'provider_limit_reached',
};

const toldOf = (type: string, reason: string) =>
  Object.entries(TOLD[type] ?? {}).find(([, reasons]) => reasons.includes(reason))?.[0] ??
  TOLD_OF_OTHERS[type] ??
  'none';

describe('eum errors', () => {
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
  const THROTTLED = { outcome: 'unavailable', retryAfterSeconds: 1, isNoOutage: true };
  const everyMessage = (reason: 'spend_limit' | 'provider') => ({
    outcome: 'unavailable',
    retryAfterSeconds: 120,
    everyMessage: reason,
  });
  const UNKNOWN = { outcome: 'unknown' };

  const EXCEPTIONS = {
    AccessDeniedException,
    ConflictException,
    ServiceQuotaExceededException,
    ValidationException,
  };
  const ONLY_THESE = { outcome: 'unavailable', retryAfterSeconds: 120, isNoOutage: true };
  /** Reasons for which no message fails: it waits. */
  const WAITS: Record<string, object> = {
    ACCOUNT_DISABLED: everyMessage('provider'),
    INSUFFICIENT_ACCOUNT_REPUTATION: everyMessage('provider'),
    MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT: everyMessage('spend_limit'),
    MONTHLY_SPEND_LIMIT_REACHED_FOR_MEDIA: ONLY_THESE,
    MONTHLY_SPEND_LIMIT_REACHED_FOR_RCS: ONLY_THESE,
  };

  describe('what the reason of an exception means', () => {
    it('is told here of all 114 reasons of the service’s model', () => {
      expect(REASONS).toHaveLength(114);
      const known = new Set(REASONS.map(([type, reason]) => `${type} ${reason}`));
      const told = Object.entries(TOLD).flatMap(([type, byTold]) =>
        Object.values(byTold).flatMap((reasons) => reasons.map((reason) => `${type} ${reason}`)),
      );
      expect(told.filter((one) => !known.has(one))).toEqual([]);
    });

    it.each(REASONS)('%s %s', (type, reason) => {
      const Exception = EXCEPTIONS[type as keyof typeof EXCEPTIONS];
      const error = new Exception({ ...answered(400), Reason: reason as never });
      expect(readRefusal(error)).toEqual(WAITS[reason] ?? refused(toldOf(type, reason)));
    });

    it('is that of the exception without one', () => {
      expect(readRefusal(new ConflictException(answered(400)))).toEqual(refused('provider_misconfigured'));
      expect(readRefusal(new ValidationException(answered(400)))).toEqual(refused('message_rejected'));
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

    it('access denied without a reason may mean this message only', () => {
      expect(readRefusal(new AccessDeniedException(answered(400)))).toEqual(
        refused('provider_access_denied'),
      );
    });

    it('a quota without a reason is one of the message', () => {
      const error = new ServiceQuotaExceededException(answered(400));
      expect(readRefusal(error)).toEqual(refused('provider_limit_reached'));
    });

    it.each([
      ['phone-number', refused('sender_not_usable')],
      ['pool', refused('sender_not_usable')],
      ['sender-id', refused('sender_not_usable')],
      ['rcs-agent', refused('sender_not_usable')],
      ['protect-configuration', refused('provider_misconfigured')],
      ['opt-out-list', refused('provider_misconfigured')],
      ['configuration-set', everyMessage('provider')],
      [undefined, refused('provider_misconfigured')],
    ] as const)('a %s that does not exist is %j', (type, expected) => {
      const error = new ResourceNotFoundException({ ...answered(400), ...(type && { ResourceType: type }) });
      expect(readRefusal(error)).toEqual(expected);
    });

    it('a configuration set that is switched off means every message', () => {
      const reason = { Reason: 'RESOURCE_NOT_ACTIVE', ResourceType: 'configuration-set' } as const;
      expect(readRefusal(new ConflictException({ ...answered(400), ...reason }))).toEqual(
        everyMessage('provider'),
      );
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
});

const event = (changes: object) => ({
  eventType: 'TEXT_DELIVERED',
  eventVersion: '1.0',
  eventTimestamp: Date.UTC(2026, 2, 1, 12, 0, 0, 5),
  isFinal: true,
  context: { messageId: 'msg_1' },
  ...changes,
});

describe('eum events', () => {
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

  /** Status of an event while it is not final, and when it is. */
  const EXPECTED: Record<string, [string, string]> = {
    QUEUED: ['pending', 'pending'],
    PENDING: ['pending', 'pending'],
    SENT: ['pending', 'pending'],
    SUCCESSFUL: ['pending', 'delivered'],
    DELIVERED: ['delivered', 'delivered'],
    BLOCKED: ['pending', 'failed'],
    CARRIER_BLOCKED: ['pending', 'failed'],
    CARRIER_UNREACHABLE: ['pending', 'failed'],
    FILE_INACCESSIBLE: ['pending', 'failed'],
    FILE_SIZE_EXCEEDED: ['pending', 'failed'],
    FILE_TYPE_UNSUPPORTED: ['pending', 'failed'],
    INVALID: ['pending', 'failed'],
    INVALID_MESSAGE: ['pending', 'failed'],
    PROTECT_BLOCKED: ['pending', 'failed'],
    SPAM: ['pending', 'failed'],
    TTL_EXPIRED: ['pending', 'failed'],
    UNKNOWN: ['pending', 'failed'],
    UNREACHABLE: ['pending', 'failed'],
    FALLEN_BACK_TO_SMS: ['pending', 'pending'],
    FAILED: ['pending', 'failed'],
    READ: ['delivered', 'delivered'],
  };

  const ofMessages = Object.values(EventType).filter(
    (type) => /^(?:TEXT|MEDIA|RCS)_/.test(type) && !type.endsWith('_ALL'),
  );

  it('knows all 39 events of texts, media and RCS that the service’s model has', () => {
    expect(ofMessages).toHaveLength(39);
    expect(ofMessages.filter((type) => EXPECTED[type.replace(/^[A-Z]+_/, '')] === undefined)).toEqual([]);
  });

  it.each(ofMessages)('%s, before and as the last word', (type) => {
    const statuses = [false, true].map((isFinal) => readReceipt(event({ eventType: type, isFinal }))?.status);
    expect(statuses).toEqual(EXPECTED[type.replace(/^[A-Z]+_/, '')]);
  });

  it('says of two final events alone that the number takes no messages, and repeats the number', () => {
    const receipts = ofMessages.flatMap((eventType) =>
      [false, true].map((isFinal) =>
        readReceipt(event({ eventType, isFinal, destinationPhoneNumber: '+12065550123' })),
      ),
    );
    const permanent = receipts.filter((receipt) => receipt?.isPermanent);
    expect(permanent.map((receipt) => [receipt?.eventType, receipt?.status, receipt?.to])).toEqual([
      ['MEDIA_INVALID', 'failed', '+12065550123'],
      ['TEXT_INVALID', 'failed', '+12065550123'],
    ]);
  });

  it.each([
    ['TEXT_SOMETHING_NEW', 'pending'],
    ['MEDIA_toString', 'pending'],
    ['VOICE_COMPLETED', undefined],
    ['RCS_SOMETHING_NEW', 'pending'],
    ['RCS_', 'pending'],
    ['REGISTRATION_STATUS_CHANGED', undefined],
    ['', undefined],
  ])('%s, which is not in the table, is %s', (type, expected) => {
    expect(readReceipt(event({ eventType: type }))?.status).toBe(expected);
  });
});

describe('eum receipts of RCS', () => {
  const AGENT = 'rcs-c020de2520714385964ebf7b095c4b60';
  /**
   * The events that the documentation shows, with the context that a hand-over gives. **Source:** AWS End User Messaging
   * SMS User Guide, "RCS message events", sections "Delivery status events" and "Read receipts".
   */
  const DELIVERED = {
    eventType: 'RCS_DELIVERED',
    eventVersion: '1.0',
    eventTimestamp: 1_781_661_267_660,
    isFinal: true,
    originationPhoneNumber: AGENT,
    destinationPhoneNumber: '+13022640220',
    isoCountryCode: 'US',
    isInternationalSend: false,
    messageId: 'test-sc1-004',
    messageRequestTimestamp: 1_781_300_397_157,
    messageEncoding: 'UNICODE',
    messageType: 'TRANSACTIONAL',
    messageStatus: 'DELIVERED',
    messageStatusDescription: 'Message has been accepted by phone',
    totalMessageParts: 1,
    totalMessagePrice: 0.007,
    totalCarrierFee: 0.00494,
    rcsMetadata: { billingEventType: 'RICH' },
    rcsBusinessId: 'endusermessagingtesting1_06fr8x6o_agent',
    agentIsoCountryCode: 'US',
    context: { messageId: 'msg_1', pool: 'yes' },
  };
  const READ = {
    ...DELIVERED,
    eventType: 'RCS_READ',
    eventTimestamp: 1_781_661_267_203,
    messageStatus: 'READ',
    messageStatusDescription: 'Message has been read by recipient',
    totalMessagePrice: 0,
    totalCarrierFee: 0,
    rcsMetadata: undefined,
  };
  const known = {
    ...{ messageId: 'msg_1', providerMessageId: 'test-sc1-004', country: 'US', parts: 1 },
    to: '+13022640220',
  };

  it('a delivery names the agent and what it costs', () => {
    expect(readReceipt(DELIVERED)).toEqual({
      ...known,
      status: 'delivered',
      at: '2026-06-17T01:54:27.660Z',
      channel: 'rcs',
      sentFrom: AGENT,
      price: 0.01194,
      eventType: 'RCS_DELIVERED',
      eventDescription: 'Message has been accepted by phone',
    });
  });

  it('a reading means that it was delivered, and has no price of its own', () => {
    expect(readReceipt(READ)).toEqual({
      ...known,
      status: 'delivered',
      at: '2026-06-17T01:54:27.203Z',
      readAt: '2026-06-17T01:54:27.203Z',
      channel: 'rcs',
      sentFrom: AGENT,
      eventType: 'RCS_READ',
      eventDescription: 'Message has been read by recipient',
    });
  });

  it('a fallback is on its way as SMS, from a number that is not known yet', () => {
    const event = { ...DELIVERED, eventType: 'RCS_FALLEN_BACK_TO_SMS', isFinal: false };
    const receipt = readReceipt(event);
    expect(receipt).toMatchObject({ status: 'pending', channel: 'sms' });
    expect(receipt).not.toHaveProperty('sentFrom');
  });

  it.each([
    ['a number', 'TEXT_DELIVERED', '+12065550100', 'sms'],
    ['a short code', 'TEXT_DELIVERED', '12345', 'sms'],
    ['an agent', 'TEXT_DELIVERED', AGENT, 'rcs'],
    ['a number', 'MEDIA_DELIVERED', '+12065550100', 'mms'],
    ['an agent', 'RCS_SENT', AGENT, 'rcs'],
    ['nothing', 'RCS_FAILED', undefined, 'rcs'],
  ])(
    'of a pool that chose %s, %s tells the channel',
    (_title, eventType, originationPhoneNumber, channel) => {
      const receipt = readReceipt({ ...DELIVERED, eventType, originationPhoneNumber });
      expect(receipt).toMatchObject({ channel });
      expect(receipt?.sentFrom).toBe(originationPhoneNumber);
    },
  );

  it('of a number needs no channel', () => {
    const receipt = readReceipt({
      ...DELIVERED,
      eventType: 'TEXT_DELIVERED',
      originationPhoneNumber: '+12065550100',
      context: { messageId: 'msg_1' },
    });
    expect(receipt).not.toHaveProperty('channel');
  });
});

const PAYLOAD = {
  originationNumber: '+12125550123',
  destinationNumber: '+12065550100',
  messageKeyword: 'KEYWORD_12065550100',
  messageBody: 'Hello',
  previousPublishedMessageId: 'p-1',
  inboundMessageId: 'i-1',
};

describe('eum texts', () => {
  const MALFORMED = expect.objectContaining({ name: 'MalformedInboundError' }) as Error;
  const TEXT = {
    ...{ providerMessageId: 'i-1', rawFrom: '+12125550123', to: '+12065550100', body: 'Hello' },
    answeredId: 'p-1',
  };

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

  it.each([[undefined], [''], [7], ['no id'], ['p'.repeat(65)]])(
    'names no message that it answers for %j',
    (previousPublishedMessageId) => {
      const { answeredId: _none, ...text } = TEXT;
      expect(readInboundText({ ...PAYLOAD, previousPublishedMessageId })).toEqual(text);
    },
  );

  it('names a message of 64 characters that it answers', () => {
    const previousPublishedMessageId = 'p'.repeat(64);
    expect(readInboundText({ ...PAYLOAD, previousPublishedMessageId })).toEqual({
      ...TEXT,
      answeredId: previousPublishedMessageId,
    });
  });

  it('accepts an id of 256 characters and rejects one of 257', () => {
    expect(readInboundText({ ...PAYLOAD, inboundMessageId: 'i'.repeat(256) }).providerMessageId).toHaveLength(
      256,
    );
    expect(() => readInboundText({ ...PAYLOAD, inboundMessageId: 'i'.repeat(257) })).toThrow(MALFORMED);
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
    expect(() => readInboundText(body)).toThrow(MALFORMED);
  });
});

it('names of End User Messaging occur only in its folder', () => {
  /** Names that the service also uses for something of its own. */
  const OURS = ['context', 'eventType', 'isFinal', 'messageId', 'messageType'];
  const sent = { from: '', to: '', body: '', messageId: '', providerMessageId: '', at: '' };
  const names = [
    ...Object.values(EventType).filter((type) => type.includes('_')),
    ...Object.keys(receiptEvent({ message: sent, status: 'delivered', now: new Date() })),
    ...Object.keys(PAYLOAD),
    'carrierName',
  ].filter((name) => !OURS.includes(name));
  const named = new RegExp(`\\b(?:${names.join('|')})\\b`);
  const outside = ['shared', 'functions']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.ts') && !/\/(?:generated|provider\/eum)\//.test(file));
  expect(outside.length).toBeGreaterThan(250);
  expect(outside.filter((file) => named.test(readFileSync(file, 'utf8')))).toEqual([]);
});

const MESSAGE: OutboundMessage = {
  messageId: 'msg_1',
  to: '+12125550123',
  from: '+12065550100',
  body: '',
  mediaUrl: 'https://example.com/a.png',
};
const ACCEPTED: SendOutcome = { outcome: 'accepted', providerMessageId: 'p-1' };
const NO_FILE: NotReady = { outcome: 'refused', errorType: 'media_unavailable', errorMessage: 'No file.' };

class Adapter {
  readonly asked: string[] = [];
  prepare = async ({ messageId }: { messageId: string }) => {
    this.asked.push(`prepare ${messageId}`);
    return NO_FILE;
  };
  send = async ({ messageId }: OutboundMessage) => {
    this.asked.push(`send ${messageId}`);
    return ACCEPTED;
  };
}

describe('a measured provider', () => {
  it('still gets ready what a message needs', async () => {
    const adapter = new Adapter();
    const provider = measureProvider(adapter, recordingMeter());

    expect(await provider.prepare?.(MESSAGE, { timeoutMs: 1_000 })).toEqual(NO_FILE);
    expect(await provider.send(MESSAGE)).toEqual(ACCEPTED);
    expect(adapter.asked).toEqual(['prepare msg_1', 'send msg_1']);
  });

  it('has nothing to get ready where the adapter has not', () => {
    expect(measureProvider({ send: async () => ACCEPTED }, recordingMeter())).not.toHaveProperty('prepare');
  });

  it.each<[SendOutcome, string]>([
    [ACCEPTED, 'MessagesSent'],
    [{ outcome: 'refused', errorType: 'opted_out', errorMessage: 'No.' }, 'MessagesRefused'],
    [{ outcome: 'unavailable', retryAfterSeconds: 1 }, 'ProviderUnavailable'],
    [{ outcome: 'unknown' }, 'MessagesUnknown'],
  ])('counts %j as %s', async (outcome, metric) => {
    const meter = recordingMeter();
    await measureProvider({ send: async () => outcome }, meter).send(MESSAGE);
    expect(meter.recorded).toEqual([
      ['ProviderLatency', expect.any(Number)],
      [metric, 1],
    ]);
  });
});
