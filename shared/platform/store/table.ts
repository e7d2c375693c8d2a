import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
  type DeleteCommandInput,
  type PutCommandInput,
  type QueryCommandInput,
  type ScanCommandInput,
  type TransactWriteCommandInput,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Item } from './item';
import type { Key } from './keys';
import { type RequestLimits, requestLimits } from '../request-limits';
import { CONFLICT, realWaits, retryOnConflict, type Waits } from './retry-on-conflict';
import { expectCondition, readCancellation, type TransactResult, type WriteResult } from './write-outcome';

type WithoutTable<Input> = Omit<Input, 'TableName' | 'ReturnValues' | 'ReturnValuesOnConditionCheckFailure'>;
export type PutInput = WithoutTable<PutCommandInput> & { Item: Item };
export type UpdateInput = WithoutTable<UpdateCommandInput> & { Key: Key; UpdateExpression: string };
export type DeleteInput = WithoutTable<DeleteCommandInput> & { Key: Key };
export type QueryInput = Omit<QueryCommandInput, 'TableName'>;
export type ScanInput = Omit<ScanCommandInput, 'TableName'>;

type SdkTransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
/** One action of a transaction, in the SDK's own shape less the table's name. */
export type TransactItem =
  | { Put: WithoutTable<NonNullable<SdkTransactItem['Put']>> & { Item: Item } }
  | { Update: WithoutTable<NonNullable<SdkTransactItem['Update']>> & { Key: Key; UpdateExpression: string } }
  | { Delete: WithoutTable<NonNullable<SdkTransactItem['Delete']>> & { Key: Key } }
  | { ConditionCheck: WithoutTable<NonNullable<SdkTransactItem['ConditionCheck']>> & { Key: Key } };

/** What of the document client the table uses. */
export type TableSender = Pick<DynamoDBDocumentClient, 'send'>;

export interface BatchGetOptions {
  /** Half the read units, and possibly a moment old. */
  eventuallyConsistent?: boolean;
  /** Attributes to read besides the key; all of them when absent. */
  attributes?: string[];
  /** Requests at once. */
  concurrency?: number;
}

/** DynamoDB refuses to look for longer keys, in bytes, and for empty ones. A caller's id may make one: there is no such item. */
const MAX_KEY_BYTES = { pk: 2048, sk: 1024 };
const isPossible = ({ pk, sk }: Key) =>
  Buffer.byteLength(pk) <= MAX_KEY_BYTES.pk && Buffer.byteLength(sk) <= MAX_KEY_BYTES.sk && sk !== '';
/** A write that changes an item which cannot be there. */
const NOT_FOUND: WriteResult = { written: false, found: undefined };

const MAX_BATCH_GET_KEYS = 100;
const BATCH_GETS_AT_ONCE = 8;
const MAX_BATCH_WRITE_ITEMS = 25;

/**
 * The one way to the table. Stores build commands; this sends them, and turns the SDK's errors for expected outcomes
 * (a condition that did not hold) into values. Everything else is thrown as it came.
 */
export class Table {
  constructor(
    private readonly client: TableSender,
    readonly name: string,
    /** What passes between two attempts of a write that met others. */
    readonly waits: Waits = realWaits,
    /** The table beneath one whose changes are recorded. */
    private readonly beneath?: Table,
  ) {}

  /** The same table, with `wrap` between it and what is sent. */
  through(wrap: (sender: TableSender) => TableSender): Table {
    return new Table(wrap(this.client), this.name, this.waits);
  }

  /** The same table, whose changes `wrap` records. */
  recordedBy(wrap: (sender: TableSender) => TableSender): Table {
    return new Table(wrap(this.client), this.name, this.waits, this);
  }

  /**
   * The table for what is no change of its own, and which the audit log does not tell of: what prepares a change that can still be
   * refused, such as the claim of an idempotency key, and what calls workers.
   */
  get unrecorded(): Table {
    return this.beneath ?? this;
  }

  async get(key: Key): Promise<Item | undefined> {
    if (!isPossible(key)) return undefined;
    const answer = await this.client.send(
      new GetCommand({ TableName: this.name, Key: key, ConsistentRead: true }),
    );
    return answer.Item as Item | undefined;
  }

