import { type AttributeValue, type DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { PARTITIONS } from '../../shared/platform/store/keys';

/** Every item of the table by its key, as text. */
export type TableState = ReadonlyMap<string, string>;

const SETTLED_WITHIN_MS = 60_000;
const LOOK_AGAIN_AFTER_MS = 150;

export class TableReader {
  constructor(
    private readonly client: DynamoDBClient,
    private readonly tableName: string,
  ) {}

  /** Returns everything but the windows of rate limits, once no work is left. */
  async settledState(): Promise<TableState> {
    const giveUpAtMs = performance.now() + SETTLED_WITHIN_MS;
    let before = await this.#read();
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_AFTER_MS));
      const after = await this.#read();
      if (findDifference(before, after) === undefined) return after;
      if (performance.now() > giveUpAtMs)
        throw new Error(`The table does not settle: ${findDifference(before, after)}`);
      before = after;
    }
  }

  async #read(): Promise<TableState> {
    const state = new Map<string, string>();
    let start: Record<string, AttributeValue> | undefined;
    do {
      const page = await this.client.send(
        new ScanCommand({ TableName: this.tableName, ...(start && { ExclusiveStartKey: start }) }),
      );
      for (const item of page.Items ?? []) {
        const key = `${item.pk?.S} ${item.sk?.S}`;
        // Windows of rate limits count refused requests too.
        if (!key.startsWith(PARTITIONS.rateWindow)) state.set(key, deepText(item));
      }
      start = page.LastEvaluatedKey;
    } while (start);
    return state;
  }
}

/** Returns the first item in which two states differ; `undefined` when they are the same. */
export function findDifference(before: TableState, after: TableState): string | undefined {
  for (const [key, text] of after) {
    if (!before.has(key)) return `${key} is new: ${text.slice(0, 500)}`;
    if (before.get(key) !== text)
      return `${key} has changed: ${before.get(key)?.slice(0, 500)}\n to ${text.slice(0, 500)}`;
  }
  for (const key of before.keys()) if (!after.has(key)) return `${key} is gone`;
  return undefined;
}

/** Returns the same text for the same item, whatever the order of its maps. */
function deepText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(deepText).join(',')}]`;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${key}:${deepText(inner)}`).join(',')}}`;
}
