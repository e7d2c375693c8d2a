import { handler as fanOut } from '../../../../functions/workers/fan-out-events';
import { handler as relayOutbox } from '../../../../functions/workers/outbox-relay';
import { toInsertRecord } from '../../../../lib/local/lambda-records';
import { marshall } from '@aws-sdk/util-dynamodb';
import { outboxItem } from '../../../../shared/outbox/outbox';
import { getPlatform } from '../../../../shared/platform/platform';
import { createQuietLog } from '../../../support/logs/quiet-log';
import { recordingMeter } from '../../../support/logs/recording-meter';
import { startEngine, type TestEngine } from '../../../support/engines/engine';

const CONTEXT = { awsRequestId: 'invocation-1', getRemainingTimeInMillis: () => 60_000 } as never;
const ENVIRONMENT = { ...process.env };

let engine: TestEngine;
let metrics: ReturnType<typeof recordingMeter>;
/** Indexes of the events that the bus refuses. */
let refused: number[] = [];

beforeAll(async () => {
  engine = await startEngine();
  engine.setEnvironment();
});
beforeEach(() => {
  metrics = recordingMeter();
  Object.assign(getPlatform(), {
    table: engine.table,
    log: createQuietLog(),
    metrics,
    eventBus: { publish: async () => refused },
    queues: { send: async () => [] },
  });
});
afterAll(async () => {
  process.env = ENVIRONMENT;
  await engine.stop();
});

const jobEnded = (id: string) => ({
  detailType: 'messaging.job.completed',
  time: '2026-03-01T12:00:00.000Z',
  detail: {
    id,
    type: 'messaging.job.completed',
    version: 1,
    time: '2026-03-01T12:00:00.000Z',
    accountId: 'acc_1',
  },
});

async function relayFour(): Promise<string[]> {
  const items = ['out_1', 'out_2', 'out_3', 'out_4'].map((id) =>
    outboxItem({ id, entry: { kind: 'event', event: jobEnded(id) }, now: new Date() }),
  );
  await engine.table.batchPut(items);
  const records = items.map((item, index) =>
    toInsertRecord({
      item: marshall(item, { removeUndefinedValues: true }),
      sequenceNumber: String(index),
      insertedAt: new Date(),
      streamArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/T/stream/S',
    }),
  );
  const { batchItemFailures } = await relayOutbox({ Records: records } as never, CONTEXT);
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

describe('a batch of the stream', () => {
  it('is not repeated for one refused event, which stays in the outbox', async () => {
    refused = [1];
    expect(await relayFour()).toEqual([]);
    expect(await engine.table.get({ pk: 'OUTBOX#out_2', sk: 'OUTBOX' })).toBeDefined();
  });

  it('is repeated when nothing of it was relayed', async () => {
    refused = [0, 1, 2, 3];
    expect(await relayFour()).toEqual(['0', '1', '2', '3']);
  });
});

it('counts a job that ended once, when its event came twice in one batch', async () => {
  const record = (id: string, messageId: string) => ({
    messageId,
    body: JSON.stringify({ ...jobEnded(id), source: 'messaging-service', resources: [] }),
    attributes: {},
  });
  const Records = [record('evt_1', 'a'), record('evt_2', 'b'), record('evt_1', 'c')];
  expect(await fanOut({ Records } as never, CONTEXT)).toEqual({ batchItemFailures: [] });
  expect(metrics.recorded.filter(([name]) => name === 'JobsEnded')).toEqual([['JobsEnded', 2]]);
});
