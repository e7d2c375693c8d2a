import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { createQueues } from '../../../../../shared/platform/queues/queues';
import { startTestMessagingCloud, type TestMessagingCloud } from '../../../../support/aws/messaging-cloud';
import { createVisibility } from '../../../../../shared/platform/queues/visibility';
import { createEventBus } from '../../../../../shared/platform/queues/event-bus';
import {
  type LoopbackServer,
  readBody,
  sendJson,
  startLoopbackServer,
} from '../../../../../lib/local/loopback-server';

describe('the number of waiting messages', () => {
  const ENVIRONMENT = { ...process.env };
  let cloud: TestMessagingCloud;

  beforeAll(async () => {
    cloud = await startTestMessagingCloud();
    Object.assign(process.env, {
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL: cloud.url,
    });
  });
  afterAll(async () => {
    process.env = ENVIRONMENT;
    await cloud.stop();
  });

  it('counts the messages that wait, without those that are delayed or under way', async () => {
    const { url } = await cloud.makeQueue('chunks');
    const queues = createQueues(() => url);
    expect(await queues.countWaiting('chunk')).toBe(0);

    await queues.send('chunk', [{ body: 1 }, { body: 2 }, { body: 3 }, { body: 4, delaySeconds: 900 }]);
    await cloud.sqs.send(new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 1 }));

    expect(await queues.countWaiting('chunk')).toBe(2);
  });
});

describe('visibility', () => {
  const ENVIRONMENT = { ...process.env };
  let cloud: TestMessagingCloud;

  beforeAll(async () => {
    cloud = await startTestMessagingCloud();
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_SQS: cloud.url,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    });
  });

  afterAll(async () => {
    process.env = ENVIRONMENT;
    await cloud.stop();
  });

  async function receive(queueUrl: string, waitSeconds: number) {
    const { Messages: messages = [] } = await cloud.sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        WaitTimeSeconds: waitSeconds,
        MaxNumberOfMessages: 10,
      }),
    );
    return messages;
  }

  describe('the visibility of messages', () => {
    it('shows a message again after the seconds that are asked for, and not the others', async () => {
      const { url, arn } = await cloud.makeQueue('Work', { VisibilityTimeout: '300' });
      for (const body of ['failed', 'under way']) {
        await cloud.sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: body }));
      }
      const taken = await receive(url, 5);
      const failed = taken.find(({ Body: body }) => body === 'failed');
      expect(taken).toHaveLength(2);
      expect(await receive(url, 0)).toEqual([]);

      const { ReceiptHandle: receiptHandle = '' } = failed ?? {};
      await createVisibility().change(arn, [{ receiptHandle, seconds: 1 }]);

      expect((await receive(url, 10)).map(({ Body: body }) => body)).toEqual(['failed']);
    });
  });
});

describe('the event bus', () => {
  interface Entry {
    Detail: string;
  }

  const ENVIRONMENT = { ...process.env };
  /** So that on a busy machine the SDK repeats no request. */
  const PATIENT = { connectMs: 60_000, answerMs: 60_000 };
  const MAX_BYTES = 4 * 1024 * 1024;
  let server: LoopbackServer;
  /** Numbers of the events of each request, in the order of the requests. */
  let requests: number[][];
  /** Returns the error code for an event; called with its number and how often it has been sent. */
  let refuse: (number: number, times: number) => string | undefined;
  let underWay: number;
  let most: number;

  const numberOf = ({ Detail }: Entry) => (JSON.parse(Detail) as { n: number }).n;
  const eventOf = (n: number, filler = '') => ({
    detailType: 'tested',
    time: '2026-03-01T12:00:00.000Z',
    detail: { n, filler },
  });
  const eventsOf = (count: number) => Array.from({ length: count }, (_, n) => eventOf(n));
  const publish = (events: object[]) =>
    createEventBus(() => 'bus', { ...PATIENT, pause: async () => undefined }).publish(events as never);

  beforeAll(async () => {
    server = await startLoopbackServer(
      async (request, response) => {
        most = Math.max(most, ++underWay);
        const { Entries } = JSON.parse((await readBody(request, MAX_BYTES)) ?? '') as { Entries: Entry[] };
        const numbers = Entries.map(numberOf);
        requests.push(numbers);
        await new Promise((resolve) => setTimeout(resolve, 20));
        underWay -= 1;
        const results = numbers.map((number) => {
          const code = refuse(number, requests.flat().filter((sent) => sent === number).length);
          return code === undefined ? { EventId: 'id' } : { ErrorCode: code, ErrorMessage: 'No.' };
        });
        sendJson(response, 200, {
          FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length,
          Entries: results,
        });
      },
      { admits: () => true },
    );
    Object.assign(process.env, {
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL: server.url,
    });
  });
  beforeEach(() => {
    requests = [];
    refuse = () => undefined;
    underWay = 0;
    most = 0;
  });
  afterAll(async () => {
    process.env = ENVIRONMENT;
    await server.stop();
  });

  it('publishes a thousand events in requests of ten, several at a time and at most eight', async () => {
    expect(await publish(eventsOf(1_000))).toEqual([]);
    expect(requests.map(({ length }) => length)).toEqual(Array.from({ length: 100 }, () => 10));
    // On a busy machine not all eight are at the server at once.
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(8);
  });

  it('publishes one of a thousand again that was throttled, and no other', async () => {
    refuse = (number, times) => (number === 503 && times === 1 ? 'ThrottlingException' : undefined);
    expect(await publish(eventsOf(1_000))).toEqual([]);
    expect(requests).toHaveLength(101);
    expect(requests.filter((numbers) => numbers.includes(503))).toEqual([
      [500, 501, 502, 503, 504, 505, 506, 507, 508, 509],
      [503],
    ]);
  });

  it('returns an event that the bus refuses three times for the moment', async () => {
    refuse = (number) => (number === 3 ? 'InternalFailure' : undefined);
    expect(await publish(eventsOf(12))).toEqual([3]);
    expect(requests.filter((numbers) => numbers.includes(3)).map(({ length }) => length)).toEqual([10, 1, 1]);
  });

  it('returns an event at once that the bus never accepts', async () => {
    refuse = (number) => (number === 3 ? 'MalformedDetail' : undefined);
    expect(await publish(eventsOf(12))).toEqual([3]);
    expect(requests).toHaveLength(2);
  });

  it('keeps a request below 256 KB', async () => {
    const large = 'é'.repeat(60 * 1024);
    expect(await publish([0, 1, 2, 3, 4].map((n) => eventOf(n, large)))).toEqual([]);
    expect(requests.sort()).toEqual([[0, 1], [2, 3], [4]]);
  });
});
