import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Item } from './item';
import type { Key } from './keys';
import type { TableSender } from './table';
import { readCancellation } from './write-outcome';

type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** The limit of DynamoDB for a transaction. */
const MOST_ACTIONS = 100;

/** A command that writes, as the actions of a transaction. */
export interface WriteCommand {
  command: object;
  actions: Action[];
}

/** @returns `undefined` for a command that changes nothing */
export function readWrite(command: object): WriteCommand | undefined {
  const actions = actionsOf(command);
  return actions && { command, actions };
}

function actionsOf(command: object): Action[] | undefined {
  if (command instanceof PutCommand) return [{ Put: withoutValues(command.input) }] as Action[];
  if (command instanceof DeleteCommand) return [{ Delete: withoutValues(command.input) }] as Action[];
  if (command instanceof UpdateCommand) {
    const hasChange = command.input.UpdateExpression !== undefined;
    return hasChange ? ([{ Update: withoutValues(command.input) }] as Action[]) : undefined;
  }
  if (command instanceof BatchWriteCommand) return [];
  if (!(command instanceof TransactWriteCommand)) return undefined;
  const actions = command.input.TransactItems ?? [];
  return actions.every(({ ConditionCheck: check }) => check) ? undefined : actions;
}

const withoutValues = ({ ReturnValues: _, ...input }: { ReturnValues?: unknown }) => input;

/** The keys of what is written, in the order of the actions; a batch tells none. */
export const keysOf = ({ actions }: WriteCommand): Key[] =>
  actions.flatMap(
    ({ Put: put, Update: update, Delete: remove }) =>
      ((put?.Item ?? update?.Key ?? remove?.Key) as Key | undefined) ?? [],
  );

/** The items that the answer to a read has. */
export function itemsOf(answer: object): Item[] {
  const { Item: item, Items: items = [], Responses: responses = {} } = answer as Answer;
  return [...(item ? [item] : []), ...items, ...Object.values(responses).flat()];
}

interface Answer {
  Item?: Item;
  Items?: Item[];
  Responses?: Record<string, Item[]>;
}

/**
 * Sends a write with items that are put in the same transaction; a single write becomes a transaction for it. A batch, which
 * is no transaction, and one with as many actions as there can be are sent after the items.
 *
 * @returns as the command alone, but without the item that was deleted; the item that was updated may be of a later version
 * @throws the errors of the command alone
 */
export async function sendWithPuts(
  sender: TableSender,
  { command, actions }: WriteCommand,
  { items, tableName }: { items: Item[]; tableName: string },
): Promise<object> {
  const puts = items.map((Item) => ({ Put: { Item, TableName: tableName } }));
  if (command instanceof BatchWriteCommand || actions.length + puts.length > MOST_ACTIONS) {
    for (let start = 0; start < puts.length; start += MOST_ACTIONS) {
      const some = puts.slice(start, start + MOST_ACTIONS);
      await send(sender, new TransactWriteCommand({ TransactItems: some }));
    }
    return send(sender, command);
  }
  try {
    await send(sender, new TransactWriteCommand({ TransactItems: [...actions, ...puts] }));
  } catch (error) {
    throw command instanceof TransactWriteCommand ? error : errorOfWrite(error);
  }
  if (!(command instanceof UpdateCommand)) return {};
  // A transaction answers with no items.
  const read = new GetCommand({ TableName: tableName, Key: command.input.Key, ConsistentRead: true });
  const { Item: updated } = (await send(sender, read)) as Answer;
  return { Attributes: updated };
}

export async function send(sender: TableSender, command: object): Promise<object> {
  return sender.send(command as never);
}

/** The error of a single write in place of that of its transaction. Throttling is worth another try, as a conflict is. */
function errorOfWrite(error: unknown): unknown {
  if (!(error instanceof TransactionCanceledException)) return error;
  const { message, $metadata, CancellationReasons: [reason] = [] } = error;
  if (reason?.Code === 'ConditionalCheckFailed') {
    const found = reason.Item && { Item: reason.Item };
    return new ConditionalCheckFailedException({ message, $metadata, ...found });
  }
  readCancellation(error);
  return new TransactionConflictException({ message, $metadata });
}
