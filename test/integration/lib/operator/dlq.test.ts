import { CreateTopicCommand, PublishCommand, SubscribeCommand } from '@aws-sdk/client-sns';
import {
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { startInvocations } from '../../../../lib/local/invocations';
import type { LoopbackServer } from '../../../../lib/local/loopback-server';
import { redrive } from '../../../../shared/platform/queues/dead-letters';
import { outboxItem } from '../../../../shared/outbox/outbox';
import { waitFor } from '../../../support/run/wait-for';
import { startTestMessagingCloud, type TestMessagingCloud } from '../../../support/aws/messaging-cloud';
import { createQuietLog } from '../../../support/logs/quiet-log';
import { type OperatorFixture, startOperator } from './operator-fixture';

const TIMER = 'Timer';

let cloud: TestMessagingCloud;
let operator: OperatorFixture;
let lambda: LoopbackServer;
let queues: Record<string, [string, string]>;
let relayUrl: string;
let timerUrl: string;
/** Runs of the timer. */
let timer: jest.Mock<Promise<unknown>, unknown[]>;
beforeAll(async () => {
  [cloud, operator, lambda] = await Promise.all([
    startTestMessagingCloud(),
    startOperator(),
    startInvocations({
      functions: [{ logicalId: TIMER, name: TIMER, arn: '', entry: '', timeoutMs: 1_000, memoryMb: 128 }],
      invoke: (logicalId, event) => timer(logicalId, event),
      log: createQuietLog(),
      accessKeyId: 'local',
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([cloud.stop(), operator.stop(), lambda.stop()]);
});

let run = 0;
beforeEach(async () => {
  run++;
  timer = jest.fn<Promise<unknown>, unknown[]>(() => Promise.resolve(null));
  const makeQueue = async (name: string) => (await cloud.makeQueue(`${name}-${run}`)).url;
  const pair = async (name: string): Promise<[string, string]> => [
    await makeQueue(name),
    await makeQueue(`${name}-dead`),
  ];
  queues = { message: await pair('message'), chunk: await pair('chunk') };
  [relayUrl, timerUrl] = [await makeQueue('relay'), await makeQueue('timer')];
  describeOutputs({
    Queues: JSON.stringify(queues),
    DeadLetterQueues: JSON.stringify({ relay: relayUrl, timer: timerUrl }),
    TimerFunctionName: TIMER,
  });
});

function describeOutputs(outputs: Record<string, string>): void {
  const { endpoint } = operator.engine;
  operator.describeService({
    endpoints: {
      dynamodb: endpoint,
      sqs: cloud.url,
      sns: cloud.url,
      s3: cloud.url,
      events: cloud.url,
      lambda: lambda.url,
      simulator: endpoint,
    },
    outputs,
  });
}

const urlsOf = (name: string) => queues[name] ?? ['', ''];

async function setAside(name: string, count: number): Promise<void> {
  for (let start = 0; start < count; start += 10) {
    const Entries = Array.from({ length: Math.min(10, count - start) }, (_, index) => ({
      Id: String(index),
      MessageBody: JSON.stringify({ messageId: `msg_${start + index}` }),
    }));
    await cloud.sqs.send(new SendMessageBatchCommand({ QueueUrl: urlsOf(name)[1], Entries }));
  }
}

const put = (QueueUrl: string, body: object) =>
  cloud.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(body) }));

async function messagesOn(url: string): Promise<Message[]> {
  const messages: Message[] = [];
  for (;;) {
    const { Messages = [] } = await cloud.sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
    );
    if (Messages.length === 0) return messages;
    messages.push(...Messages);
  }
}

async function bodiesOn(url: string): Promise<string[]> {
  return (await messagesOn(url)).map(({ Body = '' }) => Body).sort();
}

const expectedBodies = (count: number) =>
  Array.from({ length: count }, (_, index) => JSON.stringify({ messageId: `msg_${index}` })).sort();

describe('dlq list', () => {
  it('counts what waits and what was set aside, also where no queue stands before', async () => {
    await setAside('message', 12);
    await put(urlsOf('chunk')[0], { jobId: 'brc_1', chunk: 1 });
    await put(timerUrl, {});
    const counts = (await operator.json<Array<Record<string, unknown>>>('dlq', 'list')).map(
      ({ letters: _, ...queue }) => queue,
    );
    expect(counts).toEqual([
      { queue: 'message', waiting: 0, deadLetters: 12 },
      { queue: 'chunk', waiting: 1, deadLetters: 0 },
      { queue: 'relay', deadLetters: 0 },
      { queue: 'timer', deadLetters: 1 },
    ]);
  });

  it('says what a few of them are about and since when, and leaves them where they are', async () => {
    const jobId = 'brc_01KA7Y3M8Q4T5V6W7X8Y9Z0ABC';
    const startedAt = new Date().toISOString();
    await put(urlsOf('chunk')[1], { jobId, chunk: 7 });
    const about = { about: `${jobId}, chunk 7`, firstSentAt: expect.any(String) as string };
    for (const _ of ['once', 'twice']) {
      const [chunk] = await operator.json<Array<{ letters: Array<{ firstSentAt: string }> }>>(
        ...['dlq', 'list', '--queue', 'chunk'],
      );
      expect(chunk).toEqual({ queue: 'chunk', waiting: 0, deadLetters: 1, letters: [about] });
      expect(chunk?.letters[0]?.firstSentAt.localeCompare(startedAt)).toBeGreaterThanOrEqual(0);
    }
  });

  it('shows people how many there are beyond those', async () => {
    await setAside('message', 12);
    const { stdout } = await operator.run('dlq', 'list');
    expect(stdout).toContain('nothing that can be read');
    expect(stdout).toMatch(/\d+ more/);
    expect(stdout).not.toContain('msg_');
  });

  it('knows no other queue', async () => {
    const outcome = await operator.run('dlq', 'redrive', '--queue', 'mail');
    expect([outcome.exitCode, outcome.stderr]).toEqual([
      1,
      'There is no queue mail; there are message, chunk, relay, timer.\n',
    ]);
  });

  it('asks for a deployment where the stack does not say what its queues are', async () => {
    describeOutputs({ Queues: JSON.stringify(queues) });
    const outcome = await operator.run('dlq', 'list');
    expect([outcome.exitCode, outcome.stderr]).toEqual([
      1,
      'The service does not say what its queues are: deploy it again.\n',
    ]);
  });
});

describe('dlq redrive of what comes from a queue', () => {
  it('puts a text with an emoji back as it was, which the topic has brought raw', async () => {
    const dead = await cloud.makeQueue(`emoji-dead-${run}`);
    const { url } = await cloud.makeQueue(`emoji-${run}`);
    const { TopicArn } = await cloud.sns.send(new CreateTopicCommand({ Name: `emoji-${run}` }));
    await cloud.sns.send(
      new SubscribeCommand({
        TopicArn,
        Protocol: 'sqs',
        Endpoint: dead.arn,
        Attributes: { RawMessageDelivery: 'true' },
      }),
    );
    const text = { messageBody: 'STOP \u{1f44e}' };
    await cloud.sns.send(new PublishCommand({ TopicArn, Message: JSON.stringify(text) }));
    describeOutputs({
      Queues: JSON.stringify({ inbound: [url, dead.url] }),
      DeadLetterQueues: JSON.stringify({}),
      TimerFunctionName: TIMER,
    });
    expect(await operator.json('dlq', 'redrive')).toEqual([{ queue: 'inbound', moved: 1 }]);
    expect(await operator.json('audit', 'list', '--limit', '1')).toMatchObject([
      { action: 'dlq redrive', channel: 'cli', outcome: 'done' },
    ]);
    expect((await bodiesOn(url)).map((body) => JSON.parse(body) as unknown)).toEqual([text]);
  });

  it('puts everything that was set aside back there, and nothing elsewhere', async () => {
    await setAside('message', 23);
    await setAside('chunk', 2);
    expect(await operator.json('dlq', 'redrive')).toEqual([
      { queue: 'message', moved: 23 },
      { queue: 'chunk', moved: 2 },
      { queue: 'relay', settled: 0 },
      { queue: 'timer', settled: 0 },
    ]);
    expect(await bodiesOn(urlsOf('message')[0])).toEqual(expectedBodies(23));
    expect(await bodiesOn(urlsOf('chunk')[0])).toEqual(expectedBodies(2));
    expect(await operator.json('dlq', 'list', '--queue', 'message')).toMatchObject([{ deadLetters: 0 }]);
    expect(timer).not.toHaveBeenCalled();
  });

  it('keeps to the queue that is named', async () => {
    await setAside('message', 1);
    await setAside('chunk', 1);
    expect(await operator.json('dlq', 'redrive', '--queue', 'chunk')).toEqual([{ queue: 'chunk', moved: 1 }]);
    expect(await bodiesOn(urlsOf('message')[1])).toEqual(expectedBodies(1));
  });

  it('takes what another queue holds, such as one that a deleted stack has left', async () => {
    const kept = await cloud.makeQueue(`kept-${run}`);
    await put(kept.url, { messageId: 'msg_0' });
    await setAside('message', 1);
    const from = ['--queue', 'message', '--from-url', kept.url];
    expect(await operator.json('dlq', 'redrive', ...from)).toEqual([{ queue: 'message', moved: 1 }]);
    const [message, ...others] = await messagesOn(urlsOf('message')[0]);
    expect([message?.Body, message?.MessageAttributes, others]).toEqual([
      '{"messageId":"msg_0"}',
      { firstSentAt: { DataType: 'Number', StringValue: expect.stringMatching(/^\d{13}$/) as string } },
      [],
    ]);
    expect(await messagesOn(kept.url)).toEqual([]);
    expect(await bodiesOn(urlsOf('message')[1])).toEqual(expectedBodies(1));
  });

  it.each([
    ['no queue is named', () => [], '--from-url needs --queue, the queue that its messages are for.'],
    ['the queue is itself', () => ['--queue', 'message'], '--from-url is the queue itself.'],
    ['it has no queue', () => ['--queue', 'timer'], 'timer takes no messages of other queues.'],
  ])('takes nothing from another queue when %s', async (_, named: () => string[], message) => {
    const [url] = urlsOf('message');
    await put(url, {});
    const refused = await operator.run('dlq', 'redrive', '--from-url', url, ...named());
    expect([refused.exitCode, refused.stderr]).toEqual([1, `${message}\n`]);
    expect(timer).not.toHaveBeenCalled();
  });

  it('tells the message when it first came to its queue, however often it is put back', async () => {
    const [url, deadLetterUrl] = urlsOf('message');
    await put(deadLetterUrl, {});
    const [letter] = await operator.json<Array<{ letters: Array<{ firstSentAt: string }> }>>('dlq', 'list');
    const firstSentAtMs = Date.parse(letter?.letters[0]?.firstSentAt ?? '');
    await waitFor(() => Date.now() > firstSentAtMs || undefined);
    await operator.json('dlq', 'redrive', '--queue', 'message');
    // As if it had been moved to the dead-letter queue again: a dead letter still has all its attributes.
    const back = { name: 'message', url: deadLetterUrl, deadLetterUrl: url };
    await redrive(cloud.sqs, back);
    await operator.json('dlq', 'redrive', '--queue', 'message');

    const [message] = await messagesOn(url);
    expect(message?.MessageAttributes).toEqual({
      firstSentAt: { DataType: 'Number', StringValue: String(firstSentAtMs) },
    });
    expect(Number(message?.Attributes?.SentTimestamp)).toBeGreaterThan(firstSentAtMs);
  });
});

describe('dlq redrive of what comes from no queue', () => {
  const id = () => `out_${String(run).padStart(26, '0')}`;
  const hourAgo = () => new Date(Date.now() - 3_600_000);
  const overdue = () =>
    operator.engine.table.put({
      Item: outboxItem({
        id: id(),
        entry: { kind: 'message', messageId: 'msg_1', accountId: 'acc_1' },
        now: hourAgo(),
      }),
    });
  const relayItem = () => operator.engine.table.batchDelete([{ pk: `OUTBOX#${id()}`, sk: 'OUTBOX' }]);
  afterEach(relayItem);

  it('runs the timer, and removes the dead letters once the outbox is relayed', async () => {
    await overdue();
    timer = jest.fn<Promise<unknown>, unknown[]>(() => relayItem().then(() => null));
    for (const _ of Array.from({ length: 12 })) await put(relayUrl, { version: '1.0' });
    await put(timerUrl, {});
    expect(await operator.json('dlq', 'redrive', '--queue', 'relay')).toEqual([
      { queue: 'relay', settled: 12 },
    ]);
    expect(timer.mock.calls).toEqual([[TIMER, {}]]);
    expect(await operator.json('dlq', 'list')).toMatchObject([
      {},
      {},
      { queue: 'relay', deadLetters: 0 },
      { queue: 'timer', deadLetters: 1 },
    ]);
    expect(await operator.json('dlq', 'redrive', '--queue', 'timer')).toEqual([
      { queue: 'timer', settled: 1 },
    ]);
  });

  it('keeps them when the timer fails, and says its error without quoting it', async () => {
    timer = jest.fn<Promise<unknown>, unknown[]>(() => Promise.reject(new TypeError('told by +12125550123')));
    await put(relayUrl, {});
    const outcome = await operator.run('dlq', 'redrive', '--queue', 'relay');
    expect([outcome.exitCode, outcome.stderr]).toEqual([
      1,
      'The timer failed (TypeError), see the log of WakeDue. Its dead letters and those of the relay are kept.\n',
    ]);
    expect(await bodiesOn(relayUrl)).toEqual(['{}']);
  });

  it('keeps them when the outbox still holds what is overdue', async () => {
    await overdue();
    await put(relayUrl, {});
    const { exitCode, stderr } = await operator.run('dlq', 'redrive', '--queue', 'relay');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^The timer has run, and the outbox still holds what is overdue: .* are kept\.\n$/,
    );
    expect(await bodiesOn(relayUrl)).toEqual(['{}']);
  });

  it('asks for a deployment where the stack does not say what its timer is', async () => {
    describeOutputs({ Queues: '{}', DeadLetterQueues: JSON.stringify({ relay: relayUrl }) });
    await put(relayUrl, {});
    const { exitCode, stderr } = await operator.run('dlq', 'redrive');
    expect([exitCode, stderr]).toEqual([1, 'The service does not say what its timer is: deploy it again.\n']);
  });
});

