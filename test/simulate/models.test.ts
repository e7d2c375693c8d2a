import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { createDynamoDbModel, partitionsOf, placesOf } from './dynamodb-model';
import { LambdaModel } from './lambda-model';
import { drawLatency } from './latency';
import { limitsOf } from './limits';
import { TokenBucket } from './token-bucket';
import { FUNCTION, newSimulation, useSimulatedTime } from './use-simulation';

useSimulatedTime();

describe('limits', () => {
  it('divide what a load shares, and leave the rest as it is', () => {
    const [whole, tenth] = [limitsOf({ scale: 1 }), limitsOf({ scale: 10 })];
    expect([tenth.partitionWritesPerSecond, tenth.lambdaConcurrency]).toEqual([100, 100]);
    expect(tenth.readMedianMs).toBe(whole.readMedianMs);
    expect([whole, tenth].map(({ throughput }) => throughput.due.writeUnitsPerSecond)).toEqual([4_000, 400]);
  });

  it('are those of a warm table, with its indexes and shards, where the stage has one', () => {
    const { throughput, streamShards } = limitsOf({ scale: 10, tableUnitsPerSecond: 40_000 });
    expect(Object.values(throughput).map(({ writeUnitsPerSecond }) => writeUnitsPerSecond)).toEqual([
      4_000, 1_000, 1_200, 500, 500,
    ]);
    expect(streamShards).toBe(40);
  });
});

describe('a token bucket', () => {
  it('gives its rate, one second of it at once, and may be overdrawn once', () => {
    const bucket = new TokenBucket(10);
    bucket.take(12, 0);
    expect([bucket.hasAny(0), bucket.hasAny(290), bucket.hasAny(310)]).toEqual([false, false, true]);
    bucket.take(0, 10_000);
    bucket.take(10, 10_000);
    expect(bucket.hasAny(10_000)).toBe(false);
  });
});

describe('latency', () => {
  it('has the median and the 99th percentile that it is given', () => {
    const { random } = newSimulation();
    const drawn = Array.from({ length: 20_000 }, () => drawLatency(random, { medianMs: 5, p99Ms: 20 }));
    drawn.sort((a, b) => a - b);
    expect(drawn[10_000]).toBeCloseTo(5, 0);
    expect(drawn[19_800]).toBeGreaterThan(17);
    expect(drawn[19_800]).toBeLessThan(23);
  });
});

