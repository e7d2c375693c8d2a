import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { otherSide, type RegionSide } from '../../../shared/platform/region-side';
import { answerEmptyPartitions } from '../harness/empty-partitions';
import { watchWrites, type WrittenItem } from '../harness/watched-client';

/** Change of an item on its way to the other table. */
interface Change extends WrittenItem {
  to: RegionSide;
  name: string;
  atMs: number;
  arrivesAtMs: number;
}

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
  private readonly clients: Record<RegionSide, DynamoDBDocumentClient>;

  constructor(
    private readonly options: {
      client: DynamoDBDocumentClient;
      tables: Record<RegionSide, string>;
      lagMs: number;
      random: () => number;
    },
  ) {
    const { client } = options;
    this.clients = { first: answerEmptyPartitions(client), second: answerEmptyPartitions(client) };
  }

  /** Returns a client of a region, whose changes are replicated. @param now clock of the region */
  clientOf(side: RegionSide, now: () => Date): DynamoDBDocumentClient {
    return watchWrites(this.clients[side], {
      tableName: this.options.tables[side],
      onWritten: (written) => this.note(side, written, now().getTime()),
    });
  }

  /** Applies what arrives until a time; the rest stays on its way. @returns number of changes */
  async deliver(untilMs: number): Promise<number> {
    const arrived = this.changes.filter(({ arrivesAtMs }) => arrivesAtMs <= untilMs);
    const left = this.changes.filter(({ arrivesAtMs }) => arrivesAtMs > untilMs);
    this.changes.splice(0, this.changes.length, ...left);
    for (const { to, name, key, image, atMs } of arrived) {
      const written = this.writtenAtMs[to];
      if ((written.get(name) ?? 0) > atMs) continue;
      written.set(name, atMs);
      const TableName = this.options.tables[to];
      await this.clients[to].send(
        (image
          ? new PutCommand({ TableName, Item: image })
          : new DeleteCommand({ TableName, Key: key })) as never,
      );
    }
    return arrived.length;
  }

  private note(side: RegionSide, { key, image }: WrittenItem, atMs: number): void {
    const { lagMs, random } = this.options;
    const name = `${key.pk}/${key.sk}`;
    const to = otherSide(side);
    this.writtenAtMs[side].set(name, atMs);
    const lane = `${to} ${name}`;
    const arrivesAtMs = Math.max(this.lastArrivalMs.get(lane) ?? 0, atMs + random() * lagMs);
    this.lastArrivalMs.set(lane, arrivesAtMs);
    this.changes.push({ to, name, key, image, atMs, arrivesAtMs });
  }
}
