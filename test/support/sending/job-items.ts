import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { PARTITIONS } from '../../../shared/platform/store/keys';
import type { TestEngine } from '../engines/engine';

/** Counts the items of all jobs in the table. */
export async function countJobItems(engine: TestEngine): Promise<number> {
  const client = DynamoDBDocumentClient.from(engine.client);
  const { Count } = await client.send(
    new ScanCommand({
      TableName: engine.table.name,
      FilterExpression: 'begins_with(pk, :job)',
      ExpressionAttributeValues: { ':job': PARTITIONS.job },
      Select: 'COUNT',
    }),
  );
  return Count ?? 0;
}
