import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { installMovableClock, type MovableClock } from '../../../../lib/local/clock';
import type { Poller, QueueMapping } from '../../../../lib/local/mappings';
import { startQueuePoller } from '../../../../lib/local/queue-poller';
import type { SqsRecord } from '../../../../lib/local/lambda-records';
import { startTestMessagingCloud, type TestMessagingCloud } from '../../../support/aws/messaging-cloud';
import { createQuietLog } from '../../../support/logs/quiet-log';
import { waitFor } from '../../../support/run/wait-for';

type Handle = (records: SqsRecord[]) => unknown;

describe('startQueuePoller', () => {
  let cloud: TestMessagingCloud;
  let clock: MovableClock;
  let queue: { url: string; arn: string };
  let poller: Poller | undefined;
  let log: ReturnType<typeof createQuietLog>;
  let queueCount = 0;

  beforeAll(async () => {
    cloud = await startTestMessagingCloud();
    clock = installMovableClock(0);
  });

  afterAll(async () => {
    clock.uninstall();
    await cloud.stop();
  });

  beforeEach(async () => {
    log = createQuietLog();
    queue = await cloud.makeQueue(`queue-${++queueCount}`, { VisibilityTimeout: '600' });
  });

  afterEach(async () => {
    await poller?.stop();
    poller = undefined;
  });

  function start(handle: Handle, change: Partial<QueueMapping> = {}): void {
    const mapping: QueueMapping = {
      logicalId: 'Mapping',
      functionLogicalId: 'Worker',
      queueUrl: queue.url,
      queueArn: queue.arn,
      batchSize: 10,
      maxBatchingWindowSeconds: 0,
      maxConcurrency: 5,
      reportsBatchItemFailures: true,
      ...change,
    };
    const invoke = async (functionLogicalId: string, event: unknown) => {
      expect(functionLogicalId).toBe('Worker');
      return handle((event as { Records: SqsRecord[] }).Records);
    };
    poller = startQueuePoller({ mapping, invoke, sqs: cloud.sqs, clock, log });
  }

  async function send(...bodies: string[]): Promise<void> {
    for (let index = 0; index < bodies.length; index += 10) {
      const Entries = bodies
        .slice(index, index + 10)
        .map((MessageBody, Id) => ({ Id: String(Id), MessageBody }));
      await cloud.sqs.send(new SendMessageBatchCommand({ QueueUrl: queue.url, Entries }));
    }
  }

  /** Ends the visibility timeout of messages. */
  async function showAgain(records: SqsRecord[]): Promise<void> {
    for (const { receiptHandle } of records) {
      await cloud.sqs.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: queue.url,
          ReceiptHandle: receiptHandle,
          VisibilityTimeout: 0,
        }),
      );
    }
  }

  async function isEmpty(queueUrl = queue.url): Promise<true | undefined> {
    const { Attributes: counts } = await cloud.sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: queueUrl,
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      }),
    );
    return Object.values(counts ?? {}).every((count) => count === '0') ? true : undefined;
  }

  it('hands a message over in the shape of Lambda and deletes it', async () => {
    const seen: SqsRecord[] = [];
    start((records) => void seen.push(...records));
    await cloud.sqs.send(
      new SendMessageCommand({
        QueueUrl: queue.url,
        MessageBody: '{"n":1}',
        MessageAttributes: { kind: { DataType: 'String', StringValue: 'test' } },
      }),
    );
    const record = await waitFor(() => seen[0]);
    expect(record).toEqual({
      messageId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      receiptHandle: expect.any(String) as string,
      body: '{"n":1}',
      attributes: {
        ApproximateReceiveCount: '1',
        ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/) as string,
        SenderId: '000000000000',
        SentTimestamp: expect.stringMatching(/^\d{13}$/) as string,
      },
      messageAttributes: {
        kind: { dataType: 'String', stringValue: 'test', stringListValues: [], binaryListValues: [] },
      },
      md5OfBody: '082c26c8a6bc75226a31da5495cc9292',
      eventSource: 'aws:sqs',
      eventSourceARN: queue.arn,
      awsRegion: 'us-east-1',
    });
    expect(await waitFor(isEmpty)).toBe(true);
  });

  it('deletes only what was not named as failed, and brings the rest again', async () => {
    const deliveries: Array<[body: string, count: string | undefined]> = [];
    start(async (records) => {
      deliveries.push(
        ...records.map(({ body, attributes }): [string, string | undefined] => [
          body,
          attributes.ApproximateReceiveCount,
        ]),
      );
      const failed = records.filter(
        ({ body, attributes }) => body === 'b' && attributes.ApproximateReceiveCount === '1',
      );
      await showAgain(failed);
      return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    });
    await send('a', 'b', 'c');
    await waitFor(() => (deliveries.length === 4 ? true : undefined));
    expect(await waitFor(isEmpty)).toBe(true);
    expect(deliveries.sort()).toEqual([
      ['a', '1'],
      ['b', '1'],
      ['b', '2'],
      ['c', '1'],
    ]);
  });

  it.each<[string, Handle]>([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['names an item that is not in the batch', () => ({ batchItemFailures: [{ itemIdentifier: 'other' }] })],
  ])('brings the whole batch again when the function %s', async (_, failOnce) => {
    const counts: string[] = [];
    start(async (records) => {
      counts.push(...records.map(({ attributes }) => attributes.ApproximateReceiveCount ?? ''));
      const isFirst = records.every(({ attributes }) => attributes.ApproximateReceiveCount === '1');
      if (!isFirst) return undefined;
      await showAgain(records);
      return failOnce(records);
    });
    await send('a', 'b');
    await waitFor(() => (counts.length >= 4 ? true : undefined));
    expect(await waitFor(isEmpty)).toBe(true);
    expect(counts.sort()).toEqual(['1', '1', '2', '2']);
  });

  it('takes an answer for a success where the mapping does not report items', async () => {
    let calls = 0;
    start(
      (records) => {
        calls++;
        return { batchItemFailures: records.map(({ messageId }) => ({ itemIdentifier: messageId })) };
      },
      { reportsBatchItemFailures: false },
    );
    await send('a');
    await waitFor(() => (calls === 1 ? true : undefined));
    expect(await waitFor(isEmpty)).toBe(true);
  });

  it('leaves what fails again and again to the dead-letter queue', async () => {
    const dead = await cloud.makeQueue(`dead-${queueCount}`);
    queue = await cloud.makeQueue(`redriven-${queueCount}`, {
      VisibilityTimeout: '600',
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: dead.arn, maxReceiveCount: 2 }),
    });
    let calls = 0;
    start(async (records) => {
      calls++;
      await showAgain(records);
      throw new Error('broken');
    });
    await send('poison');
    const [message] = await waitFor(async () => {
      const { Messages } = await cloud.sqs.send(new ReceiveMessageCommand({ QueueUrl: dead.url }));
      return Messages;
    });
    expect([message?.Body, calls]).toEqual(['poison', 2]);
    await cloud.sqs.send(
      new DeleteMessageCommand({ QueueUrl: dead.url, ReceiptHandle: message?.ReceiptHandle }),
    );
  });

  it('fills a batch of more than ten within the window', async () => {
    const sizes: number[] = [];
    // The window of the first batch stays open, even on a slow machine.
    let nowMs = 0;
    const time = jest
      .spyOn(performance, 'now')
      .mockImplementation(() => (nowMs += sizes.length === 0 ? 0 : 20));
    queue = await cloud.makeQueue(`windowed-${queueCount}`, { VisibilityTimeout: '30' });
    await send(...Array.from({ length: 25 }, (_, index) => String(index)));
    start((records) => void sizes.push(records.length), { batchSize: 20, maxBatchingWindowSeconds: 1 });
    while (sizes.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sizes).toEqual([20, 5]);
    time.mockRestore();
  });

  it('runs as many invocations at once as the mapping allows, and no more', async () => {
    let running = 0;
    let most = 0;
    let handled = 0;
    await send(...Array.from({ length: 12 }, (_, index) => String(index)));
    start(
      async (records) => {
        most = Math.max(most, ++running);
        await waitFor(() => (most >= 3 ? true : undefined));
        // The poller's requests to the queue are answered by then.
        for (let round = 0; round < 3; round++) await isEmpty();
        running--;
        handled += records.length;
      },
      { batchSize: 1, maxConcurrency: 3 },
    );
    await waitFor(() => (handled === 12 ? true : undefined));
    expect(most).toBe(3);
  });

  it('waits for a running invocation when it is stopped, and deletes what succeeded', async () => {
    let end: (() => void) | undefined;
    const order: string[] = [];
    start(async () => {
      await new Promise<void>((resolve) => (end = resolve));
      order.push('ended');
    });
    await send('a');
    await waitFor(() => end);
    const stopping = poller?.stop().then(() => order.push('stopped'));
    await isEmpty();
    end?.();
    await stopping;
    expect([order, await isEmpty()]).toEqual([['ended', 'stopped'], true]);
  });

  it('goes on after the queue could not be reached, at once when the clock is moved', async () => {
    const seen: string[] = [];
    queue = { url: `${cloud.url}/000000000000/late-${queueCount}`, arn: 'arn:late' };
    start((records) => void seen.push(...records.map(({ body }) => body)));
    await waitFor(() => log.lines[0]);
    await cloud.makeQueue(`late-${queueCount}`);
    await send('a');
    clock.advance(1);
    expect(await waitFor(() => seen[0])).toBe('a');
    expect(log.lines).toEqual(['Cannot receive from a queue']);
  });
});
