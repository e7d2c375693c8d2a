import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ListTagsOfResourceCommand,
  ResourceNotFoundException,
  type TableDescription,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { noteCallee } from '../../shared/platform/aws/callee';
import { OperatorError } from '../operator/operator-error';

const TTL_ATTRIBUTE = 'expiresAtEpochSeconds';
/** Longest wait for a change of the table, in seconds. */
const CHANGED_WITHIN_SECONDS = 600;

/** @throws OperatorError when there is no such table, or it is not ready */
export async function describeTable(client: DynamoDBClient, name: string): Promise<TableDescription> {
  const table = await describe(client, name);
  if (!table) throw new OperatorError(`There is no table ${name} in this account and region.`);
  if (table.TableStatus !== 'ACTIVE')
    throw new OperatorError(`The table ${name} is not ready: its status is ${table.TableStatus}.`);
  return table;
}

async function describe(client: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw noteCallee(error, `The table ${name}`);
  }
}

/**
 * Gives a restored table the settings that a point-in-time recovery does not carry over: expiry, point-in-time recovery,
 * deletion protection, tags, and the stream last, so that nothing of before passes through it. Deletion protection and
 * tags are those of the former table, if it is still there. Harmless to repeat.
 *
 * @returns the ARN of the stream
 *
 * **Source:** DynamoDB Developer Guide, "Restoring a table to a point in time", for what must be set again.
 */
export async function putBackSettings(
  client: DynamoDBClient,
  { name, former }: { name: string; former: string },
): Promise<string> {
  const before = await describe(client, former);
  const table = await describeTable(client, name);
  await expire(client, name);
  await recover(client, name);
  await copyTags(client, { from: before?.TableArn, to: table.TableArn ?? '' });
  const isProtected = before?.DeletionProtectionEnabled ?? true;
  if (table.DeletionProtectionEnabled !== isProtected)
    await update(client, name, { DeletionProtectionEnabled: isProtected });
  if (!table.StreamSpecification?.StreamEnabled) {
    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' as const };
    await update(client, name, { StreamSpecification });
  }
  const { LatestStreamArn: streamArn } = await describeTable(client, name);
  if (streamArn === undefined) throw new Error(`The table ${name} has got no stream`);
  return streamArn;
}

async function expire(client: DynamoDBClient, name: string): Promise<void> {
  const { TimeToLiveDescription: found } = await client.send(
    new DescribeTimeToLiveCommand({ TableName: name }),
  );
  if (['ENABLED', 'ENABLING'].includes(found?.TimeToLiveStatus ?? '')) return;
  const TimeToLiveSpecification = { AttributeName: TTL_ATTRIBUTE, Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification }));
}

async function recover(client: DynamoDBClient, name: string): Promise<void> {
  const { ContinuousBackupsDescription: found } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName: name }),
  );
  if (found?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === 'ENABLED') return;
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await client.send(
    new UpdateContinuousBackupsCommand({ TableName: name, PointInTimeRecoverySpecification }),
  );
}

async function copyTags(
  client: DynamoDBClient,
  { from, to }: { from: string | undefined; to: string },
): Promise<void> {
  if (from === undefined) return;
  const { Tags: tags = [] } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: from }));
  // Those that begin so are AWS's own.
  const own = tags.filter(({ Key: key = '' }) => !key.startsWith('aws:'));
  if (own.length > 0) await client.send(new TagResourceCommand({ ResourceArn: to, Tags: own }));
}

async function update(
  client: DynamoDBClient,
  name: string,
  change: Omit<ConstructorParameters<typeof UpdateTableCommand>[0], 'TableName'>,
): Promise<void> {
  await client.send(new UpdateTableCommand({ TableName: name, ...change }));
  await waitUntilTableExists({ client, maxWaitTime: CHANGED_WITHIN_SECONDS }, { TableName: name });
}
