import { marshall } from '@aws-sdk/util-dynamodb';
import { handler as sendBroadcast } from '../../functions/http/send-broadcast';
import { handler as sendMessage } from '../../functions/http/send-message';
import { handler as deliverWebhook } from '../../functions/workers/deliver-webhook';
import { handler as fanOut } from '../../functions/workers/fan-out-events';
import { handler as sendQueuedMessage } from '../../functions/workers/send-queued-message';
import { handler as relayOutbox } from '../../functions/workers/outbox-relay';
import { handler as receiveInbound } from '../../functions/workers/receive-inbound';
import { handler as runCanary } from '../../functions/workers/run-canary';
import { handler as sweep } from '../../functions/workers/sweep';
import { type OutboxEntry, outboxItem } from '../../shared/outbox/outbox';
import { METRICS } from '../../shared/platform/observability/metrics';
import { worker } from '../../functions/workers/worker';
import { paceLookUps } from '../../shared/platform/provider/paced-look-ups';
import type { LookUpOutcome } from '../../shared/platform/provider/port';
import { getPlatform } from '../../shared/platform/platform';
import { pauseService, resumeService } from '../../shared/senders/pause-sending';
import { fanOutEvents, readPublishedEvent } from '../../shared/webhooks/fan-out-events';
import { type EmbeddedMetrics, metricAddress, readEmbeddedMetrics } from '../support/alarms/embedded-metrics';
import { startAwsStandIn } from '../support/aws/aws-stand-in';
import { callHandler } from '../support/routes/call-handler';
import { isMetrics, takeEntries } from '../support/log-privacy/log-lines';
import { createMarkedWorld, type MarkedWorld } from '../support/log-privacy/marked-world';
import { markedPhone } from '../support/log-privacy/marks';
import { synthesizeStacks } from '../support/stack/stack-template';
import {
  metricsOfAlarms,
  metricsOfDashboard,
  type ReadMetric,
  thresholdOf,
} from '../support/stack/stack-metrics';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhooks/webhook-receiver';

const template = synthesizeStacks({ alarms: true, canary: true, name: 'blue' });
const isOurs = ({ namespace }: ReadMetric) => !namespace.startsWith('AWS/');
const readByAlarms = metricsOfAlarms(template).filter(isOurs);
const readByDashboard = metricsOfDashboard(template).filter(isOurs);

/** All metrics that were recorded while the tests ran. */
const measured: EmbeddedMetrics[] = [];
const MINUTE_MS = 60_000;
let world: MarkedWorld;
let provider: WebhookReceiver;
let ids = 0;

beforeAll(async () => {
  const handler = Object.values(template.findResources('AWS::Lambda::Function')).find(
    ({ Metadata }) => (Metadata as { entry?: string } | undefined)?.entry,
  );
  const { Variables } = (handler?.Properties as { Environment: { Variables: Record<string, string> } })
    .Environment;
  provider = await startWebhookReceiver();
  const { POWERTOOLS_METRICS_NAMESPACE = '', POWERTOOLS_SERVICE_NAME = '' } = Variables;
  world = await createMarkedWorld({ POWERTOOLS_METRICS_NAMESPACE, POWERTOOLS_SERVICE_NAME });
  // The functions create their own provider, with its metrics.
  Reflect.deleteProperty(getPlatform(), 'provider');
  process.env.SIMULATOR_URL = provider.url;
});
afterAll(async () => {
  await provider.stop();
  await world.stop();
});

/** Returns the metrics of a function during a call, by name. */
async function measure(call: () => Promise<unknown>): Promise<Record<string, unknown>> {
  takeEntries(world);
  await call();
  const lines = takeEntries(world).filter(isMetrics) as EmbeddedMetrics[];
  measured.push(...lines);
  return Object.fromEntries(
    lines.flatMap((line) =>
      line._aws.CloudWatchMetrics.flatMap(({ Metrics }) => Metrics.map(({ Name }) => [Name, line[Name]])),
    ),
  );
}

function send(answer: object | string, account = world as Pick<MarkedWorld, 'authorization' | 'from'>) {
  provider.answer = (response) => response.end(JSON.stringify(answer));
  const body = { to: markedPhone(0), from: account.from, body: 'Hello' };
  return measure(() => callHandler(sendMessage, { authorization: account.authorization, body }));
}

const LATENCY = { ProviderLatency: expect.any(Number) as number };
const context = { awsRequestId: 'invocation-1', getRemainingTimeInMillis: () => MINUTE_MS } as never;

const JOB_ENDED: OutboxEntry = {
  kind: 'event',
  event: { detailType: 'messaging.job.completed', time: '2026-03-01T12:00:00.000Z', detail: {} },
};
const WEBHOOK: OutboxEntry = { kind: 'webhook', accountId: 'acc_1', endpointId: 'end_1' };

