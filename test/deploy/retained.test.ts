import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DescribeTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';

describe('after the stack of a production stage is deleted', () => {
  it('its table is there still', async () => {
    const stack = process.env.DEPLOYED_STACK ?? '';
    const describe = new CloudFormationClient({}).send(new DescribeStacksCommand({ StackName: stack }));
    await expect(describe).rejects.toThrow('does not exist');

    const dynamodb = new DynamoDBClient({});
    const { TableNames: names = [] } = await dynamodb.send(new ListTablesCommand({}));
    const own = names.filter((name) => name.startsWith(`${stack}-`));
    expect(own).toHaveLength(1);
    const { Table: table } = await dynamodb.send(new DescribeTableCommand({ TableName: own[0] }));
    expect(table).toMatchObject({ TableStatus: 'ACTIVE', DeletionProtectionEnabled: true });
    expect(table?.ItemCount).toBeGreaterThan(100);
  });
});
