import {
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { otherSide, type RegionSide } from '../../../shared/platform/region-side';
import type { Item } from '../../../shared/platform/store/item';
import { DUE_INDEX, type Key } from '../../../shared/platform/store/keys';

/** Change of an item on its way to the other table. */
interface Change {
  to: RegionSide;
  name: string;
  key: Key;
  /** Image after the change; `undefined` when it was deleted. */
  image: Item | undefined;
  atMs: number;
  arrivesAtMs: number;
}

type Command = { input: object };
type Actions = Record<'Put' | 'Update' | 'Delete', { Item?: Key; Key?: Key } | undefined>;

/**
 * Replication between the tables of two regions, as global tables have it: each change of an item arrives within the lag, in the
 * order of the changes of that item, those of different items in any order, and no transaction as a whole. Of two changes
 * of an item the later one wins.
 */
export class Replication {
  private readonly changes: Change[] = [];
  /** Time of the last change of each item in a table. */
  private readonly writtenAtMs = { first: new Map<string, number>(), second: new Map<string, number>() };
  private readonly lastArrivalMs = new Map<string, number>();
  /** Partitions of the `due` index that a table has ever had items in. */
  private readonly duePartitions = { first: new Set<unknown>(), second: new Set<unknown>() };

  constructor(
    private readonly options: {
      client: DynamoDBDocumentClient;
      tables: Record<RegionSide, string>;
      lagMs: number;
      random: () => number;
    },
  ) {}

  /** Returns a client of a region, whose changes are replicated. @param now clock of the region */
  clientOf(side: RegionSide, now: () => Date): DynamoDBDocumentClient {
    const { client } = this.options;
    const send = async (command: Command) => {
      // The timer looks into hundreds of partitions each minute, of which most are empty.
      if (isDueQuery(command) && !this.duePartitions[side].has(partitionOf(command)))
        return { Items: [], Count: 0, ScannedCount: 0 };
      const keys = keysWrittenBy(command);
      if (keys.length === 0) return client.send(command as never);
      const answer: unknown = await client.send(command as never);
      for (const key of keys) await this.note(side, key, now().getTime());
      return answer;
    };
    return { send } as unknown as DynamoDBDocumentClient;
  }

  /** Applies what arrives until a time; the rest stays on its way. @returns number of changes */
  async deliver(untilMs: number): Promise<number> {
    const { client, tables } = this.options;
    const arrived = this.changes.filter(({ arrivesAtMs }) => arrivesAtMs <= untilMs);
    const left = this.changes.filter(({ arrivesAtMs }) => arrivesAtMs > untilMs);
    this.changes.splice(0, this.changes.length, ...left);
    for (const { to, name, key, image, atMs } of arrived) {
      const written = this.writtenAtMs[to];
      if ((written.get(name) ?? 0) > atMs) continue;
      written.set(name, atMs);
      this.duePartitions[to].add(image?.gsi1pk);
      const TableName = tables[to];
      const { pk, sk } = key;
      await client.send(
        (image
          ? new PutCommand({ TableName, Item: image })
          : new DeleteCommand({ TableName, Key: { pk, sk } })) as never,
      );
    }
    return arrived.length;
  }

  private async note(side: RegionSide, { pk, sk }: Key, atMs: number): Promise<void> {
    const { client, tables, lagMs, random } = this.options;
    const name = `${pk}/${sk}`;
    const to = otherSide(side);
    const { Item: found } = await client.send(
      new GetCommand({ TableName: tables[side], Key: { pk, sk }, ConsistentRead: true }),
    );
    const image = found as Item | undefined;
    this.writtenAtMs[side].set(name, atMs);
    this.duePartitions[side].add(image?.gsi1pk);
    const lane = `${to} ${name}`;
    const arrivesAtMs = Math.max(this.lastArrivalMs.get(lane) ?? 0, atMs + random() * lagMs);
    this.lastArrivalMs.set(lane, arrivesAtMs);
    this.changes.push({ to, name, key: { pk, sk }, image, atMs, arrivesAtMs });
  }
}

const isDueQuery = (command: Command): command is QueryCommand =>
  command instanceof QueryCommand && command.input.IndexName === DUE_INDEX;

const partitionOf = ({ input }: QueryCommand): unknown => input.ExpressionAttributeValues?.[':pk'];

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
