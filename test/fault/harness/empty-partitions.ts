import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { DUE_INDEX } from '../../../shared/platform/store/keys';

type Command = { input: object; constructor: { name: string } };

/** Key of a partition of the `due` index, in a command as JSON. */
const DUE_PARTITION = /"(DUE#[^"]*)"/g;

/**
 * Returns a client that answers at once for those partitions of the `due` index that were empty since it last wrote to
 * them, and asks the engine about all others. The timer looks into 250 of them in each minute of a run; most are empty,
 * and to ask the engine for them took most of the run's time. The client must be the only one that writes to the table.
 */
export function answerEmptyPartitions(client: DynamoDBDocumentClient): DynamoDBDocumentClient {
  /** Partitions that may have items, each with the beginning or end of the last write to it. */
  const written = new Map<string, symbol>();
  const noteWrite = (command: Command) => {
    for (const [, partition = ''] of JSON.stringify(command.input).matchAll(DUE_PARTITION))
      written.set(partition, Symbol('write'));
  };
  const query = async (command: QueryCommand) => {
    const { IndexName, ExpressionAttributeValues, KeyConditionExpression } = command.input;
    const partition: unknown = ExpressionAttributeValues?.[':pk'];
    if (IndexName !== DUE_INDEX || typeof partition !== 'string') return client.send(command);
    const before = written.get(partition);
    if (before === undefined) return { Items: [], Count: 0, ScannedCount: 0 };
    const answer = await client.send(command);
    const isWhole = KeyConditionExpression === 'gsi1pk = :pk';
    if (isWhole && answer.Items?.length === 0 && written.get(partition) === before) written.delete(partition);
    return answer;
  };
  const send = async (command: Command) => {
    if (command instanceof QueryCommand) return query(command);
    noteWrite(command);
    try {
      return await client.send(command as never);
    } finally {
      noteWrite(command);
    }
  };
  return { send } as unknown as DynamoDBDocumentClient;
}
