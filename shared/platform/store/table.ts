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
import { forEachAtOnce } from '../at-once';
import type { Item } from './item';
import type { Key } from './keys';
import { type RequestLimits, requestLimits } from '../aws/internal/request-limits';
import { MARSHALL_OPTIONS } from './client/wire-form';
import { CONFLICT, realWaits, retryOnConflict, type Waits } from './retry-on-conflict';
import {
  expectCondition,
  readCancellation,
  type TransactResult,
  type WriteResult,
} from './internal/write-outcome';

type WithoutTable<Input> = Omit<Input, 'TableName' | 'ReturnValues' | 'ReturnValuesOnConditionCheckFailure'>;
export type PutInput = WithoutTable<PutCommandInput> & { Item: Item };
export type UpdateInput = WithoutTable<UpdateCommandInput> & { Key: Key; UpdateExpression: string };
export type DeleteInput = WithoutTable<DeleteCommandInput> & { Key: Key };
type QueryInput = Omit<QueryCommandInput, 'TableName'>;
type ScanInput = Omit<ScanCommandInput, 'TableName'>;

type SdkTransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
/** Action of a transaction, in the SDK's form without the table's name. */
export type TransactItem =
  | { Put: WithoutTable<NonNullable<SdkTransactItem['Put']>> & { Item: Item } }
  | { Update: WithoutTable<NonNullable<SdkTransactItem['Update']>> & { Key: Key; UpdateExpression: string } }
  | { Delete: WithoutTable<NonNullable<SdkTransactItem['Delete']>> & { Key: Key } }
  | { ConditionCheck: WithoutTable<NonNullable<SdkTransactItem['ConditionCheck']>> & { Key: Key } };

/** Part of the document client that the table uses. */
export type TableSender = Pick<DynamoDBDocumentClient, 'send'>;

export interface BatchGetOptions {
  /** Costs half the read units, and may return an older state. */
  eventuallyConsistent?: boolean;
  /** Attributes to read in addition to the key; absent: all of them. */
  attributes?: string[];
  /** Number of concurrent requests. */
  concurrency?: number;
}

/**
 * Limits of DynamoDB for keys, in bytes; it also refuses empty ones. A caller's id may produce such a key: no item has
 * it.
 */
const MAX_KEY_BYTES = { pk: 2048, sk: 1024 };
const isPossible = ({ pk, sk }: Key) =>
  Buffer.byteLength(pk) <= MAX_KEY_BYTES.pk && Buffer.byteLength(sk) <= MAX_KEY_BYTES.sk && sk !== '';
/** Result of a write to an item that cannot exist. */
const NOT_FOUND: WriteResult = { written: false, found: undefined };

const MAX_BATCH_GET_KEYS = 100;
const BATCH_GETS_AT_ONCE = 8;
const MAX_BATCH_WRITE_ITEMS = 25;

/**
 * Table of the service; all access goes through this class. Stores build commands; this class sends them, and turns the
 * SDK's errors for expected outcomes (a condition that did not hold) into values. Every other error is thrown
 * unchanged.
 */
export class Table {
  constructor(
    private readonly client: TableSender,
    readonly name: string,
    /** Pauses between two attempts of a write that met a conflict. */
    readonly waits: Waits = realWaits,
    /** Underlying table of one whose changes are recorded. */
    private readonly beneath?: Table,
  ) {}

  /** Returns the same table, whose commands go through `wrap`. */
  through(wrap: (sender: TableSender) => TableSender): Table {
    return new Table(wrap(this.client), this.name, this.waits);
  }

  /** Returns the same table, whose changes `wrap` records. */
  recordedBy(wrap: (sender: TableSender) => TableSender): Table {
    return new Table(wrap(this.client), this.name, this.waits, this);
  }

