import { decodeTime } from 'ulid';
import type { Ids } from '../platform/ids';
import type { Platform } from '../platform/platform';
import { type AuditEntry, auditItem } from './audit-entry';

/** How long an entry is kept: a year, and time to look into it. */
const KEPT_FOR_SECONDS = 400 * 24 * 60 * 60;

type Change = Omit<AuditEntry, 'id' | 'at' | 'outcome'> & {
  /** Whose log has it: what was done to an account is in its own; absent: that of the service, above accounts. */
  accountId?: string | undefined;
  outcome?: AuditEntry['outcome'];
};

/**
 * Adds an entry to the audit log of an account, or that of the service, after the change was made: one write unit.
 *
 * **Source:** rules E6.
 */
export async function recordChange(deps: Pick<Platform, 'table' | 'ids'>, change: Change): Promise<void> {
  await deps.table.put(putChange(deps.ids, change).Put);
}

/** The same, for the transaction that makes the change. */
export function putChange(ids: Ids, change: Change) {
  return putEntry(ids.next('aud'), change);
}

/** The same, under an id that the entry keeps when the transaction is sent again. */
export function putEntry(id: string, { accountId, ...change }: Change) {
  const entry: AuditEntry = {
    id,
    // Times are looked for by the ids.
    at: new Date(decodeTime(id.slice('aud_'.length))).toISOString(),
    outcome: 'done',
    ...change,
  };
  const Item = {
    ...auditItem.item({ accountId, id: entry.id }, entry),
    expiresAtEpochSeconds: Math.floor(Date.parse(entry.at) / 1000) + KEPT_FOR_SECONDS,
  };
  return { Put: { Item } };
}
