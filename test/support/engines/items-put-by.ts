import { BatchWriteCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';

/** Returns the items that a command puts, by itself, in a batch or in a transaction. */
export function itemsPutBy(command: object): Array<Record<string, unknown>> {
  if (command instanceof PutCommand) return command.input.Item ? [command.input.Item] : [];
  if (command instanceof TransactWriteCommand) {
    return (command.input.TransactItems ?? []).flatMap(({ Put: put }) => (put?.Item ? [put.Item] : []));
  }
  if (command instanceof BatchWriteCommand) {
    const requests = Object.values(command.input.RequestItems ?? {}).flat();
    return requests.flatMap(({ PutRequest: put }) => (put?.Item ? [put.Item] : []));
  }
  return [];
}