/** Returns the same client, which dies at its nth call of a kind: before it, or after it took effect. */
function dyingClient(command: string, when: 'before' | 'after'): SQSClient {
  const send = async (sent: { constructor: { name: string } }) => {
    const dies = sent.constructor.name === command;
    if (dies && when === 'before') throw new Error('died');
    const answer: unknown = await cloud.sqs.send(sent as never);
    if (dies) throw new Error('died');
    return answer;
  };
  return { send } as unknown as SQSClient;
}

it.each([
  ['SendMessageBatchCommand', 'before'],
  ['SendMessageBatchCommand', 'after'],
  ['DeleteMessageBatchCommand', 'before'],
  ['DeleteMessageBatchCommand', 'after'],
] as const)('loses nothing when it dies at %s, %s it took effect', async (command, when) => {
  await setAside('message', 5);
  const [url, deadLetterUrl] = urlsOf('message');
  const queue = { url, deadLetterUrl };
  await expect(redrive(dyingClient(command, when), queue)).rejects.toThrow('died');
  // A received message becomes visible again after its visibility timeout, so it counts as kept.
  const { Attributes } = await cloud.sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: deadLetterUrl, AttributeNames: ['All'] }),
  );
  const kept =
    Number(Attributes?.ApproximateNumberOfMessages) +
    Number(Attributes?.ApproximateNumberOfMessagesNotVisible);
  const sent = await bodiesOn(url);
  expect([kept, sent.length]).toEqual(
    {
      'SendMessageBatchCommand before': [5, 0],
      'SendMessageBatchCommand after': [5, 5],
      'DeleteMessageBatchCommand before': [5, 5],
      'DeleteMessageBatchCommand after': [0, 5],
    }[`${command} ${when}`],
  );
});

it('does not move a message twice that fails again', async () => {
  await setAside('message', 3);
  const [, deadLetterUrl] = urlsOf('message');
  // A queue whose every message is moved to the dead-letter queue at once.
  expect(await redrive(cloud.sqs, { url: deadLetterUrl, deadLetterUrl })).toEqual({ moved: 3, refused: 0 });
});
