import { DeleteItemCommand, type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { MovableClock } from '../../../../lib/local/clock';
import type { StreamMapping } from '../../../../lib/local/mappings';
import { startOutboxPoller } from '../../../../lib/local/outbox-poller';
import type { StreamRecord } from '../../../../lib/local/lambda-records';
import { type StreamTable, startStreamTable } from '../../../support/engines/stream-table';
import { startTestMessagingCloud, type TestMessagingCloud } from '../../../support/aws/messaging-cloud';
import { createQuietLog } from '../../../support/logs/quiet-log';
import { createStandingClock } from '../../../support/time/standing-clock';
import { type StoppedTimers, stopTimers } from '../../../support/time/stopped-timers';
import { waitFor } from '../../../support/run/wait-for';

const MAPPING: StreamMapping = {
  logicalId: 'Relay',
  functionLogicalId: 'OutboxRelay',
  functionArn: 'arn:relay',
  streamArn: 'arn:stream',
  batchSize: 100,
  startingPosition: 'TRIM_HORIZON',
  bisectBatchOnFunctionError: false,
  maxRetryAttempts: 2,
  reportsBatchItemFailures: true,
  onFailureQueueUrl: undefined,
  filters: [{ eventName: ['INSERT'], dynamodb: { NewImage: { sk: { S: ['OUTBOX'] } } } }],
};

describe('startOutboxPoller', () => {
  let table: StreamTable;
  let dynamodb: DynamoDBClient;
  let cloud: TestMessagingCloud;
  let clock: MovableClock;
  let poller: ReturnType<typeof startOutboxPoller> | undefined;
  let ids: string[] = [];

  beforeAll(async () => {
    [table, cloud] = await Promise.all([startStreamTable({ hasStream: false }), startTestMessagingCloud()]);
    dynamodb = table.client;
  });

  beforeEach(() => {
    clock = createStandingClock();
  });

  afterAll(async () => {
    await Promise.all([table.stop(), cloud.stop()]);
  });

  afterEach(async () => {
    await poller?.stop();
    await remove(...ids);
    ids = [];
  });

  function start(handle: (records: StreamRecord[]) => unknown, change: Partial<StreamMapping> = {}) {
    const invoke = async (_: string, event: unknown) =>
      handle((event as { Records: StreamRecord[] }).Records);
    poller = startOutboxPoller({
      mapping: { ...MAPPING, ...change },
      invoke,
      dynamodb,
      tableName: table.name,
      sqs: cloud.sqs,
      clock,
      log: createQuietLog(),
    });
    return poller;
  }

  async function stopIn(timers: StoppedTimers): Promise<void> {
    let isStopped = false;
    void poller?.stop().then(() => (isStopped = true));
    await timers.until(() => isStopped, 1);
  }

  async function put(id: string, { shard = 0, sk = 'OUTBOX', kind = 'OUTBOX' } = {}): Promise<void> {
    ids.push(id);
    const Item = {
      pk: { S: `OUTBOX#${id}` },
      sk: { S: sk },
      gsi1pk: { S: `DUE#${kind}#${shard}` },
      gsi1sk: { S: `2026-11-20T12:00:00.000Z#${id}` },
    };
    await dynamodb.send(new PutItemCommand({ TableName: table.name, Item }));
  }

  async function remove(...removed: string[]): Promise<void> {
    for (const id of removed) {
      const Key = { pk: { S: `OUTBOX#${id}` }, sk: { S: 'OUTBOX' } };
      await dynamodb.send(new DeleteItemCommand({ TableName: table.name, Key }));
    }
  }

  const idOf = (record: StreamRecord) => (record.dynamodb.Keys.pk as { S: string }).S.replace('OUTBOX#', '');
  const failing = (records: StreamRecord[]) => ({
    batchItemFailures: records.map(({ dynamodb: { SequenceNumber } }) => ({
      itemIdentifier: SequenceNumber,
    })),
  });

  it('hands an item over as an insertion', async () => {
    const seen: StreamRecord[] = [];
    start((records) => void seen.push(...records));
    await put('one', { shard: 2 });
    const record = await waitFor(() => seen[0]);
    expect(record).toMatchObject({
      eventName: 'INSERT',
      eventSource: 'aws:dynamodb',
      eventSourceARN: 'arn:stream',
      dynamodb: {
        Keys: { pk: { S: 'OUTBOX#one' }, sk: { S: 'OUTBOX' } },
        NewImage: {
          pk: { S: 'OUTBOX#one' },
          sk: { S: 'OUTBOX' },
          gsi1pk: { S: 'DUE#OUTBOX#2' },
          gsi1sk: { S: '2026-11-20T12:00:00.000Z#one' },
        },
        StreamViewType: 'NEW_IMAGE',
      },
    });
  });

  it('finds the items of all partitions and over several pages, each once, in batches', async () => {
    const names = Array.from({ length: 500 }, (_, index) => `many-${index}`);
    await Promise.all(names.map((name, index) => put(name, { shard: index < 410 ? 0 : index % 4 })));
    const seen: string[] = [];
    const sizes: number[] = [];
    start(
      async (records) => {
        sizes.push(records.length);
        const batch = records.map(idOf);
        seen.push(...batch);
        await remove(...batch);
      },
      { batchSize: 50 },
    );
    await waitFor(() => (seen.length >= 500 ? true : undefined));
    expect([...seen].sort()).toEqual([...names].sort());
    expect(Math.max(...sizes)).toBe(50);
  });

  it('does not hand an item over again that stays', async () => {
    const seen: string[] = [];
    start((records) => void seen.push(...records.map(idOf)));
    await put('stays');
    await waitFor(() => seen[0]);
    clock.advance(60_000);
    await put('stays too');
    await waitFor(() => seen[1]);
    expect(seen).toEqual(['stays', 'stays too']);
  });

  it('hands an item over that the timer takes up after others', async () => {
    const seen: string[] = [];
    start((records) => void seen.push(...records.map(idOf)));
    await put('of an import', { kind: 'EVENT', shard: 31 });
    await waitFor(() => seen[0]);
    expect(seen).toEqual(['of an import']);
  });

  it('looks at once when it is nudged', async () => {
    const timers = stopTimers();
    const queries = jest.spyOn(dynamodb, 'send');
    const seen: string[] = [];
    const started = start((records) => void seen.push(...records.map(idOf)));
    await timers.until(() => jest.getTimerCount() === 4);
    await put('nudged');
    // The shortest pause between two looks; the next one would be after 200 ms.
    await timers.pass(20);
    await timers.pass(179);
    expect([queries.mock.calls.length, seen]).toEqual([4 + 1, []]);
    started.nudge();
    await timers.until(() => seen.length > 0);
    expect(seen).toEqual(['nudged']);
    queries.mockRestore();
    await stopIn(timers);
    timers.resume();
  });

  it('leaves items to others that the filters do not let through', async () => {
    const seen: string[] = [];
    start((records) => void seen.push(...records.map(idOf)));
    await put('filtered', { sk: 'OTHER' });
    await put('wanted');
    await waitFor(() => seen[0]);
    await dynamodb.send(
      new DeleteItemCommand({
        TableName: table.name,
        Key: { pk: { S: 'OUTBOX#filtered' }, sk: { S: 'OTHER' } },
      }),
    );
    expect(seen).toEqual(['wanted']);
  });

  it('retries from the first item that the function names', async () => {
    await Promise.all(['a', 'b', 'c'].map((name) => put(name)));
    const batches: string[][] = [];
    start((records) => {
      batches.push(records.map(idOf));
      return batches.length === 1 ? failing(records.filter((record) => idOf(record) === 'b')) : undefined;
    });
    await waitFor(() => batches[1]);
    expect(batches).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c'],
    ]);
  });

  it('halves a batch that throws, and gives up on the poisoned item alone', async () => {
    const dead = await cloud.makeQueue('on-failure');
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => put(name)));
    const succeeded: string[] = [];
    let poisonedAlone = 0;
    start(
      (records) => {
        const batch = records.map(idOf);
        if (batch.includes('b')) {
          if (batch.length === 1) poisonedAlone++;
          throw new Error('broken');
        }
        succeeded.push(...batch);
      },
      { bisectBatchOnFunctionError: true, onFailureQueueUrl: dead.url },
    );
    await waitFor(() => (succeeded.length === 3 ? true : undefined));
    const [message] = await waitFor(async () => {
      const { Messages } = await cloud.sqs.send(new ReceiveMessageCommand({ QueueUrl: dead.url }));
      return Messages;
    });
    expect([succeeded, poisonedAlone]).toEqual([['a', 'c', 'd'], 3]);
    expect(JSON.parse(message?.Body ?? '')).toMatchObject({
      requestContext: {
        functionArn: 'arn:relay',
        condition: 'RetryAttemptsExhausted',
        approximateInvokeCount: 3,
      },
      DDBStreamBatchInfo: { shardId: 'outbox-0', batchSize: 1, streamArn: 'arn:stream' },
    });
  });

  it('stops in the middle of retries', async () => {
    await put('failing');
    const timers = stopTimers();
    let calls = 0;
    start(
      () => {
        calls++;
        throw new Error('broken');
      },
      { maxRetryAttempts: undefined },
    );
    await timers.until(() => calls === 3, 20);
    await stopIn(timers);
    await timers.pass(60_000);
    expect(calls).toBe(3);
    timers.resume();
  });
});