  /** Items in the order of `keys`, `undefined` where there is none. Keys may repeat. */
  async batchGet(keys: Key[], options: BatchGetOptions = {}): Promise<Array<Item | undefined>> {
    const found = new Map<string, Item>();
    const distinct = [...new Map(keys.map((key) => [keyText(key), key])).values()].filter(isPossible);
    const pages: Key[][] = [];
    for (let start = 0; start < distinct.length; start += MAX_BATCH_GET_KEYS) {
      pages.push(distinct.slice(start, start + MAX_BATCH_GET_KEYS));
    }
    const readPages = async () => {
      for (let page = pages.shift(); page; page = pages.shift()) {
        for (const item of await this.batchGetPage(page, options)) found.set(keyText(item), item);
      }
    };
    const readers = Math.min(options.concurrency ?? BATCH_GETS_AT_ONCE, pages.length);
    await Promise.all(Array.from({ length: readers }, readPages));
    return keys.map((key) => found.get(keyText(key)));
  }

  private async batchGetPage(page: Key[], options: BatchGetOptions): Promise<Item[]> {
    const items: Item[] = [];
    let missing = page;
    await retryOnConflict(this.waits, async () => {
      const request = {
        Keys: missing,
        ConsistentRead: !options.eventuallyConsistent,
        ...projection(options),
      };
      const answer = await this.client.send(new BatchGetCommand({ RequestItems: { [this.name]: request } }));
      items.push(...((answer.Responses?.[this.name] ?? []) as Item[]));
      missing = (answer.UnprocessedKeys?.[this.name]?.Keys ?? []) as Key[];
      return missing.length > 0 ? CONFLICT : undefined;
    });
    return items;
  }

  /** Unconditional puts, any number; sent 25 at a time, `concurrency` requests at once. */
  async batchPut(items: Item[], concurrency = 4): Promise<void> {
    await this.batchWrite(
      items.map((item) => ({ PutRequest: { Item: item } })),
      concurrency,
    );
  }

  async batchDelete(keys: Key[], concurrency = 4): Promise<void> {
    await this.batchWrite(
      keys.map((key) => ({ DeleteRequest: { Key: { pk: key.pk, sk: key.sk } } })),
      concurrency,
    );
  }

  private async batchWrite(requests: object[], concurrency: number): Promise<void> {
    const pages: object[][] = [];
    for (let start = 0; start < requests.length; start += MAX_BATCH_WRITE_ITEMS) {
      pages.push(requests.slice(start, start + MAX_BATCH_WRITE_ITEMS));
    }
    const workers = Array.from({ length: Math.min(concurrency, pages.length) }, async () => {
      for (let page = pages.shift(); page; page = pages.shift()) await this.batchWritePage(page);
    });
    await Promise.all(workers);
  }

  private async batchWritePage(page: object[]): Promise<void> {
    let unwritten = page;
    await retryOnConflict(this.waits, async () => {
      const answer = await this.client.send(
        new BatchWriteCommand({ RequestItems: { [this.name]: unwritten } }),
      );
      unwritten = answer.UnprocessedItems?.[this.name] ?? [];
      return unwritten.length > 0 ? CONFLICT : undefined;
    });
  }

  /** One page, with the key to go on from when there is more. */
  async queryPage(
    input: QueryInput,
  ): Promise<{ items: Item[]; lastKey: Record<string, unknown> | undefined }> {
    const answer = await this.client.send(new QueryCommand({ ...input, TableName: this.name }));
    return { items: (answer.Items ?? []) as Item[], lastKey: answer.LastEvaluatedKey };
  }

  /** Every item of a query, page after page. */
  async *query(input: QueryInput): AsyncGenerator<Item> {
    let from: Record<string, unknown> | undefined;
    do {
      const page = await this.queryPage({ ...input, ...(from && { ExclusiveStartKey: from }) });
      yield* page.items;
      from = page.lastKey;
    } while (from);
  }

