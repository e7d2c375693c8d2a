import type { MediaPlace } from '../../shared/platform/provider/media';
import { createEumProvider } from '../../shared/platform/provider/eum/eum-provider';
import type { SendOutcome, OutboundMessage } from '../../shared/platform/provider/port';
import { startWireServer, type WireServer, type WireStep } from '../support/aws/wire-server';

const MESSAGE: OutboundMessage = {
  messageId: 'msg_1',
  to: '+12125550123',
  from: '+12065550100',
  body: 'Hello',
  mediaUrl: undefined,
};
const ACCEPT: WireStep = { status: 200, body: '{"MessageId":"eum-1"}' };
const UNKNOWN: SendOutcome = { outcome: 'unknown' };
const UNAVAILABLE: SendOutcome = { outcome: 'unavailable', retryAfterSeconds: 1 };
/** Timeout that is long enough for every answer that arrives. */
const LONG_MS = 120_000;
const SHORT_MS = 100;

const exception = (type: string, fields: object = {}) => JSON.stringify({ __type: type, ...fields });

let server: WireServer;
let place: MediaPlace = { state: 'stored', uri: 's3://media/msg_1/abc' };
type ProviderTimes = { answerTimeoutMs?: number; connectTimeoutMs?: number; maxIdleMs?: number };
const provider = ({ endpoint, ...times }: { endpoint?: string } & ProviderTimes = {}) => {
  process.env.AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2 = endpoint ?? server.url;
  return createEumProvider({
    settings: { configurationSet: 'our-set', messageType: undefined },
    media: { locate: async () => place },
    ...{ answerTimeoutMs: LONG_MS, connectTimeoutMs: LONG_MS, maxIdleMs: LONG_MS },
    ...times,
  });
};

beforeAll(() => {
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    // These settings must not make the SDK repeat a send.
    AWS_MAX_ATTEMPTS: '5',
    AWS_RETRY_MODE: 'adaptive',
  });
});

beforeEach(async () => {
  server = await startWireServer();
});

afterEach(async () => {
  await server.stop();
});

/** Sends a message. @returns only the outcome, without the provider's id and reason */
async function sendOnce(step: WireStep, message = MESSAGE): Promise<SendOutcome> {
  const { providerRequestId: _id, providerReason: _reason, ...outcome } = await sendTraced(step, message);
  return outcome;
}

async function sendTraced(step: WireStep, message = MESSAGE): Promise<SendOutcome> {
  server.behave(step);
  const eum = provider(step === 'hang' ? { answerTimeoutMs: SHORT_MS } : {});
  try {
    return await eum.send(message);
  } finally {
    eum.close();
  }
}

describe('what goes over the wire', () => {
  it('is a text with sender, configuration set and our id', async () => {
    expect(await sendOnce(ACCEPT)).toEqual({ outcome: 'accepted', providerMessageId: 'eum-1' });
    expect(server.requests.map(({ target, body }) => [target, JSON.parse(body) as unknown])).toEqual([
      [
        'PinpointSMSVoiceV2.SendTextMessage',
        {
          DestinationPhoneNumber: '+12125550123',
          OriginationIdentity: '+12065550100',
          MessageBody: 'Hello',
          Context: { messageId: 'msg_1' },
          ConfigurationSetName: 'our-set',
        },
      ],
    ]);
  });

  it('is a media message with the file in the bucket', async () => {
    const mms = { ...MESSAGE, mediaUrl: 'https://example.com/a.png' };
    expect(await sendOnce(ACCEPT, mms)).toEqual({ outcome: 'accepted', providerMessageId: 'eum-1' });
    expect(server.requests.map(({ target, body }) => [target, JSON.parse(body) as unknown])).toEqual([
      [
        'PinpointSMSVoiceV2.SendMediaMessage',
        {
          DestinationPhoneNumber: '+12125550123',
          OriginationIdentity: '+12065550100',
          MessageBody: 'Hello',
          MediaUrls: ['s3://media/msg_1/abc'],
          Context: { messageId: 'msg_1' },
          ConfigurationSetName: 'our-set',
        },
      ],
    ]);
  });

  it('has no body for a media message without one', async () => {
    await sendOnce(ACCEPT, { ...MESSAGE, body: '', mediaUrl: 'https://example.com/a.png' });
    expect(JSON.parse(server.requests[0]?.body ?? '')).not.toHaveProperty('MessageBody');
  });

  it.each([
    [
      { state: 'unusable' },
      {
        outcome: 'refused',
        errorType: 'media_unavailable',
        errorMessage: 'The media file could not be fetched, or cannot be sent.',
      },
    ],
    [
      { state: 'notYet', retryAfterSeconds: 2 },
      { outcome: 'unavailable', retryAfterSeconds: 2, isNoOutage: true },
    ],
  ] as Array<[MediaPlace, SendOutcome]>)('is nothing while the file is %j', async (given, expected) => {
    place = given;
    expect(await sendOnce(ACCEPT, { ...MESSAGE, mediaUrl: 'https://example.com/a.png' })).toEqual(expected);
    place = { state: 'stored', uri: 's3://media/msg_1/abc' };
    expect(server.requests).toEqual([]);
  });
});

