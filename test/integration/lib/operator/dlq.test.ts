import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { redrive } from '../../../../lib/operator/dead-letters';
import { startTestMessagingCloud, type TestMessagingCloud } from '../../../support/messaging-cloud';
import { type OperatorFixture, startOperator } from './operator-fixture';

let cloud: TestMessagingCloud;
let operator: OperatorFixture;
let queues: Record<string, [string, string]>;
beforeAll(async () => {
  [cloud, operator] = await Promise.all([startTestMessagingCloud(), startOperator()]);
});
afterAll(async () => {
  await Promise.all([cloud.stop(), operator.stop()]);
});

let run = 0;
beforeEach(async () => {
  run++;
  const pair = async (name: string): Promise<[string, string]> => [
    (await cloud.makeQueue(`${name}-${run}`)).url,
    (await cloud.makeQueue(`${name}-dead-${run}`)).url,
  ];
  queues = { message: await pair('message'), chunk: await pair('chunk') };
  operator.describeService({
    endpoints: {
      dynamodb: operator.engine.endpoint,
      sqs: cloud.url,
      sns: cloud.url,
      s3: cloud.url,
      events: cloud.url,
    },
    queues: JSON.stringify(queues),
  });
});

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

async function bodiesOn(url: string): Promise<string[]> {
  const bodies: string[] = [];
  for (;;) {
    const { Messages = [] } = await cloud.sqs.send(
      new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10 }),
    );
    if (Messages.length === 0) return bodies.sort();
    bodies.push(...Messages.map(({ Body = '' }) => Body));
  }
}

const expectedBodies = (count: number) =>
  Array.from({ length: count }, (_, index) => JSON.stringify({ messageId: `msg_${index}` })).sort();

it('counts what waits and what was set aside', async () => {
  await setAside('message', 12);
  expect(await operator.json('dlq', 'list')).toEqual([
    { queue: 'message', waiting: 0, deadLetters: 12 },
    { queue: 'chunk', waiting: 0, deadLetters: 0 },
  ]);
});

it('puts everything that was set aside back on its queue, and nothing elsewhere', async () => {
  await setAside('message', 23);
  await setAside('chunk', 2);
  expect(await operator.json('dlq', 'redrive')).toEqual([
    { queue: 'message', moved: 23 },
    { queue: 'chunk', moved: 2 },
  ]);
  expect(await bodiesOn(urlsOf('message')[0])).toEqual(expectedBodies(23));
  expect(await bodiesOn(urlsOf('chunk')[0])).toEqual(expectedBodies(2));
  expect(await operator.json('dlq', 'list')).toMatchObject([{ deadLetters: 0 }, { deadLetters: 0 }]);
});

it('keeps to the queue that is named', async () => {
  await setAside('message', 1);
  await setAside('chunk', 1);
  expect(await operator.json('dlq', 'redrive', '--queue', 'chunk')).toEqual([{ queue: 'chunk', moved: 1 }]);
  expect(await bodiesOn(urlsOf('message')[1])).toEqual(expectedBodies(1));
});

it('knows no other queue', async () => {
  const outcome = await operator.run('dlq', 'redrive', '--queue', 'mail');
  expect([outcome.exitCode, outcome.stderr]).toEqual([
    1,
    'There is no queue mail; there are message, chunk.\n',
  ]);
});

/** The same client, which dies at its nth call of a kind: before it, or after it took effect. */
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
  const queue = { name: 'message', url, deadLetterUrl };
  await expect(redrive(dyingClient(command, when), queue)).rejects.toThrow('died');
  // What was received comes back after its visibility timeout: it counts as kept.
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

it('does not move in circles what comes back', async () => {
  await setAside('message', 3);
  const [, deadLetterUrl] = urlsOf('message');
  // A queue whose every message is set aside at once.
  expect(await redrive(cloud.sqs, { name: 'message', url: deadLetterUrl, deadLetterUrl })).toBe(3);
});
