import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Ids } from '../ids';
import type { Item } from './item';
import { INDEX_PREFIXES_OF_ACCOUNTS, ownerOf } from './internal/item-owners';
import type { Key } from './keys';
import type { Table } from './table';
import { type TableSender } from './table';

/** Thrown when a request about an account accesses an item of another account: a mistake of the service. */
export class ForeignKeyError extends Error {
  override readonly name = 'ForeignKeyError';

  constructor(kind: string) {
    super(`A request about an account reached for an item of another: ${kind}`);
  }
}

/**
 * Binds the table and the ids of a request to its account. Every key that is read or written is checked by
 * `item-owners.ts`; a command for another account's items is refused before it is sent. An item that is found by id and
 * belongs to another account is treated as absent, because callers may ask for any id.
 *
 * @param options.known items that were already read for the account
 * @throws ForeignKeyError from every call of the table
 */
export function bindToAccount<Deps extends { table: Table; ids: Ids }>(
  deps: Deps,
  { accountId, known = [] }: { accountId: string; known?: Array<Item | undefined> },
): Deps {
  const binding = new Binding(accountId);
  for (const item of known) if (item) binding.learn(item);
  return { ...deps, table: boundTable(deps.table, binding), ids: boundIds(deps.ids, binding) };
}

/** Binds the table only, for reading the items that a request of the account will need. */
export const bindTable = (table: Table, accountId: string): Table =>
  boundTable(table, new Binding(accountId));

const boundTable = (table: Table, binding: Binding): Table =>
  table.through((sender) => ({ send: (command: object) => binding.send(sender, command) }) as TableSender);

function boundIds(ids: Ids, binding: Binding): Ids {
  const next: Ids['next'] = (prefix) => {
    const id = ids.next(prefix);
    binding.learnText(id);
    return id;
  };
  return { next, secret: () => ids.secret(), token: (characters) => ids.token(characters) };
}

/** Parts of a command that are checked. */
interface Asked {
  reads: Key[];
  writes: Key[];
  /** Items that the command puts. */
  puts: Item[];
  /** Partition of a query. */
  partition?: { attribute: string; value: unknown };
}

/**
 * Matches the part of an id after its prefix: the id of a job's message contains the job's, followed by the message's
 * place in it.
 */
const UNIQUE_PART = /(?<=_)[0-9A-HJKMNP-TV-Z]{26}/g;

/** Binding of one request to its account, with the ids that are known to be the account's. */
class Binding {
  private readonly ids = new Set<string>();
  /** Ids that are known to be another account's, or no one's any more. */
  private readonly foreignIds = new Set<string>();
  /** Answers that are still awaited: one may contain an id that another read asks for. */
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(private readonly accountId: string) {}

  async send(sender: TableSender, command: object): Promise<object> {
    const asked = askedOf(command);
    this.refuseForeign(asked);
    if (asked.writes.length > 0) await this.refuseForeignIds(asked);
    const sending = sender.send(command as never) as unknown as Promise<object>;
    const settled = sending.catch(() => undefined);
    this.underWay.add(settled);
    try {
      return await this.admit(await sending, asked);
    } finally {
      this.underWay.delete(settled);
    }
  }

  /** Learns from an item which ids are the account's: the item's own, and for records of the service those in it. */
  learn(item: ReadItem): void {
    if (!isWhole(item)) return;
    const { kind, owner } = ownerOf(item.pk);
    if (this.isOwn(item)) {
      this.learnText(`${item.pk}|${item.sk}`);
      if (kind === 'campaignRun') this.learnText(JSON.stringify(item));
    } else if (owner === 'id' && item.accountId !== undefined) {
      this.learnForeign(item.pk);
    }
  }

  private learnForeign(pk: string): void {
    for (const [part] of pk.matchAll(UNIQUE_PART)) this.foreignIds.add(part);
  }

  learnText(text: string): void {
    for (const [part] of text.matchAll(UNIQUE_PART)) this.ids.add(part);
  }

  private isOwn(item: Item): boolean {
    if (item.accountId !== undefined) return item.accountId === this.accountId;
    return this.isKeyOwn(item) || this.isIdKnown(item.pk);
  }

  private isKeyOwn({ pk }: Key): boolean {
    const { prefix, owner } = ownerOf(pk);
    return owner === 'account' && this.isAtAccount(pk, prefix);
  }

  private isAtAccount(pk: string, prefix: string): boolean {
    const own = prefix + this.accountId;
    return pk === own || pk.startsWith(`${own}#`);
  }

  private isIdKnown(pk: string): boolean {
    return (
      pk.split('#').includes(this.accountId) ||
      (pk.match(UNIQUE_PART) ?? []).some((part) => this.ids.has(part))
    );
  }

  /** Refuses commands whose keys alone show that they are for another account. */
  private refuseForeign({ reads, writes, puts, partition }: Asked): void {
    for (const key of [...reads, ...writes]) {
      const { kind, prefix, owner } = ownerOf(key.pk);
      const isRefused = owner === 'none' || (owner === 'account' && !this.isAtAccount(key.pk, prefix));
      if (isRefused) throw new ForeignKeyError(kind);
    }
    for (const item of puts) {
      const isAnothers = item.accountId !== undefined && item.accountId !== this.accountId;
      if (isAnothers) throw new ForeignKeyError(ownerOf(item.pk).kind);
    }
    if (partition && partition.attribute !== 'pk') {
      const { value } = partition;
      const isOfAccount = INDEX_PREFIXES_OF_ACCOUNTS.some(
        (prefix) => typeof value === 'string' && this.isAtAccount(value, prefix),
      );
      if (!isOfAccount) throw new ForeignKeyError('index');
    }
  }

