import { stringify } from 'csv-stringify/sync';
import type { Clock } from '../platform/clock';
import type { Table } from '../platform/store/table';
import type { AuditEntry } from './audit-entry';
import { type ChangeFilter, listChanges } from './list-changes';

export const AUDIT_FORMATS = ['csv', 'jsonl'] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

/** Most entries that fit into the response of a Lambda function. */
const MOST_ENTRIES = 10_000;
const ENTRIES_A_PAGE = 1_000;

const HEADER = [
  ...['at', 'actor', 'actor id', 'e-mail', 'channel', 'action'],
  ...['target type', 'target', 'with', 'outcome', 'id', 'changes'],
];

/** Writes the changes of an account, or without one those above accounts, to a file, newest first. */
export async function writeChanges(
  deps: { table: Table; clock: Clock },
  options: { accountId: string | undefined; filter: ChangeFilter; format: AuditFormat },
): Promise<{ text: string; entries: number; isComplete: boolean }> {
  const entries: AuditEntry[] = [];
  let place: string | undefined;
  do {
    const page = { limit: Math.min(ENTRIES_A_PAGE, MOST_ENTRIES - entries.length), place };
    const read = await listChanges(deps, { ...options, page });
    entries.push(...read.entries);
    place = read.nextPlace;
  } while (place !== undefined && entries.length < MOST_ENTRIES);
  return { text: write(entries, options.format), entries: entries.length, isComplete: place === undefined };
}

function write(entries: readonly AuditEntry[], format: AuditFormat): string {
  switch (format) {
    case 'csv':
      return stringify([HEADER, ...entries.map(rowOf)], { escape_formulas: true });
    case 'jsonl':
      return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  }
}

function rowOf({ at, actor, channel, action, target, related, outcome, id, changes }: AuditEntry) {
  return [
    ...[at, actor.type, actor.id, actor.email, channel, action],
    ...[target?.type, target?.id, related, outcome, id],
    changes && JSON.stringify(changes),
  ];
}
