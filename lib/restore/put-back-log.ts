import { forEachAtOnce } from '../../shared/platform/at-once';
import type { Platform } from '../../shared/platform/platform';
import type { LogEntry } from '../../shared/restore-log/entry';
import { ChangesSince } from './changes-since';
import { NO_PEOPLE, type PeopleReport, putBackPerson } from './put-back-people';
import { type LoggedKey, putBackKeys, putBackRevocations } from './put-back-records';

/** Numbers of what was put back from the restore log. */
export interface LogReport extends PeopleReport {
  keys: number;
  revokedKeys: number;
}

const PEOPLE_AT_ONCE = 8;

/**
 * Puts back what must not be undone, and is in the restore log: decisions of people, erasures, used keys and
 * revocations. Harmless to repeat.
 *
 * @param options.log entries of the log; those of one key in their order
 * @returns the numbers, and all changes of the log, which has balances too
 */
export async function putBackLog(
  deps: Pick<Platform, 'table' | 'clock' | 'ids'>,
  options: { log: AsyncIterable<LogEntry[]>; baseUrl: string; isDryRun: boolean },
): Promise<LogReport & { changes: ChangesSince }> {
  const { table } = deps;
  const { log, baseUrl, isDryRun } = options;
  const now = deps.clock.now();

  // 1. Reads the log. Used keys are put back at once, since there may be millions. A key that was claimed and neither
  // used nor freed is put back as a used one: its holder may have sent.
  const changes = new ChangesSince();
  const claimed = new Map<string, LoggedKey>();
  let keys = 0;
  for await (const entries of log) {
    const used: LoggedKey[] = [];
    for (const entry of entries) {
      if (entry.kind !== 'key') changes.add(entry);
      else if (entry.state === 'claimed') claimed.set(entry.pk, entry);
      else claimed.delete(entry.pk);
      if (entry.kind === 'key' && entry.state === 'used') used.push(entry);
    }
    keys += await putBackKeys(table, used, { now, baseUrl, isDryRun });
  }
  keys += await putBackKeys(table, [...claimed.values()], { now, baseUrl, isDryRun });

  // 2. Puts the rest back.
  const people = { ...NO_PEOPLE };
  await forEachAtOnce([...changes.people.values()], PEOPLE_AT_ONCE, async (person) => {
    const done = await putBackPerson(deps, person, { isDryRun });
    for (const kind of Object.keys(people) as Array<keyof PeopleReport>) people[kind] += done[kind];
  });
  const revokedKeys = await putBackRevocations(deps, changes, { isDryRun });
  return { ...people, keys, revokedKeys, changes };
}
