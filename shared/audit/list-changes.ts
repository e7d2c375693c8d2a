import { encodeTime } from 'ulid';
import { invalidRequest } from '../errors/service-error';
import { SEARCH_AT_MOST_MS } from '../limits';
import type { ListPage } from '../lists/list-query';
import { type Clock, epochMs } from '../platform/clock';
import { readInstantOrDay } from '../calendar/instant';
import { auditPk } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import { type AuditEntry, auditItem } from './audit-entry';

/** Filter of a list of changes; all given conditions must hold. */
export interface ChangeFilter {
  /** Id or e-mail address of the actor, `operator` or `service`. */
  actor?: string | undefined;
  /** Operations and commands, of which one must match. */
  actions?: readonly string[] | undefined;
  /** Id of the changed resource, or of the other resource of the change. */
  target?: string | undefined;
  /** Period, both ends included. */
  from?: Date | undefined;
  to?: Date | undefined;
}

const ENTRIES_A_READ = 200;
const ULID_TIME_CHARACTERS = 10;

/**
 * Lists a page of the changes of an account, or without one of those above accounts, newest first. A filtered page
 * continues until it is full, the list has ended, or two seconds have passed.
 *
 * **Source:** rules E1, E6.
 */
export async function listChanges(
  { table, clock }: { table: Table; clock: Clock },
  options: { accountId: string | undefined; filter: ChangeFilter; page: ListPage },
): Promise<{ entries: AuditEntry[]; nextPlace: string | undefined }> {
  const { accountId, filter, page } = options;
  const endsAtMs = epochMs(clock) + SEARCH_AT_MOST_MS;
  const entries: AuditEntry[] = [];
  let place = page.place;
  for (;;) {
    const { items, lastKey } = await table.queryPage(queryOf({ accountId, filter, place }));
    for (const item of items) {
      const entry = auditItem.read(item);
      if (entry.id === place || !matches(entry, filter)) continue;
      if (entries.length === page.limit) {
        return { entries, nextPlace: entries.at(-1)?.id };
      }
      entries.push(entry);
    }
    if (!lastKey) return { entries, nextPlace: undefined };
    place = String(lastKey.sk);
    if (epochMs(clock) >= endsAtMs) return { entries, nextPlace: place };
  }
}

/**
 * Builds the query. Ids sort by time, so that times limit the key. The entry at `place`, where the previous page ended,
 * is among the first.
 */
function queryOf(options: {
  accountId: string | undefined;
  filter: ChangeFilter;
  place: string | undefined;
}) {
  const { accountId, filter, place } = options;
  const first = filter.from ? idAt(filter.from.getTime()) : FIRST_ID;
  const end = filter.to ? idAt(filter.to.getTime() + 1) : LAST_ID;
  const last = place !== undefined && place < end ? place : end;
  return {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    // DynamoDB refuses a range that ends before it begins.
    ExpressionAttributeValues: {
      ':pk': auditPk(accountId),
      ':first': first,
      ':last': last < first ? first : last,
    },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: ENTRIES_A_READ,
  };
}

const FIRST_ID = 'aud_';
const LAST_ID = 'aud_~';
const idAt = (ms: number) => `${FIRST_ID}${encodeTime(Math.max(0, ms), ULID_TIME_CHARACTERS)}`;

function matches({ actor, action, target, related }: AuditEntry, filter: ChangeFilter): boolean {
  return (
    (filter.actor === undefined || [actor.id, actor.email, actor.type].includes(filter.actor)) &&
    (filter.actions === undefined || filter.actions.includes(action)) &&
    (filter.target === undefined || target?.id === filter.target || related === filter.target)
  );
}

/** Names of the filters in a query. */
export const CHANGE_FILTERS = ['actor', 'action', 'target', 'from', 'to'] as const;

/** @throws ServiceError InvalidRequest for an invalid time, and for `to` before `from` */
export function readChangeFilter(query: Record<string, string>): ChangeFilter {
  const { actor, action, target } = query;
  const [from, to] = [readTime(query, 'from'), readTime(query, 'to')];
  if (from && to && to < from) throw invalidRequest({ pointer: '?to', reason: 'must not be before from' });
  return { actor, actions: action?.split(','), target, from, to };
}

function readTime(query: Record<string, string>, name: 'from' | 'to'): Date | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  const atMs = readInstantOrDay(text);
  if (atMs !== undefined) return new Date(atMs);
  throw invalidRequest({ pointer: `?${name}`, reason: 'must be an ISO time, such as 2026-12-01T00:00:00Z' });
}