describe('the model of DynamoDB', () => {
  const put = (pk: string) => new PutCommand({ TableName: 'T', Item: { pk, sk: 'A' } });

  const INDEX = { readUnitsPerSecond: 3, writeUnitsPerSecond: 3 };

  function model(
    changes: Parameters<typeof limitsOf>[0]['changes'] = {},
    ConsumedCapacity: object = { CapacityUnits: 1 },
    answer: object = {},
  ) {
    const simulation = newSimulation();
    const send = async () => ({ ...answer, ConsumedCapacity });
    const limits = limitsOf({ scale: 1, changes: { sdkAttempts: 1, ...changes } });
    const made = createDynamoDbModel({ simulation, limits, send, onWritten: () => undefined });
    const attempt = (command: object) => made.client.send(command as never) as unknown as Promise<unknown>;
    return { ...made, simulation, attempt };
  }

  it('throttles a partition beyond its units, and no other', async () => {
    const { simulation, attempt, usage } = model({ partitionWritesPerSecond: 3 });
    const answers = Promise.allSettled(
      [...Array.from({ length: 9 }, () => put('HOT#1')), put('COLD#1')].map(attempt),
    );
    await simulation.run();
    const refused = (await answers).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(6);
    expect((refused[0] as PromiseRejectedResult).reason).toBeInstanceOf(
      ProvisionedThroughputExceededException,
    );
    expect([...usage.throttled]).toEqual([['HOT', 6]]);
    expect(usage.writes).toBe(4);
  });

  it('throttles what goes into an index beyond its units, and nothing else', async () => {
    const { simulation, attempt, usage } = model(
      { throughput: { ...limitsOf({ scale: 1 }).throughput, texts: INDEX } },
      { CapacityUnits: 2, GlobalSecondaryIndexes: { texts: { CapacityUnits: 1 } } },
    );
    const text = (phone: number) =>
      new PutCommand({ TableName: 'T', Item: { pk: `M#${phone}`, sk: 'A', gsi3pk: `TEXTS#a#${phone}` } });
    const answers = Promise.allSettled([1, 2, 3, 4, 5].map(text).map(attempt));
    await simulation.run();
    const states = (await answers).map(({ status }) => status);
    expect(states.filter((state) => state === 'rejected')).toHaveLength(2);
    expect([...usage.throttled]).toEqual([['index texts', 2]]);
    expect(usage.writes).toBe(6);
  });

  it('tries again what was throttled, as the SDK does', async () => {
    const { simulation, attempt, usage } = model({ partitionWritesPerSecond: 20, sdkAttempts: 5 });
    const answers = Promise.allSettled(Array.from({ length: 25 }, () => put('HOT#1')).map(attempt));
    await simulation.run();
    expect((await answers).every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(usage.calls).toBeGreaterThan(25);
  });

  it('lets one of two transactions on an item through while they are under way at once', async () => {
    const { simulation, attempt, usage } = model();
    const transaction = () =>
      new TransactWriteCommand({
        TransactItems: [{ Put: { TableName: 'T', Item: { pk: 'A#1', sk: 'A' } } }],
      });
    const answers = Promise.allSettled(
      [transaction(), transaction(), new GetCommand({ TableName: 'T', Key: { pk: 'A#1', sk: 'A' } })].map(
        attempt,
      ),
    );
    await simulation.run();
    expect((await answers).map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    expect(usage.conflicts).toBe(1);
  });

  it.each(['before', 'after'] as const)(
    'lets go of the items of a transaction whose caller dies %s it',
    async (when) => {
      const { simulation, attempt, usage } = model();
      const transaction = () =>
        new TransactWriteCommand({
          TransactItems: [{ Put: { TableName: 'T', Item: { pk: 'A#1', sk: 'A' } } }],
        });
      const options = { timeoutMs: 1_000, fate: { call: 1, when } };
      const died = simulation.spawn('dies', options, async () => attempt(transaction()));
      await simulation.run();
      expect(await died).toEqual({ state: 'dead' });
      const answer = attempt(transaction());
      await simulation.run();
      await expect(answer).resolves.toBeDefined();
      expect(usage.conflicts).toBe(0);
    },
  );

  it('charges a BatchGet by whole items, and answers only the attributes that it names', async () => {
    const whole = { pk: 'A#1', sk: 'A', name: 'Ann', padding: 'x'.repeat(9_000) };
    const sent: object[] = [];
    const send = async ({ input }: { input: object }) => {
      sent.push(structuredClone(input));
      return { Responses: { T: [whole] }, ConsumedCapacity: [{ CapacityUnits: 3 }] };
    };
    const simulation = newSimulation();
    const limits = limitsOf({ scale: 1 });
    const { client, usage } = createDynamoDbModel({ simulation, limits, send, onWritten: () => undefined });
    const Keys = [{ pk: 'A#1', sk: 'A' }];
    const named = { ProjectionExpression: '#n0, sk', ExpressionAttributeNames: { '#n0': 'name' } };
    const answer = client.send(new BatchGetCommand({ RequestItems: { T: { Keys, ...named } } }));
    await simulation.run();
    expect(sent).toMatchObject([{ RequestItems: { T: { Keys } } }]);
    expect(JSON.stringify(sent)).not.toContain('ProjectionExpression');
    expect((await answer).Responses).toEqual({ T: [{ sk: 'A', name: 'Ann' }] });
    expect(usage.reads).toBe(3);
  });

  it.each([
    ['a query', new QueryCommand({ TableName: 'T' }), { CapacityUnits: 128 }, {}, 1_024],
    [
      'a consistent scan',
      new ScanCommand({ TableName: 'T', ConsistentRead: true }),
      { CapacityUnits: 256 },
      {},
      1_024,
    ],
    ['a query of one item', new QueryCommand({ TableName: 'T' }), { CapacityUnits: 0.5 }, {}, 0],
    [
      'a BatchGet, by what it answers',
      new BatchGetCommand({ RequestItems: {} }),
      [{ CapacityUnits: 50 }],
      { Responses: { T: [{ pk: 'x'.repeat(40 * 1_024) }] } },
      40,
    ],
  ])('takes longer for a read of more: %s', async (_, command, ConsumedCapacity, answer, kilobytes) => {
    const [readMedianMs, readMsPerKilobyte, readKilobytesOfMedian] = [5, 0.1, 8];
    const changes = { readMedianMs, readP99Ms: readMedianMs, readMsPerKilobyte, readKilobytesOfMedian };
    const { simulation, attempt } = model(changes, ConsumedCapacity, answer);
    const answered = attempt(command);
    await simulation.run();
    await answered;
    expect(simulation.elapsed).toBeCloseTo(5 + 0.1 * Math.max(0, kilobytes - 8), 1);
  });

  it('charges a scan as reads', async () => {
    const { simulation, attempt, usage } = model({}, { CapacityUnits: 128 });
    const answer = attempt(new ScanCommand({ TableName: 'T' }));
    await simulation.run();
    await answer;
    expect([usage.reads, usage.writes]).toEqual([128, 0]);
  });

  it('finds partitions of the table and of the index', () => {
    const update = {
      Key: { pk: 'A#1', sk: 'A' },
      ExpressionAttributeValues: { ':due': 'DUE#JOB#3', ':x': 'other' },
    };
    expect(partitionsOf({ input: update })).toEqual(['A#1', 'DUE#JOB#3']);
  });

  it('finds the table and the indexes that a command takes units of', () => {
    const remove = { UpdateExpression: 'REMOVE #gsi1pk', ExpressionAttributeNames: { '#gsi1pk': 'gsi1pk' } };
    const text = { Item: { pk: 'M#1', sk: 'A', gsi3pk: 'TEXTS#a#1' } };
    const query = { TableName: 'T', IndexName: 'due', ExpressionAttributeValues: { ':pk': 'DUE#JOB#3' } };
    const places = [
      new UpdateCommand({ TableName: 'T', Key: { pk: 'A#1', sk: 'A' }, ...remove }),
      new PutCommand({ TableName: 'T', ...text }),
      new QueryCommand(query),
      new GetCommand({ TableName: 'T', Key: { pk: 'A#1', sk: 'A' } }),
    ].map(placesOf);
    expect(places).toEqual([['table', 'due'], ['table', 'texts'], ['due'], ['table']]);
  });
});

describe('the model of Lambda', () => {
  it('turns away what exceeds the concurrency, and starts cold once for each instance', async () => {
    const simulation = newSimulation();
    const limits = limitsOf({ scale: 1, changes: { lambdaConcurrency: 2 } });
    const lambda = new LambdaModel({ simulation, limits, functions: [FUNCTION], hasReservations: true });
    const invoke = async () => lambda.invoke(FUNCTION, async () => simulation.sleep(1_000));
    const first = Promise.all([invoke(), invoke(), invoke()]);
    await simulation.run();
    const second = Promise.all([invoke()]);
    await simulation.run();
    expect([...(await first), ...(await second)].map(({ state }) => state)).toEqual([
      'ended',
      'ended',
      'throttled',
      'ended',
    ]);
    expect(lambda.usage).toMatchObject({ invocations: 3, coldStarts: 2, throttled: 1, mostAtOnce: 2 });
    expect(lambda.usage.gbSeconds).toBeCloseTo(3 + 2 * (limits.coldStartMs / 1_000));
  });

  it('hands an instance from one invocation to the next, and takes another after a death', async () => {
    const simulation = newSimulation();
    const limits = limitsOf({ scale: 1 });
    const lambda = new LambdaModel({ simulation, limits, functions: [FUNCTION], hasReservations: true });
    const seen: unknown[] = [];
    const invoke = async (deathShare: number) => {
      lambda.deathShare = deathShare;
      void lambda.invoke(FUNCTION, async () => void seen.push(lambda.instances.current));
      await simulation.run();
    };
    for (const deathShare of [0, 1, 0]) await invoke(deathShare);
    const [first, second, third] = seen;
    expect(first).toBeDefined();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(lambda.usage).toMatchObject({ invocations: 3, deaths: 1, coldStarts: 2 });
  });

  it('keeps what is reserved for one function from the others', async () => {
    const simulation = newSimulation();
    const limits = limitsOf({ scale: 1, changes: { lambdaConcurrency: 3 } });
    const reserved = { ...FUNCTION, name: 'stop', reservedConcurrency: 2 };
    const lambda = new LambdaModel({
      simulation,
      limits,
      functions: [FUNCTION, reserved],
      hasReservations: true,
    });
    const outcomes = Promise.all(
      [FUNCTION, FUNCTION, reserved].map(async (of) => lambda.invoke(of, async () => simulation.sleep(10))),
    );
    await simulation.run();
    expect((await outcomes).map(({ state }) => state)).toEqual(['ended', 'throttled', 'ended']);
  });

  it('divides what is reserved as a whole, so that a small scale takes no more of the concurrency', () => {
    const simulation = newSimulation();
    const limits = limitsOf({ scale: 50, changes: { lambdaConcurrency: 1_000 } });
    const functions = [20, 10, 5].map((reservedConcurrency) => ({ ...FUNCTION, reservedConcurrency }));
    const lambda = new LambdaModel({ simulation, limits, functions, hasReservations: true });
    const invoke = async () => lambda.invoke(FUNCTION, async () => simulation.sleep(10));
    const all = Array.from({ length: 20 }, invoke);
    expect(lambda.usage).toMatchObject({ invocations: 19, throttled: 1 });
    return simulation.run().then(() => Promise.all(all));
  });
});
