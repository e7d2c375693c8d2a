import { randomUUID } from 'node:crypto';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
} from '@aws-sdk/client-dynamodb';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ensureTable } from '../../../../lib/local/table-setup';
import { startEngine, type TestEngine } from '../../../support/engine';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine({ usesSdk: true });
});
afterAll(() => engine.stop());

const attribute = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const });
const keysOf = (partitionKey: string) => [{ AttributeName: partitionKey, KeyType: 'HASH' as const }];
const index = (IndexName: string, partitionKey: string) => ({
  IndexName,
  KeySchema: keysOf(partitionKey),
  Projection: { ProjectionType: 'ALL' as const },
});
const definition = (TableName: string): CreateTableCommandInput => ({
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  KeySchema: keysOf('pk'),
  AttributeDefinitions: [attribute('pk'), attribute('a'), attribute('b')],
  GlobalSecondaryIndexes: [index('first', 'a'), index('second', 'b')],
});

describe('the table of earlier runs', () => {
  it('gets an index that it lacks, with what is stored already', async () => {
    const TableName = `Old-${randomUUID()}`;
    const older = {
      ...definition(TableName),
      AttributeDefinitions: [attribute('pk'), attribute('a')],
      GlobalSecondaryIndexes: [index('first', 'a')],
    };
    await engine.client.send(new CreateTableCommand(older));
    await engine.documents.send(new PutCommand({ TableName, Item: { pk: '1', b: 'x' } }));

    await ensureTable(engine.client, definition(TableName));

    const { Items } = await engine.documents.send(
      new QueryCommand({
        TableName,
        IndexName: 'second',
        KeyConditionExpression: 'b = :x',
        ExpressionAttributeValues: { ':x': 'x' },
      }),
    );
    expect(Items).toEqual([{ pk: '1', b: 'x' }]);
  });

  it('stays as it is when an index has other keys', async () => {
    const TableName = `Other-${randomUUID()}`;
    const other = {
      ...definition(TableName),
      GlobalSecondaryIndexes: [index('first', 'b'), index('second', 'a')],
    };
    await engine.client.send(new CreateTableCommand(other));
    await expect(ensureTable(engine.client, definition(TableName))).rejects.toThrow(
      'made by another version',
    );
    const { Table } = await engine.client.send(new DescribeTableCommand({ TableName }));
    expect(Table?.GlobalSecondaryIndexes).toHaveLength(2);
  });
});
