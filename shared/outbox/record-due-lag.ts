import type { Platform } from '../platform/platform';
import { DUE_LAG_METRICS, measureDueLag, type WatchedKind } from './measure-due-lag';

/** Due work is normally requeued within a minute or two. */
const LONG_LAG_SECONDS = 300;

/** Measures how long work of each kind has been due. @returns seconds, of the oldest */
export async function recordDueLag({
  table,
  clock,
  metrics,
  log,
}: Pick<Platform, 'table' | 'clock' | 'metrics' | 'log'>): Promise<number> {
  const { seconds, kind, byKind } = await measureDueLag(table, clock.now());
  metrics.record('DueLag', seconds);
  for (const each of Object.keys(byKind) as WatchedKind[])
    metrics.record(DUE_LAG_METRICS[each], byKind[each]);
  if (seconds > LONG_LAG_SECONDS) log.warn('Work is long overdue', { seconds, kind });
  return seconds;
}
