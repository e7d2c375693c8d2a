import { randomUUID } from 'node:crypto';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
} from '@aws-sdk/client-dynamodb';
import { ensureTable } from '../../../../lib/local/table-setup';
import { useEngine } from '../../../support/engines/engine';

const engine = useEngine({ usesSdk: true });

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
  it.each([
    ['keys', [index('first', 'b'), index('second', 'a')]],
    [
      'attributes',
      [
        { ...index('first', 'a'), Projection: { ProjectionType: 'KEYS_ONLY' as const } },
        index('second', 'b'),
      ],
    ],
  ])('stays as it is when an index has other %s', async (_, GlobalSecondaryIndexes) => {
    const TableName = `Other-${randomUUID()}`;
    const other = { ...definition(TableName), GlobalSecondaryIndexes };
    await engine.client.send(new CreateTableCommand(other));
    await expect(ensureTable(engine.client, definition(TableName))).rejects.toThrow(
      'made by another version',
    );
    const { Table } = await engine.client.send(new DescribeTableCommand({ TableName }));
    expect(Table?.GlobalSecondaryIndexes).toHaveLength(2);
  });
});