  private async refuseForeignIds({ writes, puts }: Asked): Promise<void> {
    for (const item of puts) this.learn(item);
    for (const { pk } of writes) {
      const { owner, kind } = ownerOf(pk);
      if (owner === 'id' && !(await this.isIdFound(pk))) throw new ForeignKeyError(kind);
    }
  }

  /** Returns true when an id is known; waits for concurrent reads, which may contain it. */
  private async isIdFound(pk: string): Promise<boolean> {
    if (this.isIdKnown(pk)) return true;
    await Promise.all(this.underWay);
    return this.isIdKnown(pk);
  }

  /**
   * Removes items by id that belong to another account, and parts of such. Refuses items that name no account and whose
   * id is not known, unless the command also asked for the item that they are parts of, which is deleted already. Items
   * of an index belong to the account that its partition names.
   */
  private async admit(answer: object, { reads, partition }: Asked): Promise<object> {
    const { Item: item, Items: items, Responses: responses, Attributes: written } = answer as Answer;
    // A query can select attributes without the keys.
    const asked = partition?.attribute === 'pk' ? String(partition.value) : undefined;
    const lists = [item ? [item] : [], items ?? [], ...Object.values(responses ?? {})];
    for (const found of [...lists.flat(), ...(written ? [written] : [])]) this.learn(found);
    for (const { pk, sk } of reads) if (pk.startsWith(`${sk}#`) && !this.isIdKnown(pk)) this.learnForeign(pk);
    const isIndexed = partition !== undefined && partition.attribute !== 'pk';
    const admitted = async (list: Item[]) => {
      if (isIndexed) return list.filter(({ accountId = this.accountId }) => accountId === this.accountId);
      const kept: Item[] = [];
      for (const found of list) if (await this.isAdmitted(found, asked)) kept.push(found);
      return kept;
    };
    if (item) return { ...answer, Item: (await admitted([item]))[0] };
    if (items) return { ...answer, Items: await admitted(items) };
    if (!responses) return answer;
    const entries = Object.entries(responses).map(
      async ([name, list]) => [name, await admitted(list)] as const,
    );
    return { ...answer, Responses: Object.fromEntries(await Promise.all(entries)) };
  }

  private async isAdmitted({ pk: read, accountId }: ReadItem, asked: string | undefined): Promise<boolean> {
    const pk = read ?? asked;
    if (pk === undefined) return true;
    const { owner, kind } = ownerOf(pk);
    if (owner !== 'id') return true;
    if (accountId !== undefined) return accountId === this.accountId;
    if (await this.isIdFound(pk)) return true;
    if ((pk.match(UNIQUE_PART) ?? []).some((part) => this.foreignIds.has(part))) return false;
    throw new ForeignKeyError(kind);
  }
}

type ReadItem = Partial<Key> & Record<string, unknown>;
const isWhole = (item: ReadItem): item is Item => item.pk !== undefined;

interface Answer {
  Item?: Item;
  Items?: Item[];
  Responses?: Record<string, Item[]>;
  /** Item that was updated or deleted. */
  Attributes?: Item;
}

/**
 * Reads from a command what it accesses.
 *
 * @throws ForeignKeyError for a command that reads the whole table
 */
function askedOf(command: object): Asked {
  const nothing: Asked = { reads: [], writes: [], puts: [] };
  if (command instanceof GetCommand) return { ...nothing, reads: [command.input.Key as Key] };
  if (command instanceof BatchGetCommand) {
    const requests = Object.values(command.input.RequestItems ?? {});
    return { ...nothing, reads: requests.flatMap(({ Keys: keys }) => (keys ?? []) as Key[]) };
  }
  if (command instanceof QueryCommand) {
    const partition = partitionOf(command.input);
    const { ExclusiveStartKey: start } = command.input;
    const reads = [
      ...(start ? [start as Key] : []),
      ...(partition.attribute === 'pk' ? [{ pk: String(partition.value), sk: '' }] : []),
    ];
    return { ...nothing, reads, partition };
  }
  if (command instanceof PutCommand) return ofWrites([{ Put: command.input }]);
  if (command instanceof UpdateCommand) return ofWrites([{ Update: command.input }]);
  if (command instanceof DeleteCommand) return ofWrites([{ Delete: command.input }]);
  if (command instanceof TransactWriteCommand) return ofWrites(command.input.TransactItems ?? []);
  if (command instanceof BatchWriteCommand) {
    const requests = Object.values(command.input.RequestItems ?? {}).flat();
    return ofWrites(
      requests.map(({ PutRequest, DeleteRequest }) => ({ Put: PutRequest, Delete: DeleteRequest })),
    );
  }
  throw new ForeignKeyError(command instanceof ScanCommand ? 'all of the table' : 'unknown command');
}

type Target = { Key?: unknown; Item?: unknown } | undefined;
type Write = Partial<Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck', Target>>;

function ofWrites(actions: Write[]): Asked {
  const targets = actions.flatMap((action) => Object.values(action).filter((target) => target !== undefined));
  const puts = targets.flatMap(({ Item: item }) => (item === undefined ? [] : [item as Item]));
  const keys = targets.flatMap(({ Key: key }) => (key === undefined ? [] : [key as Key]));
  return { reads: [], writes: [...keys, ...puts], puts };
}

/** Reads the partition of a query, with which all our key conditions begin. */
function partitionOf({
  KeyConditionExpression: condition = '',
  ExpressionAttributeValues: values = {},
}: QueryCommand['input']): { attribute: string; value: unknown } {
  const [, attribute = '', name = ''] = /^(\w+) = (:\w+)/.exec(condition) ?? [];
  return { attribute, value: values[name] };
}