/** Puts an entry into the outbox, and lets this much time pass. */
async function leaveInOutbox(entry: OutboxEntry, forMs: number) {
  const item = outboxItem({ id: `out_${(ids += 1)}`, entry, now: world.deps.clock.now() });
  await world.deps.table.put({ Item: item });
  world.advance(forMs);
  return item;
}

// Runs before anything else can be due.
describe('the lag of what is due, against the threshold of its alarm', () => {
  it.each([
    [9, 'below', false],
    [11, 'above', true],
  ])('%d minutes are %s it', async (minutes, _side, isAbove) => {
    // An outbox item is due a minute after its change.
    await leaveInOutbox(WEBHOOK, (minutes + 1) * MINUTE_MS);
    const { DueLag, DueLagOutbox, DueLagJob } = await measure(() => sweep({}, context));
    expect([DueLagOutbox, DueLagJob]).toEqual([DueLag, 0]);
    expect(DueLag).toBeGreaterThanOrEqual(minutes * 60);
    expect(DueLag).toBeLessThan(minutes * 60 + 30);
    expect((DueLag as number) > thresholdOf(template, 'DueLagOutbox')).toBe(isAbove);
  });
});

describe('what a function measures', () => {
  it.each([
    [{ outcome: 'accepted', providerMessageId: 'p-1' }, { MessagesSent: 1 }],
    [{ outcome: 'refused', errorType: 'opted_out', errorMessage: 'No.' }, { MessagesRefused: 1 }],
    [{ outcome: 'unavailable', retryAfterSeconds: 1 }, { ProviderUnavailable: 1 }],
    ['nonsense', { MessagesUnknown: 1 }],
  ])('is the outcome of a hand-over: %j', async (answer, counted) => {
    expect(await send(answer)).toEqual({ ...counted, ...LATENCY });
  });

  it.each([
    ['given', { FeedbackGiven: 1 }],
    ['refused', { FeedbackNotGiven: 1 }],
  ])('is feedback on a message: %s', async (outcome, counted) => {
    const task = { accountId: 'acc_1', feedbackOn: `eum-${(ids += 1)}`, outboxId: 'out_1', attempt: 1 };
    const record = { messageId: 'sqs-1', body: JSON.stringify(task) };
    const platform = Object.assign(getPlatform(), { feedback: { giveFeedback: async () => ({ outcome }) } });
    expect(await measure(() => sendQueuedMessage({ Records: [record] } as never, context))).toEqual(counted);
    Reflect.deleteProperty(platform, 'feedback');
  });

  it('is a job and its recipients', async () => {
    const recipients = Array.from({ length: 100 }, (_, index) => ({ to: markedPhone(index) }));
    const body = { from: world.from, body: 'Hello', recipients };
    const { authorization } = world;
    const accepted = await measure(() => callHandler(sendBroadcast, { authorization, body }));
    expect(accepted).toEqual({ JobsAccepted: 1, RecipientsAccepted: 100 });
  });

  it('is a request over its limit', async () => {
    await send({}, world.limited);
    expect(await send({}, world.limited)).toEqual({ RequestsLimited: 1 });
  });

  it.each([
    ['the end of a job', 'messaging.job.completed', { JobsEnded: 1 }],
    ['a country beyond its limit', 'messaging.country.exceeded', { CountriesExceeded: 1 }],
  ])('is %s, when its event is acknowledged', async (_, type, counted) => {
    const time = world.deps.clock.now().toISOString();
    const detail = { id: `evt_${(ids += 1)}`, type, version: 1, time, accountId: 'acc_1' };
    const record = { messageId: 'sqs-1', body: JSON.stringify({ detail, resources: ['out_1'] }) };
    expect(await measure(() => fanOut({ Records: [record] } as never, context))).toEqual(counted);
  });

  it.each([
    [200, { WebhooksDelivered: 1 }],
    [500, { WebhooksFailed: 1 }],
  ])('is an attempt to deliver a webhook that is answered %d', async (status, counted) => {
    const { accountId, endpointId, deps } = world;
    const detail = { id: `evt_${(ids += 1)}`, type: 'messaging.message.received', version: 1, accountId };
    const event = readPublishedEvent({ detail: { ...detail, time: deps.clock.now().toISOString() } });
    await fanOutEvents({ ...deps, queues: { send: async () => [] } }, event ? [event] : []);
    world.receiver.answer = status;
    const record = { messageId: 'sqs-1', body: JSON.stringify({ accountId, endpointId }) };
    expect(await measure(() => deliverWebhook({ Records: [record] } as never, context))).toEqual(counted);
  });
});

