import { findDuePlaces } from '../outbox/find-due';
import { type Clock, epochMs } from '../platform/clock';
import type { DueKind } from '../platform/store/keys';
import type { Table } from '../platform/store/table';

/** Kinds of work that the timer requeues, with the names that operators know. */
export const WORK = [
  { kind: 'OUTBOX', name: 'events' },
  { kind: 'EVENT', name: 'largeEvents' },
  { kind: 'MESSAGE', name: 'messages' },
  { kind: 'OPT_OUT', name: 'optOuts' },
  { kind: 'JOB', name: 'jobs' },
  { kind: 'DELIVERY', name: 'webhooks' },
  { kind: 'ERASURE', name: 'erasures' },
  { kind: 'IMPORT', name: 'imports' },
  { kind: 'EXPORT', name: 'exports' },
  { kind: 'TRANSFER', name: 'waitingTransfers' },
  { kind: 'CAMPAIGN', name: 'campaigns' },
] as const satisfies ReadonlyArray<{ kind: DueKind; name: string }>;

interface Overdue {
  work: (typeof WORK)[number]['name'];
  /** Number of items, at most `COUNTED_AT_MOST`. */
  count: number;
  oldestDueAt: string;
}

/** Age after which due work is overdue. The timer runs every minute and may itself take one. */
const OVERDUE_AFTER_MS = 3 * 60_000;
const COUNTED_AT_MOST = 1_000;

/** Lists work that the timer should have requeued minutes ago, only for kinds that have any. */
export async function listOverdue({ table, clock }: { table: Table; clock: Clock }): Promise<Overdue[]> {
  const before = new Date(epochMs(clock) - OVERDUE_AFTER_MS);
  const found = await Promise.all(
    WORK.map(async ({ kind, name }): Promise<Overdue[]> => {
      let count = 0;
      let oldestDueAt: string | undefined;
      for await (const { gsi1sk } of findDuePlaces(table, kind, before)) {
        count++;
        const dueAt = gsi1sk.split('#')[0] ?? '';
        if (oldestDueAt === undefined || dueAt < oldestDueAt) oldestDueAt = dueAt;
        if (count === COUNTED_AT_MOST) break;
      }
      return oldestDueAt === undefined ? [] : [{ work: name, count, oldestDueAt }];
    }),
  );
  return found.flat();
}
