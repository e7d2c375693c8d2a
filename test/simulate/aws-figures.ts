/**
 * Figure of AWS in the simulation. This file is their only place. Limits are those of us-east-1, on demand, as AWS
 * documents them; latencies are assumptions, marked as such.
 */
export interface Figure {
  value: number;
  unit: string;
  /** Source of the figure; `assumed` where AWS promises nothing. */
  source: string;
  /** Date on which the source was read. */
  date: string;
}

const figure = (value: number, unit: string, source: string, date = '2026-11-22'): Figure => ({
  ...{ value, unit, source, date },
});

const DYNAMODB = 'DynamoDB Developer Guide';
const LAMBDA = 'Lambda Developer Guide';
const ASSUMED = 'assumed';

export const AWS = {
  partitionWritesPerSecond: figure(
    1_000,
    'WCU',
    `${DYNAMODB}, partition key design: each partition of table and index`,
  ),
  partitionReadsPerSecond: figure(
    3_000,
    'RCU',
    `${DYNAMODB}, partition key design: each partition of table and index`,
  ),
  tableWritesPerSecond: figure(4_000, 'WCU', `${DYNAMODB}, on-demand capacity: a new table, before it grows`),
  tableReadsPerSecond: figure(12_000, 'RCU', `${DYNAMODB}, on-demand capacity: a new table, before it grows`),
  indexWritesPerSecond: figure(
    4_000,
    'WCU',
    `${DYNAMODB}, warm throughput: a new index, before it grows`,
    '2026-11-26',
  ),
  indexReadsPerSecond: figure(
    12_000,
    'RCU',
    `${DYNAMODB}, warm throughput: a new index, before it grows`,
    '2026-11-26',
  ),
  quotaUnitsPerSecond: figure(
    40_000,
    'RCU, and as many WCU',
    `${DYNAMODB}, quotas: of each on-demand table and of each index by itself, which bounds their warm throughput too; ` +
      'no quota adds tables and indexes up, since those of the account (80,000) are for provisioned capacity',
    '2026-11-26',
  ),
  readMedianMs: figure(3, 'ms', ASSUMED),
  readP99Ms: figure(12, 'ms', ASSUMED),
  writeMedianMs: figure(5, 'ms', ASSUMED),
  writeP99Ms: figure(20, 'ms', ASSUMED),
  transactionMedianMs: figure(10, 'ms', ASSUMED),
  transactionP99Ms: figure(40, 'ms', ASSUMED),
  readMsPerKilobyte: figure(
    0.1,
    'ms',
    `${ASSUMED}: about half of the 108 to 155 ms that github.com/matwerber1/dynamodb-python-query-speed-test, which an AWS ` +
      'blog post on the latency of scans cites, measured for a page of 2,800 items of some 205 bytes by a Python client on a ' +
      'm4.large, 190 to 270 ms a megabyte; the other half is for that client, which parses and converts the page',
    '2026-11-30',
  ),
  readKilobytesOfMedian: figure(
    8,
    'KB',
    `${ASSUMED}: a read of no more has the latency of one item`,
    '2026-11-30',
  ),
  sdkAttempts: figure(5, 'tries', 'this project, shared/platform/store/table.ts: maxAttempts'),

  streamShards: figure(4, 'shards', `${DYNAMODB}, streams: one for each partition of a table of 4,000 WCU`),
  streamDelayMs: figure(
    250,
    'ms',
    `${LAMBDA}, DynamoDB event sources: each shard is polled four times a second`,
  ),
  streamBatchesOfAShard: figure(
    10,
    'at once',
    `${LAMBDA}, parameters of DynamoDB event sources: most that ParallelizationFactor may be`,
    '2026-11-26',
  ),

  lambdaConcurrency: figure(1_000, 'at once', `${LAMBDA}, quotas: of an AWS account and region`),
  lambdaConcurrencyOfNewAccount: figure(10, 'at once', `${LAMBDA}, quotas: new AWS accounts have less`),
  coldStartMs: figure(350, 'ms', `${ASSUMED}: 512 MB, arm64, a bundle of 500 KB`),
  sqsPollersAtFirst: figure(5, 'batches at once', `${LAMBDA}, SQS event sources: scaling`),
  sqsPollersMorePerMinute: figure(300, 'batches at once', `${LAMBDA}, SQS event sources: scaling`),

  sqsDelayMs: figure(30, 'ms', `${ASSUMED}: from sending to a waiting poller`),
  eventBridgeDelayMs: figure(250, 'ms', `${ASSUMED}: from PutEvents to the target's queue`),
  snsDelayMs: figure(50, 'ms', `${ASSUMED}: from a topic to its queue`),

  apiRoutePerSecond: figure(1_000, 'requests', 'this project, lib/stack: the throttle of a route, a setting'),
  apiBurst: figure(2_000, 'requests', 'this project, lib/stack: twice the throttle'),
} as const satisfies Record<string, Figure>;

export type FigureName = keyof typeof AWS;