describe('a record that cannot be worked on', () => {
  it.each([
    ['a worker of records', deliverWebhook],
    ['the worker of texts', receiveInbound],
  ])('is measured, and stays on the queue: %s', async (_, handler) => {
    const Records = [{ messageId: 'sqs-1', body: 'no JSON', attributes: {} }];
    let answer: unknown;
    const counted = await measure(async () => (answer = await handler({ Records } as never, context)));
    expect(counted).toEqual({ RecordsFailed: 1 });
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'sqs-1' }] });
  });
});

describe('the lag of a text from a phone, against the threshold of its alarm', () => {
  it.each([
    ['half a minute ago is below it', 30_000, false],
    ['two minutes ago is above it', 2 * MINUTE_MS, true],
  ])('one that came %s, also when it fails', async (_, ageMs, isAbove) => {
    const sentAgo = (ms: number) => ({ SentTimestamp: String(world.deps.clock.now().getTime() - ms) });
    const Records = [0, ageMs].map((ms, index) => ({
      messageId: `sqs-${index}`,
      body: 'no JSON',
      attributes: sentAgo(ms),
    }));
    const { InboundLag } = await measure(() => receiveInbound({ Records } as never, context));
    expect(InboundLag).toBeGreaterThanOrEqual(ageMs);
    expect(InboundLag).toBeLessThan(ageMs + 25_000);
    expect((InboundLag as number) > thresholdOf(template, 'InboundLag')).toBe(isAbove);
  });
});

describe('an outbox item that is not as declared', () => {
  it('is measured and stays in the table, and the stream goes on', async () => {
    const broken = { ...(await leaveInOutbox(WEBHOOK, 0)), entry: { kind: 'fax' } };
    const items = [broken, await leaveInOutbox(WEBHOOK, 0)];
    await world.deps.table.put({ Item: broken });
    const Records = items.map((item, index) => ({
      dynamodb: { SequenceNumber: String(index), NewImage: marshall(item, { removeUndefinedValues: true }) },
    }));
    let answer: unknown;
    const counted = await measure(async () => (answer = await relayOutbox({ Records } as never, context)));
    expect(counted).toMatchObject({ OutboxItemsUnreadable: 1 });
    expect(answer).toEqual({ batchItemFailures: [] });
    const stored = await Promise.all(items.map(({ pk, sk }) => world.deps.table.get({ pk, sk })));
    expect(stored).toEqual([expect.objectContaining({ entry: { kind: 'fax' } }), undefined]);
    await world.deps.table.delete({ Key: { pk: broken.pk, sk: broken.sk } });
  });
});

it('a hold of all accounts is measured each minute, until it ends', async () => {
  await pauseService(world.deps, {});
  const first = await measure(() => sweep({}, context));
  const second = await measure(() => sweep({}, context));
  expect([first, second]).toEqual([
    expect.objectContaining({ SendingHeld: 1 }),
    expect.objectContaining({ SendingHeld: 1 }),
  ]);
  expect(first.SendingHeld).toBeGreaterThanOrEqual(thresholdOf(template, 'SendingHeld'));
  await resumeService(world.deps);
  expect(await measure(() => sweep({}, context))).not.toHaveProperty('SendingHeld');
});

it('look-ups are counted, those with an answer and those without', async () => {
  const outcomes: LookUpOutcome[] = [{ outcome: 'found', lineType: 'mobile' }, { outcome: 'refused' }];
  const lookUps = { lookUp: async () => outcomes.shift() ?? { outcome: 'refused' as const } };
  const { lookUp } = paceLookUps(lookUps, getPlatform());
  const look = worker('sendChunk', async () => lookUp('+12065550100', { timeoutMs: 3_000 }));
  expect(await measure(() => look({}, context))).toMatchObject({ NumbersLookedUp: 1 });
  expect(await measure(() => look({}, context))).toMatchObject({ LookUpsMissed: 1 });
});

it('the spend limit is measured, as AWS enforces it', async () => {
  const aws = await startAwsStandIn();
  const Name = 'TEXT_MESSAGE_MONTHLY_SPEND_LIMIT';
  aws.answers.DescribeSpendLimits = () => ({ SpendLimits: [{ Name, EnforcedLimit: 400, MaxLimit: 500 }] });
  process.env.AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2 = aws.url;
  const { config } = getPlatform();
  Object.assign(config, { hasSpendLimit: true });
  try {
    // It is read when the minute is a multiple of ten.
    world.advance((10 - (world.deps.clock.now().getUTCMinutes() % 10)) * MINUTE_MS);
    expect(await measure(() => sweep({}, context))).toMatchObject({ SpendLimit: 400 });
  } finally {
    Object.assign(config, { hasSpendLimit: false });
    await aws.stop();
  }
});

