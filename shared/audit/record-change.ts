import { decodeTime } from 'ulid';
import type { Ids } from '../platform/ids';
import { type AuditEntry, auditItem } from './audit-entry';

/** Retention of an entry: a year, and some time to investigate. */
const KEPT_FOR_SECONDS = 400 * 24 * 60 * 60;

type Change = Omit<AuditEntry, 'id' | 'at' | 'outcome'> & {
  /** Account whose log gets the entry, for a change to that account; absent: the log of the service, above accounts. */
  accountId?: string | undefined;
  outcome?: AuditEntry['outcome'];
};

/**
 * Builds an entry in the audit log of an account, or that of the service, for the transaction that makes the change.
 *
 * **Source:** rules E6.
 */
export function putChange(ids: Ids, change: Change) {
  return putEntry(ids.next('aud'), change);
}

/** Builds the same entry under an id that it keeps when the transaction is retried. */
export function putEntry(id: string, { accountId, ...change }: Change) {
  const entry: AuditEntry = {
    id,
    // Filters by time compare ids, so that the time is taken from the id.
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