  /**
   * Table for writes that the audit log does not record: those that prepare a change which can still be refused, such
   * as the claim of an idempotency key, and those that call workers.
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

  /** Reads items in the order of `keys`, `undefined` for one that does not exist. Keys may repeat. */
  async batchGet(keys: Key[], options: BatchGetOptions = {}): Promise<Array<Item | undefined>> {
    const found = new Map<string, Item>();
    const distinct = [...new Map(keys.map((key) => [keyText(key), key])).values()].filter(isPossible);
    const pages: Key[][] = [];
    for (let start = 0; start < distinct.length; start += MAX_BATCH_GET_KEYS) {
      pages.push(distinct.slice(start, start + MAX_BATCH_GET_KEYS));
    }
    await forEachAtOnce(pages, options.concurrency ?? BATCH_GETS_AT_ONCE, async (page) => {
      for (const item of await this.batchGetPage(page, options)) found.set(keyText(item), item);
    });
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

  /** Puts any number of items without conditions, 25 in a request, `concurrency` requests at a time. */
  async batchPut(items: Item[], concurrency = 4): Promise<void> {
    await this.batchWrite(
      items.map((item) => ({ PutRequest: { Item: item } })),
      concurrency,
    );
  }

  /** Deletes any number of items without conditions. A key may be there twice. */
  async batchDelete(keys: Key[], concurrency = 4): Promise<void> {
    const each = new Map(keys.map(({ pk, sk }) => [JSON.stringify([pk, sk]), { pk, sk }]));
    await this.batchWrite(
      [...each.values()].map((key) => ({ DeleteRequest: { Key: key } })),
      concurrency,
    );
  }

  private async batchWrite(requests: object[], concurrency: number): Promise<void> {
    const pages: object[][] = [];
    for (let start = 0; start < requests.length; start += MAX_BATCH_WRITE_ITEMS) {
      pages.push(requests.slice(start, start + MAX_BATCH_WRITE_ITEMS));
    }
    await forEachAtOnce(pages, concurrency, (page) => this.batchWritePage(page));
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

  /** Reads one page of a query; `lastKey` is where the next page begins, absent on the last one. */
  async queryPage(
    input: QueryInput,
  ): Promise<{ items: Item[]; lastKey: Record<string, unknown> | undefined }> {
    const answer = await this.client.send(new QueryCommand({ ...input, TableName: this.name }));
    return { items: (answer.Items ?? []) as Item[], lastKey: answer.LastEvaluatedKey };
  }

  /** Reads every item of a query, page after page. */
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

  /** Reads the items of the whole table, page after page. For the operator. */
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

  /**
   * Reads one page of the whole table, or of one of its segments. For the operator, and for the one function that is
   * granted it.
   */
  async scanPage(
    input: ScanInput,
  ): Promise<{ items: Item[]; lastKey: Record<string, unknown> | undefined; readUnits: number }> {
    const answer = await this.client.send(
      new ScanCommand({ ...input, TableName: this.name, ReturnConsumedCapacity: 'TOTAL' }),
    );
    return {
      items: (answer.Items ?? []) as Item[],
      lastKey: answer.LastEvaluatedKey,
      readUnits: answer.ConsumedCapacity?.CapacityUnits ?? 0,
    };
  }

  async put(input: PutInput): Promise<WriteResult> {
    return expectCondition(this.waits, async () => {
      await this.client.send(new PutCommand({ ...input, ...this.conditionalWrite() }));
      return input.Item;
    });
  }

  /** Updates an item; the result has the item after the update. */
  async update({ UpdateExpression: expression, ...input }: UpdateInput): Promise<WriteResult> {
    if (!isPossible(input.Key)) return NOT_FOUND;
    // DynamoDB refuses an empty expression, so an update that changes nothing has none.
    const change = expression === '' ? {} : { UpdateExpression: expression };
    return expectCondition(this.waits, async () => {
      const answer = await this.client.send(
        new UpdateCommand({ ...input, ...change, ...this.conditionalWrite(), ReturnValues: 'ALL_NEW' }),
      );
      return answer.Attributes as Item | undefined;
    });
  }

  /** Deletes an item; the result has the item as it was. */
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

  /**
   * Writes all of at most 100 actions or none. Throttled transactions are retried; failed conditions and conflicts are
   * results.
   */
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

/**
 * Creates a table that uses the SDK, with the credentials that the SDK finds: for the operator. Functions have a client
 * of their own.
 */
export function createTable(tableName: string, client: DynamoDBClient = createDynamoDBClient()): Table {
  const documentClient = DynamoDBDocumentClient.from(client, {
    // The document client adds an option of its own to the object.
    marshallOptions: { ...MARSHALL_OPTIONS },
  });
  return new Table(documentClient, tableName);
}

/** Creates the SDK's client; region, credentials and (locally) the endpoint come from the environment. */
export function createDynamoDBClient(limits: Partial<RequestLimits> = {}): DynamoDBClient {
  // On a busy machine, a hundred simultaneous connections to the embedded engine can take seconds.
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