describe('the lag of the outbox, against the threshold of its alarm', () => {
  const relay = async (entry: OutboxEntry, forMs: number) => {
    const NewImage = marshall(await leaveInOutbox(entry, forMs), { removeUndefinedValues: true });
    const Records = [{ dynamodb: { SequenceNumber: '1', NewImage } }];
    return measure(() => relayOutbox({ Records } as never, context));
  };

  it('is below it half a minute after the change', async () => {
    const { OutboxLag } = await relay(WEBHOOK, 30_000);
    expect(OutboxLag).toBeGreaterThanOrEqual(30_000);
    expect(OutboxLag).toBeLessThan(thresholdOf(template, 'OutboxLag'));
  });

  it('is above it two minutes after the change', async () => {
    const { OutboxLag } = await relay(WEBHOOK, 2 * MINUTE_MS);
    expect(OutboxLag).toBeGreaterThan(thresholdOf(template, 'OutboxLag'));
    expect(OutboxLag).toBeLessThan(3 * MINUTE_MS);
  });

  it('is above it also when the stream stands still and the timer relays', async () => {
    await sweep({}, context);
    await leaveInOutbox(JOB_ENDED, 2 * MINUTE_MS);
    const measured = await measure(() => sweep({}, context));
    expect(measured.OutboxLag).toBeGreaterThan(thresholdOf(template, 'OutboxLag'));
    expect(measured.WorkTakenUp).toBeGreaterThanOrEqual(1);
  });

  it('is not that of an event which is published again', async () => {
    await leaveInOutbox(JOB_ENDED, 2 * MINUTE_MS);
    await sweep({}, context);
    world.advance(5 * MINUTE_MS);
    const measured = await measure(() => sweep({}, context));
    expect(measured.WorkTakenUp).toBeGreaterThanOrEqual(1);
    expect(measured).not.toHaveProperty('OutboxLag');
  });
});

describe('the canary, against the threshold of its alarm', () => {
  const NUMBERS = { from: markedPhone(1), to: markedPhone(2) };
  const canary = async (answer: { status: number; body: object }, settings: string) => {
    process.env.CANARY_KEY = settings;
    const { config } = getPlatform();
    const { baseUrl } = config;
    config.baseUrl = provider.url;
    provider.answer = (response) => response.writeHead(answer.status).end(JSON.stringify(answer.body));
    try {
      return await measure(() => runCanary({}, context));
    } finally {
      config.baseUrl = baseUrl;
      delete process.env.CANARY_KEY;
    }
  };
  const settings = JSON.stringify({ key: 'key_1:secret', ...NUMBERS });

  it('is above it while texts are delivered', async () => {
    const body = { id: 'msg_1', status: 'sent', deliveryStatus: 'delivered' };
    const { CanaryDelivered, CanaryLatency } = await canary({ status: 201, body }, settings);
    expect(CanaryDelivered).toBeGreaterThanOrEqual(thresholdOf(template, 'CanaryDelivered'));
    expect(CanaryLatency).toEqual(expect.any(Number));
  });

  it('is below it when the API refuses a text', async () => {
    const { CanaryDelivered } = await canary({ status: 401, body: { code: 33001 } }, settings);
    expect(CanaryDelivered).toBeLessThan(thresholdOf(template, 'CanaryDelivered'));
  });

  it.each(['random characters', '{"key":"key_1:secret"}'])(
    'is below it with the secret %j',
    async (secret) => {
      expect(await canary({ status: 500, body: {} }, secret)).toEqual({ CanaryDelivered: 0 });
    },
  );
});

describe('alarms and dashboard', () => {
  const sent = () => measured.flatMap((line) => readEmbeddedMetrics(JSON.stringify(line)));
  const sortedSet = (values: string[]) => [...new Set(values)].sort();

  it('read what is sent, and all of it: namespace, name and dimensions', () => {
    const read = [...readByAlarms, ...readByDashboard].map(metricAddress);
    expect(sortedSet(read)).toEqual(sortedSet(sent().map(({ metric }) => metric)));
    expect(sortedSet(sent().map(({ name }) => name))).toEqual(Object.keys(METRICS).sort());
    expect(readByAlarms.length).toBeGreaterThan(5);
  });

  it('add up what is counted, and never what is a time', () => {
    const unitOf = new Map(sent().map(({ name, unit }) => [name, unit]));
    expect(Object.fromEntries(unitOf)).toEqual(METRICS);
    const wrong = [...readByAlarms, ...readByDashboard].filter(
      ({ name, statistic }) => (unitOf.get(name) === 'Count') !== (statistic === 'Sum'),
    );
    expect(wrong).toEqual([]);
  });

  it('lead from a metric to the request that sent it', () => {
    const requests = measured.map(({ operation, requestId }) => ({ operation, requestId }));
    expect(requests).toContainEqual({ operation: 'sendMessage', requestId: 'request-1' });
    expect(requests).toContainEqual({ operation: 'sweep', requestId: 'invocation-1' });
    expect(requests.every(({ requestId }) => requestId !== undefined)).toBe(true);
  });
});