describe('a send whose outcome is unknown goes out once', () => {
  it.each<[string, WireStep]>([
    ['a connection reset after the request was read', 'resetAfterReading'],
    ['a connection closed after the request was read', 'closeAfterReading'],
    ['a connection reset within the answer', 'resetWithinTheAnswer'],
    ['no answer', 'hang'],
    ['500 InternalServerException', { status: 500, body: exception('InternalServerException') }],
    ['500 without a body', { status: 500, body: '' }],
    ['500 with a page', { status: 500, body: '<html>Oops</html>', headers: { 'content-type': 'text/html' } }],
    ['502', { status: 502, body: '' }],
    ['503 ServiceUnavailable', { status: 503, body: exception('ServiceUnavailable') }],
    ['503 without a body', { status: 503, body: '' }],
    ['504', { status: 504, body: '' }],
    ['200 without an id', { status: 200, body: '{}' }],
    ['200 that is no JSON', { status: 200, body: '{"MessageId"' }],
  ])('%s', async (_title, step) => {
    expect(await sendOnce(step)).toEqual(UNKNOWN);
    expect(server.requests).toHaveLength(1);
  });

  it('a connection reset before the request was read', async () => {
    expect(await sendOnce('resetWithoutReading')).toEqual(UNKNOWN);
    expect(server.connections).toBe(1);
  });
});

describe('what is certainly unsent may be tried again, by us and not by the SDK', () => {
  it.each<[string, WireStep]>([
    ['throttling', { status: 400, body: exception('ThrottlingException') }],
    [
      'throttling with the shape in full',
      { status: 400, body: exception('com.amazonaws#ThrottlingException') },
    ],
    ['429', { status: 429, body: exception('TooManyRequestsException') }],
  ])('%s', async (_title, step) => {
    expect(await sendOnce(step)).toEqual({ ...UNAVAILABLE, isNoOutage: true });
    expect(server.requests).toHaveLength(1);
  });

  it('no server listens', async () => {
    const gone = await startWireServer();
    await gone.stop();
    const eum = provider({ endpoint: gone.url });
    expect(await eum.send(MESSAGE)).toEqual(UNAVAILABLE);
    eum.close();
  });

  it('the name is unknown', async () => {
    const eum = provider({ endpoint: 'http://nowhere.invalid' });
    expect(await eum.send(MESSAGE)).toEqual(UNAVAILABLE);
    eum.close();
  });

  it('the connection breaks before TLS stands', async () => {
    server.behave('resetWithoutReading');
    const eum = provider({ endpoint: `https://127.0.0.1:${server.port}` });
    expect(await eum.send(MESSAGE)).toEqual(UNAVAILABLE);
    eum.close();
  });

  it('the connection does not come about in time', async () => {
    // The server accepts the connection, and never answers the handshake of TLS.
    server.behave('hang');
    const eum = provider({ endpoint: `https://127.0.0.1:${server.port}`, connectTimeoutMs: SHORT_MS });
    expect(await eum.send(MESSAGE)).toEqual(UNAVAILABLE);
    eum.close();
  });
});

describe('a refusal is one', () => {
  it('with its reason', async () => {
    const body = exception('ConflictException', {
      Message: 'secret',
      Reason: 'DESTINATION_PHONE_NUMBER_OPTED_OUT',
      ResourceType: 'opted-out-number',
    });
    expect(await sendOnce({ status: 400, body })).toEqual({
      outcome: 'refused',
      errorType: 'opted_out',
      errorMessage: 'The recipient opted out at the provider.',
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe('kept connections', () => {
  it('serve one message after another', async () => {
    server.behave(ACCEPT);
    const eum = provider();
    for (let index = 0; index < 3; index++) await eum.send(MESSAGE);
    eum.close();
    expect(server.connections).toBe(1);
  });

  it('are given up once they lay idle too long, for the other side may have closed them', async () => {
    server.behave(ACCEPT);
    let nowMs = Date.now();
    const time = jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
    const eum = provider({ maxIdleMs: 4_000 });
    const connections: number[] = [];
    for (const idleMs of [0, 4_000, 4_001]) {
      nowMs += idleMs;
      expect(await eum.send(MESSAGE)).toEqual({ outcome: 'accepted', providerMessageId: 'eum-1' });
      connections.push(server.connections);
    }
    eum.close();
    time.mockRestore();
    expect(connections).toEqual([1, 1, 2]);
  });
});

describe('what an answer is traced by', () => {
  const headers = { 'x-amzn-requestid': '6c1a8b0e-1111-4222-8333-444455556666' };
  const providerRequestId = '6c1a8b0e-1111-4222-8333-444455556666';

  it('is the id of the request of a text that was accepted', async () => {
    expect(await sendTraced({ ...ACCEPT, headers })).toEqual({
      outcome: 'accepted',
      providerMessageId: 'eum-1',
      providerRequestId,
    });
  });

  it.each([
    [
      'ConflictException',
      { Reason: 'DESTINATION_PHONE_NUMBER_OPTED_OUT' },
      'ConflictException DESTINATION_PHONE_NUMBER_OPTED_OUT',
    ],
    [
      'ValidationException',
      {
        Reason: 'INVALID_PARAMETER',
        Message: 'DestinationPhoneNumber +12125550123 is invalid',
        Fields: [{ Name: 'DestinationPhoneNumber', Message: '+12125550123' }],
      },
      'ValidationException INVALID_PARAMETER DestinationPhoneNumber',
    ],
    ['ThrottlingException', { Message: 'Rate exceeded' }, 'ThrottlingException'],
    ['ConflictException', { Reason: 'the number +12125550123' }, 'ConflictException'],
  ])('is the code of a %s, and never its words', async (type, fields, providerReason) => {
    const traced = await sendTraced({ status: 400, body: exception(type, fields), headers });
    expect(traced).toMatchObject({ providerRequestId, providerReason });
  });

  it('is the exception of an unknown outcome', async () => {
    const traced = await sendTraced({ status: 500, body: exception('InternalServerException'), headers });
    expect(traced).toEqual({
      outcome: 'unknown',
      providerRequestId,
      providerReason: 'InternalServerException',
    });
  });
});
