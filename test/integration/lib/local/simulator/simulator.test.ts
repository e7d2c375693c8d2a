import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTopicCommand, SubscribeCommand } from '@aws-sdk/client-sns';
import { DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { MovableClock } from '../../../../../lib/local/clock';
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '../../../../../lib/local/simulator/simulator';
import { createSimulatorProvider } from '../../../../../shared/platform/provider/simulator';
import { startTestMessagingCloud, type TestMessagingCloud } from '../../../../support/aws/messaging-cloud';
import { createQuietLog } from '../../../../support/logs/quiet-log';
import { createStandingClock } from '../../../../support/time/standing-clock';
import { waitFor } from '../../../../support/run/wait-for';

const MESSAGE = {
  messageId: 'msg_1',
  to: '+15555550123',
  from: '+15555550100',
  body: 'Hello',
  mediaUrl: undefined,
};
const PROVIDER_MESSAGE_ID = expect.stringMatching(/^sim_/) as string;
const ISO_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

describe('startSimulator', () => {
  let cloud: TestMessagingCloud;
  let clock: MovableClock;
  let simulator: Simulator;
  let topics: { inbound: string; receipts: string };
  let queueUrl: string;
  let queueCount = 0;

  beforeAll(async () => {
    cloud = await startTestMessagingCloud();
  });

  afterAll(async () => {
    await cloud.stop();
  });

  beforeEach(async () => {
    clock = createStandingClock();
    topics = { inbound: await makeTopic('inbound'), receipts: await makeTopic('receipts') };
    const queue = await cloud.makeQueue(`from-topics-${++queueCount}`);
    queueUrl = queue.url;
    for (const TopicArn of Object.values(topics)) {
      await cloud.sns.send(
        new SubscribeCommand({
          TopicArn,
          Protocol: 'sqs',
          Endpoint: queue.arn,
          Attributes: { RawMessageDelivery: 'true' },
        }),
      );
    }
  });

  afterEach(async () => {
    await simulator.stop();
  });

  async function makeTopic(name: string): Promise<string> {
    const { TopicArn } = await cloud.sns.send(new CreateTopicCommand({ Name: `${name}-${queueCount}` }));
    return TopicArn ?? '';
  }

  async function start(change: Partial<SimulatorOptions> = {}) {
    const log = createQuietLog();
    simulator = await startSimulator({ latencyMs: 0, clock, sns: cloud.sns, topics, log, ...change });
    const provider = createSimulatorProvider(simulator.url);
    return (to: string, messageId = 'msg_1') => provider.send({ ...MESSAGE, to, messageId });
  }

  async function receive(): Promise<Record<string, unknown>[] | undefined> {
    const { Messages: messages = [] } = await cloud.sqs.send(
      new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10 }),
    );
    for (const { ReceiptHandle } of messages) {
      await cloud.sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
    }
    return messages.length === 0
      ? undefined
      : messages.map(({ Body }) => JSON.parse(Body ?? '') as Record<string, unknown>);
  }

  it('accepts a message and remembers it', async () => {
    const send = await start();
    expect(await send('+15555550123')).toEqual({
      outcome: 'accepted',
      providerMessageId: PROVIDER_MESSAGE_ID,
    });
    expect(simulator.sent({})).toEqual([
      {
        to: '+15555550123',
        from: '+15555550100',
        body: 'Hello',
        messageId: 'msg_1',
        providerMessageId: PROVIDER_MESSAGE_ID,
        at: ISO_TIME,
      },
    ]);
  });

  it('remembers the media of an MMS', async () => {
    await start();
    const mediaUrl = 'https://example.com/a.png';
    await createSimulatorProvider(simulator.url).send({ ...MESSAGE, mediaUrl });
    expect(simulator.sent({}).map((message) => message.mediaUrl)).toEqual([mediaUrl]);
  });

  it('refuses, and remembers nothing', async () => {
    const send = await start();
    expect([await send('+15005550004'), simulator.sent({})]).toEqual([
      {
        outcome: 'refused',
        errorType: 'opted_out',
        errorMessage: 'The recipient opted out at the provider.',
        providerReason: 'Simulated opted_out',
      },
      [],
    ]);
  });

  it('checks a message as it would take it, and takes none', async () => {
    await start();
    const check = (to: string) => createSimulatorProvider(simulator.url).check?.({ ...MESSAGE, to });
    expect(await check('+15555550123')).toMatchObject({ outcome: 'accepted' });
    expect(await check('+15005550004')).toMatchObject({ outcome: 'refused', errorType: 'opted_out' });
    expect(await check('+15005550011')).toEqual({ outcome: 'unknown' });
    expect(simulator.sent({})).toEqual([]);
  });

  it.each([
    ['unavailable', { outcome: 'unavailable', retryAfterSeconds: 1, providerReason: 'Simulated 503' }, 0],
    [
      'throttled',
      {
        ...{ outcome: 'unavailable', retryAfterSeconds: 1, providerReason: 'Simulated 429' },
        isNoOutage: true,
      },
      0,
    ],
    ['lost_answers', { outcome: 'unknown' }, 1],
    [
      'spend_limit',
      {
        ...{ outcome: 'unavailable', retryAfterSeconds: 120, everyMessage: 'spend_limit' },
        providerReason: 'Simulated spend limit',
      },
      0,
    ],
  ] as const)('with the fault %s answers %j, and takes %d messages', async (fault, outcome, count) => {
    const send = await start();
    simulator.switchFault({ fault, share: 1 });
    expect([await send('+15555550123'), simulator.sent({}).length]).toEqual([outcome, count]);
  });

  it('throttles above its rate', async () => {
    const send = await start({ ratePerSecond: 2 });
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => send('+15555550123', `msg_${name}`)));
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['accepted', 'accepted', 'unavailable']);
  });

  it('takes its time to answer, and has the message before', async () => {
    const send = await start({ latencyMs: 100 });
    const startedAt = performance.now();
    let isAnswered = false;
    const answering = send('+15555550123').then(() => (isAnswered = true));
    await waitFor(() => simulator.sent({})[0]);
    expect(isAnswered).toBe(false);
    await answering;
    // A timer may fire a fraction of a millisecond early.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(99);
  });

  it.each([
    ['/messages', '{', 400],
    ['/messages', '{"to":"+15555550123"}', 400],
    ['/messages', 'null', 400],
    ['/other', '{}', 404],
  ])('answers nonsense on %s: %s', async (path, body, status) => {
    await start();
    const answer = await fetch(simulator.url + path, { method: 'POST', body });
    expect([answer.status, simulator.sent({})]).toEqual([status, []]);
  });

  it('reports delivery about a second later, for lost answers too', async () => {
    const send = await start();
    await send('+15555550123', 'msg_1');
    await send('+15005550011', 'msg_2');
    simulator.switchFault({ fault: 'lost_answers', share: 1 });
    await send('+15555550124', 'msg_3');
    const early = await receive();
    clock.advance(1_000);
    const receipts: Record<string, unknown>[] = [];
    await waitFor(async () => {
      receipts.push(...((await receive()) ?? []));
      return receipts.length === 3 ? true : undefined;
    });
    expect(early).toBeUndefined();
    expect(receipts.map(({ eventType, context }) => ({ eventType, context }))).toEqual([
      { eventType: 'TEXT_DELIVERED', context: { messageId: 'msg_1' } },
      { eventType: 'TEXT_DELIVERED', context: { messageId: 'msg_2' } },
      { eventType: 'TEXT_DELIVERED', context: { messageId: 'msg_3' } },
    ]);
  });

  it('reports what it is told to, at once', async () => {
    const send = await start();
    await send('+15555550123');
    const outcomes = [
      await simulator.receipt({ messageId: 'msg_1', status: 'failed' }),
      await simulator.receipt({ messageId: 'msg_unknown', status: 'failed' }),
    ];
    const receipts = await waitFor(receive);
    expect([outcomes, receipts.map(({ eventType }) => eventType)]).toEqual([
      ['published', 'unknown-message'],
      ['TEXT_UNREACHABLE'],
    ]);
  });

  it('publishes a text to one of our numbers', async () => {
    const send = await start();
    await send('+15555550123');
    const { providerMessageId } = await waitFor(() => simulator.sent({})[0]);
    const text = { from: '+15555550123', to: '+15555550100', body: 'STOP' };
    const { inboundMessageId } = await simulator.inbound(text);
    expect(await waitFor(receive)).toEqual([
      {
        originationNumber: '+15555550123',
        destinationNumber: '+15555550100',
        messageKeyword: 'STOP',
        messageBody: 'STOP',
        previousPublishedMessageId: providerMessageId,
        inboundMessageId,
      },
    ]);
  });

  it('repeats a text with the id that it is given', async () => {
    await start();
    const text = { from: '+15555550123', to: '+15555550100', body: 'YES', inboundMessageId: 'in-1' };
    expect([await simulator.inbound(text), await simulator.inbound(text)]).toEqual([
      { inboundMessageId: 'in-1' },
      { inboundMessageId: 'in-1' },
    ]);
  });

  it('publishes nothing where the template has no topics', async () => {
    const published = jest.spyOn(cloud.sns, 'send');
    const send = await start({ topics: {} });
    await send('+15555550123');
    clock.advance(2_000);
    await simulator.receipt({ messageId: 'msg_1', status: 'delivered' });
    await simulator.inbound({ from: '+15555550123', to: '+15555550100', body: 'YES' });
    await simulator.stop();
    expect(published).toHaveBeenCalledTimes(0);
    published.mockRestore();
  });

  it('forgets everything when it is cleared, faults and receipts that were to come too', async () => {
    const send = await start();
    await send('+15555550123', 'msg_forgotten');
    simulator.switchFault({ fault: 'unavailable', share: 1 });
    simulator.clear();
    expect(simulator.faults()).toEqual([]);
    await send('+15555550124', 'msg_kept');
    clock.advance(1_000);
    const receipts = await waitFor(receive);
    expect(simulator.sent({}).map(({ messageId }) => messageId)).toEqual(['msg_kept']);
    expect(receipts.map(({ context }) => context)).toEqual([{ messageId: 'msg_kept' }]);
  });

  it('has written a message to its file before it answers', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'simulator-'));
    const dataFile = join(folder, 'sent.jsonl');
    const send = await start({ dataFile });
    await send('+15555550123');
    const line = readFileSync(dataFile, 'utf8');
    await simulator.stop();
    await start({ dataFile });
    const [sent] = simulator.sent({});
    rmSync(folder, { recursive: true });
    expect(sent).toEqual(JSON.parse(line));
  });
});