  async queryAll(input: QueryInput): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this.query(input)) items.push(item);
    return items;
  }

  /** Items of the whole table, page after page. For the operator. */
  async *scan(input: ScanInput): AsyncGenerator<Record<string, unknown>> {
    let from: Record<string, unknown> | undefined;
    do {
      const answer = await this.client.send(
        new ScanCommand({ ...input, TableName: this.name, ...(from && { ExclusiveStartKey: from }) }),
      );
      yield* answer.Items ?? [];
      from = answer.LastEvaluatedKey;
    } while (from);
  }

  /** One page of the whole table. For the operator, and for the one function that is granted it. */
  async scanPage(input: ScanInput): Promise<{ items: Item[]; lastKey: Record<string, unknown> | undefined }> {
    const answer = await this.client.send(new ScanCommand({ ...input, TableName: this.name }));
    return { items: (answer.Items ?? []) as Item[], lastKey: answer.LastEvaluatedKey };
  }

  async put(input: PutInput): Promise<WriteResult> {
    return expectCondition(this.waits, async () => {
      await this.client.send(new PutCommand({ ...input, ...this.conditionalWrite() }));
      return input.Item;
    });
  }

  /** Answers with the item as it is after the update. */
  async update({ UpdateExpression: expression, ...input }: UpdateInput): Promise<WriteResult> {
    if (!isPossible(input.Key)) return NOT_FOUND;
    // DynamoDB takes no empty expression: an update that changes nothing has none.
    const change = expression === '' ? {} : { UpdateExpression: expression };
    return expectCondition(this.waits, async () => {
      const answer = await this.client.send(
        new UpdateCommand({ ...input, ...change, ...this.conditionalWrite(), ReturnValues: 'ALL_NEW' }),
      );
      return answer.Attributes as Item | undefined;
    });
  }

  /** Answers with the item as it was. */
  async delete(input: DeleteInput): Promise<WriteResult> {
    if (!isPossible(input.Key)) return NOT_FOUND;
    return expectCondition(this.waits, async () => {
      const answer = await this.client.send(
        new DeleteCommand({ ...input, ...this.conditionalWrite(), ReturnValues: 'ALL_OLD' }),
      );
      return answer.Attributes as Item | undefined;
    });
  }

  private conditionalWrite() {
    return { TableName: this.name, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
  }

  /** All or nothing, at most 100 actions. Throttled parts are tried again; conditions and conflicts are answers. */
  async transact(actions: TransactItem[]): Promise<TransactResult> {
    const command = new TransactWriteCommand({ TransactItems: actions.map((action) => this.named(action)) });
    return retryOnConflict(this.waits, async () => {
      try {
        await this.client.send(command);
        return { committed: true as const };
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw error;
        const failed = readCancellation(error);
        return failed.length > 0 ? { committed: false as const, failed } : CONFLICT;
      }
    });
  }

  private named(action: TransactItem): SdkTransactItem {
    const added = this.conditionalWrite();
    if ('Put' in action) return { Put: { ...action.Put, ...added } };
    if ('Update' in action) return { Update: { ...action.Update, ...added } };
    if ('Delete' in action) return { Delete: { ...action.Delete, ...added } };
    return { ConditionCheck: { ...action.ConditionCheck, ...added } };
  }
}

/** Through the SDK, with whatever credentials it finds: for the operator. Functions have a client of their own. */
export function createTable(tableName: string, client: DynamoDBClient = createDynamoDBClient()): Table {
  const documentClient = DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  });
  return new Table(documentClient, tableName);
}

/** Region, credentials and (locally) the endpoint come from the environment. */
export function createDynamoDBClient(limits: Partial<RequestLimits> = {}): DynamoDBClient {
  // A hundred connections at once to the embedded engine, on a busy machine, take their time.
  return new DynamoDBClient({
    maxAttempts: 5,
    requestHandler: requestLimits({ connectMs: 5_000, ...limits }),
  });
}

function projection(options: BatchGetOptions) {
  if (!options.attributes) return {};
  const names = ['pk', 'sk', ...options.attributes];
  return {
    ProjectionExpression: names.map((_, index) => `#n${index}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#n${index}`, name])),
  };
}

const keyText = (key: Key) => `${key.pk}\n${key.sk}`;
