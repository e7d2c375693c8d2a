import { DUE_INDEX, DUE_SHARDS, type DueKind, duePk } from '../platform/store/keys';
import type { Table } from '../platform/store/table';

const KINDS: readonly DueKind[] = [
  'OUTBOX',
  'JOB',
  'MESSAGE',
  'DELIVERY',
  'OPT_OUT',
  'EVENT',
  'IMPORT',
  'EXPORT',
  'CAMPAIGN',
];

/** How long the oldest item that waits for its time has been due, over all kinds; 0 when nothing is. */
export async function measureDueLag(table: Table, now: Date): Promise<{ seconds: number; kind?: DueKind }> {
  const firsts = await Promise.all(
    KINDS.flatMap((kind) =>
      Array.from({ length: DUE_SHARDS }, async (_, shard) => ({
        kind,
        dueAtMs: await findFirstDue(table, duePk(kind, shard)),
      })),
    ),
  );
  const [oldest] = firsts
    .filter(({ dueAtMs }) => dueAtMs !== undefined && dueAtMs <= now.getTime())
    .sort((a, b) => (a.dueAtMs ?? 0) - (b.dueAtMs ?? 0));
  if (oldest?.dueAtMs === undefined) return { seconds: 0 };
  return { seconds: Math.floor((now.getTime() - oldest.dueAtMs) / 1000), kind: oldest.kind };
}

async function findFirstDue(table: Table, pk: string): Promise<number | undefined> {
  const { items } = await table.queryPage({
    IndexName: DUE_INDEX,
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    Limit: 1,
  });
  const [dueAt] = ((items[0]?.gsi1sk as string | undefined) ?? '').split('#');
  return dueAt ? Date.parse(dueAt) : undefined;
}
