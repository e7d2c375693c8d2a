import type { Platform } from '../../shared/platform/platform';
import type { LogEntry } from '../../shared/restore-log/entry';
import { dropOutbox, endOpenWork, type OpenWork } from './end-open-work';
import { type LogReport, putBackLog } from './put-back-log';
import { putBackCredits } from './put-back-records';

export interface AdoptReport extends OpenWork, LogReport {
  outboxItems: number;
  balances: number;
}

/**
 * Makes what a table that was restored to a point in time has fit for the service: what was under way is ended or held,
 * and what must not be undone is put back from the restore log. Harmless to repeat until the service uses the table.
 *
 * @param deps.table the restored table
 * @param options.log entries of the restore log since the restore point
 */
export async function adoptTable(
  deps: Pick<Platform, 'table' | 'clock' | 'ids'>,
  options: { log: AsyncIterable<LogEntry[]>; restoredTo: Date; baseUrl: string; isDryRun: boolean },
): Promise<AdoptReport> {
  const { log, restoredTo, baseUrl, isDryRun } = options;

  // 1. Ends or holds what was under way, before its keys are put back.
  const outboxItems = await dropOutbox(deps, { restoredTo, isDryRun });
  const work = await endOpenWork(deps, { isDryRun });

  // 2. Puts back what the log has, and the balances.
  const { changes, ...people } = await putBackLog(deps, { log, baseUrl, isDryRun });
  const balances = await putBackCredits(deps.table, changes, { isDryRun });
  return { ...work, outboxItems, ...people, balances };
}
