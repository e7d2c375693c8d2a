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
import { readCancellation } from './internal/write-outcome';

type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Limit of DynamoDB for the actions of a transaction. */
const MOST_ACTIONS = 100;

/** Command that writes, with its actions in a transaction. */
export interface WriteCommand {
  command: object;
  actions: Action[];
}

/**
 * Reads the actions of a command.
 *
 * @returns `undefined` for a command that changes nothing
 */
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

/** Returns the keys of the written items, in the order of the actions; none for a batch. */
export const keysOf = ({ actions }: WriteCommand): Key[] =>
  actions.flatMap(
    ({ Put: put, Update: update, Delete: remove }) =>
      ((put?.Item ?? update?.Key ?? remove?.Key) as Key | undefined) ?? [],
  );

/** Returns the items in the answer to a read. */
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
 * Sends a write together with items that are put in the same transaction; a single write becomes a transaction. A
 * batch, which is not a transaction, and a transaction without room for the items are sent after them.
 *
 * @returns the answer of the command alone, but without a deleted item; an updated item may be of a later version
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
  // The answer to a transaction contains no items.
  const read = new GetCommand({ TableName: tableName, Key: command.input.Key, ConsistentRead: true });
  const { Item: updated } = (await send(sender, read)) as Answer;
  return { Attributes: updated };
}

export async function send(sender: TableSender, command: object): Promise<object> {
  return sender.send(command as never);
}

/** Translates the error of a transaction into that of its single write. Throttling is retried like a conflict. */
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
