import { forEachAtOnce } from '../../shared/platform/at-once';
import type { Platform } from '../../shared/platform/platform';
import type { LogEntry } from '../../shared/restore-log/entry';
import { ChangesSince } from './changes-since';
import { dropOutbox, endOpenWork, type OpenWork } from './end-open-work';
import { NO_PEOPLE, type PeopleReport, putBackPerson } from './put-back-people';
import { putBackCredits, putBackKeys, putBackRevocations } from './put-back-records';

export interface AdoptReport extends OpenWork, PeopleReport {
  outboxItems: number;
  keys: number;
  balances: number;
  revokedKeys: number;
}

const PEOPLE_AT_ONCE = 8;

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
  const { table } = deps;
  const { log, restoredTo, baseUrl, isDryRun } = options;
  const now = deps.clock.now();

  // 1. Ends or holds what was under way, before its keys are put back.
  const outboxItems = await dropOutbox(deps, { restoredTo, isDryRun });
  const work = await endOpenWork(deps, { isDryRun });

  // 2. Reads the log. Used keys are put back at once, since there may be millions.
  const changes = new ChangesSince();
  let keys = 0;
  for await (const entries of log) {
    const used: Array<Extract<LogEntry, { kind: 'key' }>> = [];
    for (const entry of entries) {
      if (entry.kind === 'key') used.push(entry);
      else changes.add(entry);
    }
    keys += await putBackKeys(table, used, { now, baseUrl, isDryRun });
  }

  // 3. Puts the rest back.
  const people = { ...NO_PEOPLE };
  await forEachAtOnce([...changes.people.values()], PEOPLE_AT_ONCE, async (person) => {
    const done = await putBackPerson(deps, person, { isDryRun });
    for (const kind of Object.keys(people) as Array<keyof PeopleReport>) people[kind] += done[kind];
  });
  const balances = await putBackCredits(table, changes, { isDryRun });
  const revokedKeys = await putBackRevocations(deps, changes, { isDryRun });
  return { ...work, outboxItems, ...people, keys, balances, revokedKeys };
}
