import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { installMovableClock, type MovableClock } from '../../../../lib/local/clock';
import type { Poller, StreamMapping } from '../../../../lib/local/mappings';
import { startStreamPoller } from '../../../../lib/local/stream-poller';
import type { StreamRecord } from '../../../../lib/local/lambda-records';
import { SQSClient } from '@aws-sdk/client-sqs';
import { createQuietLog } from '../../../support/logs/quiet-log';
import { startStreamTable, type StreamTable } from '../../../support/engines/stream-table';
import { waitFor } from '../../../support/run/wait-for';

const MAPPING: StreamMapping = {
  logicalId: 'Relay',
  functionLogicalId: 'OutboxRelay',
  functionArn: 'arn:relay',
  streamArn: 'arn:stream-of-the-template',
  batchSize: 2,
  startingPosition: 'TRIM_HORIZON',
  bisectBatchOnFunctionError: false,
  maxRetryAttempts: 2,
  reportsBatchItemFailures: true,
  onFailureQueueUrl: undefined,
  filters: [{ eventName: ['INSERT'], dynamodb: { NewImage: { sk: { S: ['OUTBOX'] } } } }],
};

describe('startStreamPoller', () => {
  let table: StreamTable;
  let clock: MovableClock;
  let poller: Poller | undefined;
  const sqs = new SQSClient({ region: 'us-east-1' });

  beforeEach(async () => {
    table = await startStreamTable({ hasStream: true });
    clock = installMovableClock(0);
  });

  afterEach(async () => {
    await poller?.stop();
    clock.uninstall();
    await table.stop();
  });

  function start(handle: (records: StreamRecord[]) => unknown): void {
    const invoke = async (_: string, event: unknown) =>
      handle((event as { Records: StreamRecord[] }).Records);
    const { streams, streamArn = '' } = table;
    poller = startStreamPoller({
      mapping: MAPPING,
      invoke,
      streams,
      streamArn,
      sqs,
      clock,
      log: createQuietLog(),
    });
  }

  async function put(id: string, sk = 'OUTBOX'): Promise<void> {
    await table.client.send(
      new PutItemCommand({
        TableName: table.name,
        Item: { pk: { S: id }, sk: { S: sk }, raw: { B: new Uint8Array([1]) } },
      }),
    );
  }

  const idOf = (record: StreamRecord) => (record.dynamodb.Keys.pk as { S: string }).S;

  it('hands over what was there before and what comes, in order, through the filters, in batches', async () => {
    const batches: string[][] = [];
    await put('a');
    await put('other', 'CONTACT');
    await put('b');
    await put('c');
    start((records) => void batches.push(records.map(idOf)));
    await waitFor(() => (batches.length === 2 ? true : undefined));
    await put('d');
    await table.client.send(
      new DeleteItemCommand({ TableName: table.name, Key: { pk: { S: 'd' }, sk: { S: 'OUTBOX' } } }),
    );
    await waitFor(() => (batches.length === 3 ? true : undefined));
    expect(batches).toEqual([['a', 'b'], ['c'], ['d']]);
  });

  it('hands a record over in the shape of Lambda', async () => {
    const seen: StreamRecord[] = [];
    await put('a');
    start((records) => void seen.push(...records));
    expect(await waitFor(() => seen[0])).toEqual({
      eventID: '1',
      eventName: 'INSERT',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'us-east-1',
      eventSourceARN: table.streamArn,
      dynamodb: {
        ApproximateCreationDateTime: expect.any(Number) as number,
        Keys: { pk: { S: 'a' }, sk: { S: 'OUTBOX' } },
        NewImage: { pk: { S: 'a' }, sk: { S: 'OUTBOX' }, raw: { B: 'AQ==' } },
        SequenceNumber: '1',
        SizeBytes: expect.any(Number) as number,
        StreamViewType: 'NEW_IMAGE',
      },
    });
  });

  it('retries what the function names as failed before it goes on', async () => {
    const batches: string[][] = [];
    await put('a');
    await put('b');
    await put('c');
    start((records) => {
      batches.push(records.map(idOf));
      const last = records.at(-1)?.dynamodb.SequenceNumber;
      return batches.length === 1 ? { batchItemFailures: [{ itemIdentifier: last }] } : undefined;
    });
    await waitFor(() => (batches.length === 3 ? true : undefined));
    expect(batches).toEqual([['a', 'b'], ['b'], ['c']]);
  });

  it('skips a batch after the last retry', async () => {
    const batches: string[][] = [];
    await put('a');
    await put('b');
    await put('c');
    start((records) => {
      const batch = records.map(idOf);
      batches.push(batch);
      if (batch.includes('a')) throw new Error('broken');
    });
    await waitFor(() => (batches.length === 4 ? true : undefined));
    expect(batches).toEqual([['a', 'b'], ['a', 'b'], ['a', 'b'], ['c']]);
  });
});
