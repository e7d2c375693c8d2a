import { campaignsPk } from '../../platform/store/keys';
import { isHeld } from '../../platform/store/lease';
import type { Table } from '../../platform/store/table';
import { campaignItem } from '../record/campaign';
import { SELECTION_LEASE_MS } from './internal/select-recipients';
import { campaignRunItem } from './run-item';

/** Time by which the index of contacts can be behind the contacts. */
const INDEX_LAG_MS = 5_000;

/**
 * Returns true while a worker may hold selected contacts that it has read before a time and not written yet. A worker
 * holds none when it renews its lease, and writes none when the lease has run out.
 *
 * **Source:** rules E2.
 */
export async function mayHoldContacts(
  table: Table,
  options: { accountId: string; readBefore: string; now: Date },
): Promise<boolean> {
  const { accountId, readBefore, now } = options;
  const endedAfter = new Date(now.getTime() - 2 * SELECTION_LEASE_MS).toISOString();
  const campaigns = await table.queryAll({
    KeyConditionExpression: 'pk = :pk',
    FilterExpression:
      'attribute_exists(startedAt) AND jobCount = :none AND (attribute_not_exists(completedAt) OR completedAt > :endedAfter)',
    ExpressionAttributeValues: { ':pk': campaignsPk(accountId), ':none': 0, ':endedAfter': endedAfter },
    ConsistentRead: true,
  });
  const runs = await table.batchGet(campaigns.map((item) => campaignRunItem.key(campaignItem.read(item).id)));
  const renewedAfterMs = Date.parse(readBefore) + INDEX_LAG_MS;
  return runs.map(campaignRunItem.readIfAny).some((run) => {
    if (run?.leaseUntil === undefined || !isHeld(run, now)) return false;
    return Date.parse(run.leaseUntil) - SELECTION_LEASE_MS <= renewedAfterMs;
  });
}
