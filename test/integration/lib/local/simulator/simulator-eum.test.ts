import type { SNSClient } from '@aws-sdk/client-sns';
import { installMovableClock, type MovableClock } from '../../../../../lib/local/clock';
import { type Simulator, startSimulator } from '../../../../../lib/local/simulator/simulator';
import { createEumFeedback } from '../../../../../shared/platform/provider/eum/eum-feedback';
import { createEumProvider } from '../../../../../shared/platform/provider/eum/eum-provider';
import { createQuietLog } from '../../../../support/logs/quiet-log';

let clock: MovableClock;
let simulator: Simulator;
let eum: ReturnType<typeof createEumProvider>;
let feedback: ReturnType<typeof createEumFeedback>;

beforeAll(async () => {
  clock = installMovableClock(0);
  // Without topics nothing is published.
  const sns = {} as SNSClient;
  simulator = await startSimulator({ latencyMs: 0, clock, sns, topics: {}, log: createQuietLog() });
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: simulator.url,
  });
  eum = createEumProvider({
    settings: { configurationSet: 'set', messageType: undefined },
    media: { locate: async () => ({ state: 'stored', uri: 's3://media/file' }) },
  });
  feedback = createEumFeedback();
});

beforeEach(() => simulator.clear());

afterAll(async () => {
  eum.close();
  feedback.close();
  await simulator.stop();
  clock.uninstall();
});

const send = (to: string, mediaUrl?: string) =>
  eum.send({ messageId: 'msg_1', to, from: '+15555550100', body: 'Hello', mediaUrl });
const ACCEPTED = { outcome: 'accepted', providerMessageId: expect.stringMatching(/^sim_/) as string };

it.each([
  ['+15005550001', 'invalid_number'],
  ['+15005550004', 'opted_out'],
  ['+15005550009', 'not_sms_capable'],
])('%s is refused as %s', async (to, errorType) => {
  expect(await send(to)).toMatchObject({ outcome: 'refused', errorType });
  expect(simulator.sent({})).toEqual([]);
});

const NOT_TAKEN = {
  ...{ outcome: 'unavailable', retryAfterSeconds: 1, isNoOutage: true },
  providerReason: 'ThrottlingException',
};

it('throttles twice, then accepts', async () => {
  const outcomes = [await send('+15005550010'), await send('+15005550010'), await send('+15005550010')];
  expect(outcomes).toEqual([NOT_TAKEN, NOT_TAKEN, ACCEPTED]);
});

it('takes a message whose answer it loses, once', async () => {
  expect(await send('+15005550011')).toEqual({ outcome: 'unknown' });
  expect(simulator.sent({})).toHaveLength(1);
});

it('checks a text as it would take it, and takes none', async () => {
  const check = (to: string) => eum.check({ messageId: 'msg_1', to, from: '+15555550100', body: 'Hello' });
  expect(await check('+12125550123')).toMatchObject({ outcome: 'accepted' });
  expect(await check('+15005550001')).toMatchObject({ outcome: 'refused', errorType: 'invalid_number' });
  expect(await check('+15005550011')).toEqual({ outcome: 'unknown' });
  expect(simulator.sent({})).toEqual([]);
});

it('logs texts and media as it took them', async () => {
  expect([await send('+12125550123'), await send('+12125550124', 'https://example.com/a.png')]).toEqual([
    ACCEPTED,
    ACCEPTED,
  ]);
  expect(simulator.sent({})).toMatchObject([
    { messageId: 'msg_1', to: '+12125550123', from: '+15555550100', body: 'Hello' },
    { messageId: 'msg_1', to: '+12125550124', body: 'Hello', mediaUrl: 's3://media/file' },
  ]);
});

const MEDIA_URL = 'https://example.com/a.png';
const limitReached = (channel: 'TEXT' | 'MEDIA') => ({
  ...{ outcome: 'unavailable', retryAfterSeconds: 120 },
  ...(channel === 'TEXT' ? { everyMessage: 'spend_limit' } : { isNoOutage: true }),
  providerReason: `ServiceQuotaExceededException MONTHLY_SPEND_LIMIT_REACHED_FOR_${channel}`,
});

it.each([
  ['unavailable', NOT_TAKEN, NOT_TAKEN, 0],
  ['throttled', NOT_TAKEN, NOT_TAKEN, 0],
  ['lost_answers', { outcome: 'unknown' }, { outcome: 'unknown' }, 2],
  ['spend_limit', limitReached('TEXT'), limitReached('MEDIA'), 0],
] as const)('has the fault %s for a text and a media message', async (fault, text, media, count) => {
  simulator.switchFault({ fault, share: 1 });
  expect([
    await send('+12125550123'),
    await send('+12125550123', MEDIA_URL),
    simulator.sent({}).length,
  ]).toEqual([text, media, count]);
});

describe('feedback on messages', () => {
  const to = '+12125550123';
  const sendWithFeedback = async () => {
    const sent = await eum.send({
      ...{ messageId: 'msg_1', to, from: '+15555550100', body: 'Hello', mediaUrl: undefined },
      expectsFeedback: true,
    });
    return sent.outcome === 'accepted' ? sent.providerMessageId : '';
  };

  it('is kept with a message that was sent for it', async () => {
    const providerMessageId = await sendWithFeedback();
    expect(simulator.sent({ to })).toMatchObject([{ expectsFeedback: true }]);
    expect(simulator.sent({ to })[0]).not.toHaveProperty('feedback');
    expect(await feedback.giveFeedback({ providerMessageId })).toEqual({ outcome: 'given' });
    expect(simulator.sent({ to })).toMatchObject([{ feedback: ['RECEIVED'] }]);
  });

  it('is refused for a message that was sent without, or that is unknown', async () => {
    const sent = await send(to);
    const ids = ['providerMessageId' in sent ? sent.providerMessageId : '', 'unknown'];
    for (const providerMessageId of ids)
      expect(await feedback.giveFeedback({ providerMessageId })).toMatchObject({
        ...{ outcome: 'refused', providerReason: 'ResourceNotFoundException' },
      });
    expect(simulator.sent({ to })[0]).not.toHaveProperty('feedback');
  });

  it('waits while the provider throttles', async () => {
    const providerMessageId = await sendWithFeedback();
    simulator.switchFault({ fault: 'throttled', share: 1 });
    expect(await feedback.giveFeedback({ providerMessageId })).toMatchObject({
      ...{ outcome: 'unavailable', providerReason: 'ThrottlingException' },
    });
    simulator.switchFault({ fault: 'none', share: 1 });
    expect(await feedback.giveFeedback({ providerMessageId })).toEqual({ outcome: 'given' });
  });
});
