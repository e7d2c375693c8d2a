import { BatchGetCommand, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { installSimulatedTime, Simulation } from '../fault/harness/simulation';
import { startEngine, type TestEngine } from '../support/engines/engine';
import { createDynamoDbModel } from './dynamodb-model';
import { limitsOf } from './limits';

/** Sizes of items in bytes by their sort keys. */
const SIZES = { a: 100, b: 5_000, c: 9_000 };

let engine: TestEngine;
let putBack: () => void;
beforeAll(async () => {
  engine = await startEngine();
  for (const [sk, bytes] of Object.entries(SIZES)) {
    const Item = { pk: 'A#1', sk, name: sk, padding: 'x'.repeat(bytes) };
    await engine.documents.send(new PutCommand({ TableName: engine.table.name, Item }));
  }
  putBack = installSimulatedTime();
});
afterAll(async () => {
  putBack();
  await engine.stop();
});

const key = (sk: string) => ({ pk: 'A#1', sk });

/** Returns the read units that the model of DynamoDB charges for a command. */
async function unitsOf(commandOf: (TableName: string) => object): Promise<number> {
  const simulation = new Simulation({ seed: 1, start: '2026-03-02T12:00:00.000Z' });
  const { client, usage } = createDynamoDbModel({
    ...{ simulation, limits: limitsOf({ scale: 1 }), onWritten: () => undefined },
    send: async (command) => engine.documents.send(command as never),
  });
  let isDone = false;
  const answered = client.send(commandOf(engine.table.name) as never) as unknown as Promise<unknown>;
  void answered.finally(() => (isDone = true));
  await simulation.run();
  // The engine answers in real time.
  while (!isDone) await new Promise((resolve) => setImmediate(resolve));
  await answered;
  return usage.reads;
}

describe('the read units of the model', () => {
  it.each([
    ['an item of less than 4 KB', 'a', 1],
    ['an item of 5 KB', 'b', 2],
    ['an item of 9 KB', 'c', 3],
    ['an item that does not exist', 'none', 1],
  ])('are one for each 4 KB that are begun: %s', async (_, sk, units) => {
    const get = (ConsistentRead: boolean) => (TableName: string) =>
      new GetCommand({ TableName, Key: key(sk), ConsistentRead });
    expect(await unitsOf(get(true))).toBe(units);
    expect(await unitsOf(get(false))).toBe(units / 2);
  });

  it.each([
    ['all attributes', {}],
    ['one attribute', { ProjectionExpression: '#name', ExpressionAttributeNames: { '#name': 'name' } }],
  ])('are those of each item in a BatchGet of %s', async (_, named) => {
    const batchGet = (ConsistentRead: boolean) => (TableName: string) =>
      new BatchGetCommand({
        RequestItems: { [TableName]: { Keys: ['a', 'b', 'c', 'none'].map(key), ConsistentRead, ...named } },
      });
    expect(await unitsOf(batchGet(true))).toBe(7);
    expect(await unitsOf(batchGet(false))).toBe(3.5);
  });

  it.each([
    ['whole items', {}],
    ['one attribute', { ProjectionExpression: '#name', ExpressionAttributeNames: { '#name': 'name' } }],
    [
      'what a filter lets through',
      { FilterExpression: 'attribute_exists(#none)', ExpressionAttributeNames: { '#none': 'none' } },
    ],
  ])('are those of the sum of the items in a query of %s', async (_, rest) => {
    const query = (ConsistentRead: boolean) => (TableName: string) =>
      new QueryCommand({
        ...{ TableName, ConsistentRead, ...rest },
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': 'A#1' },
      });
    expect(await unitsOf(query(true))).toBe(4);
    expect(await unitsOf(query(false))).toBe(2);
  });
});
