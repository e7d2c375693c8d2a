import type { MetricName } from '../platform/observability/metrics';
import { DUE_INDEX, type DueKind, duePk, dueShardsOf } from '../platform/store/keys';
import type { Table } from '../platform/store/table';

/** Metrics of due lag, by kind. */
export const DUE_LAG_METRICS = {
  OUTBOX: 'DueLagOutbox',
  EVENT: 'DueLagEvent',
  MESSAGE: 'DueLagMessage',
  JOB: 'DueLagJob',
  CAMPAIGN: 'DueLagCampaign',
  DELIVERY: 'DueLagDelivery',
  OPT_OUT: 'DueLagOptOut',
  IMPORT: 'DueLagImport',
  EXPORT: 'DueLagExport',
} as const satisfies Partial<Record<DueKind, MetricName>>;
export type WatchedKind = keyof typeof DUE_LAG_METRICS;
const KINDS = Object.keys(DUE_LAG_METRICS) as WatchedKind[];

interface DueLag {
  /** Lag of the oldest item of all kinds; 0 when nothing is due. */
  seconds: number;
  /** Kind of the oldest item. */
  kind?: WatchedKind;
  /** Seconds of each kind; 0 when nothing is due. */
  byKind: Record<WatchedKind, number>;
}

/** Measures how long the oldest item of each kind has been due. */
export async function measureDueLag(table: Table, now: Date): Promise<DueLag> {
  const lags = await Promise.all(
    KINDS.map(async (kind) => [kind, await measureKind(table, { kind, now })] as const),
  );
  const byKind = Object.fromEntries(lags) as Record<WatchedKind, number>;
  const [oldest] = lags.toSorted(([, a], [, b]) => b - a);
  if (!oldest || oldest[1] === 0) return { seconds: 0, byKind };
  return { kind: oldest[0], seconds: oldest[1], byKind };
}

async function measureKind(table: Table, { kind, now }: { kind: WatchedKind; now: Date }): Promise<number> {
  const shards = Array.from({ length: dueShardsOf(kind) }, (_, shard) =>
    findFirstDue(table, duePk(kind, shard)),
  );
  const lagsMs = (await Promise.all(shards)).map((dueAtMs) => now.getTime() - (dueAtMs ?? now.getTime()));
  return Math.floor(Math.max(0, ...lagsMs) / 1000);
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
