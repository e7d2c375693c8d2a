import {
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Item } from '../../../shared/platform/store/item';
import type { Key } from '../../../shared/platform/store/keys';

type Command = { input: object };
type Actions = Record<'Put' | 'Update' | 'Delete', { Item?: Key; Key?: Key } | undefined>;

/** Change of an item, as a stream of the table shows it. */
export interface WrittenItem {
  key: Key;
  /** Image after the change; `undefined` when it was deleted. */
  image: Item | undefined;
}

/** Returns a client that tells of each item that it has changed, with its image after the change. */
export function watchWrites(
  client: DynamoDBDocumentClient,
  { tableName, onWritten }: { tableName: string; onWritten: (written: WrittenItem) => void },
): DynamoDBDocumentClient {
  const send = async (command: Command) => {
    const answer: unknown = await client.send(command as never);
    for (const { pk, sk } of keysWrittenBy(command)) {
      const key = { pk, sk };
      const { Item: image } = await client.send(
        new GetCommand({ TableName: tableName, Key: key, ConsistentRead: true }),
      );
      onWritten({ key, image: image as Item | undefined });
    }
    return answer;
  };
  return { send } as unknown as DynamoDBDocumentClient;
}

function keysWrittenBy(command: Command): Key[] {
  if (command instanceof PutCommand) return [command.input.Item as unknown as Key];
  if (command instanceof UpdateCommand || command instanceof DeleteCommand)
    return [command.input.Key as unknown as Key];
  if (command instanceof TransactWriteCommand)
    return (command.input.TransactItems ?? []).flatMap((action) => {
      const { Put: put, Update: update, Delete: remove } = action as unknown as Actions;
      return put?.Item ?? update?.Key ?? remove?.Key ?? [];
    });
  if (!(command instanceof BatchWriteCommand)) return [];
  return Object.values(command.input.RequestItems ?? {})
    .flat()
    .flatMap(({ PutRequest: put, DeleteRequest: remove }) => (put?.Item ?? remove?.Key ?? []) as Key | []);
}
