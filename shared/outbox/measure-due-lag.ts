import { forEachAtOnce } from '../platform/at-once';
import type { MetricName } from '../platform/observability/metrics';
import { DUE_INDEX, type DueKind, duePks } from '../platform/store/keys';
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

const SHARDS_AT_ONCE = 16;

/** Measures how long the oldest item of each kind has been due. */
export async function measureDueLag(table: Table, now: Date): Promise<DueLag> {
  const byKind = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<WatchedKind, number>;
  const shards = KINDS.flatMap((kind) => duePks(kind).map((pk) => ({ kind, pk })));
  await forEachAtOnce(shards, SHARDS_AT_ONCE, async ({ kind, pk }) => {
    const dueAtMs = (await findFirstDue(table, pk)) ?? now.getTime();
    byKind[kind] = Math.max(byKind[kind], Math.floor((now.getTime() - dueAtMs) / 1000));
  });
  const [oldest] = KINDS.toSorted((a, b) => byKind[b] - byKind[a]);
  if (!oldest || byKind[oldest] === 0) return { seconds: 0, byKind };
  return { kind: oldest, seconds: byKind[oldest], byKind };
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
