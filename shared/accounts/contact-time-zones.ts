import { updateExpression } from '../platform/store/expressions';
import { accountKey } from '../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Table } from '../platform/store/table';
import { readAccount } from './account';

/** Adds to the time zones that an account's contacts are in. **Source:** rules E4.3, E5. */
export async function addContactTimeZones(
  table: Table,
  { accountId, zones }: { accountId: string; zones: readonly string[] },
): Promise<void> {
  await retryOnConflict(table.waits, async () => {
    const item = await table.get(accountKey(accountId));
    if (!item) return undefined;
    const known = readAccount(item).contactTimeZones;
    const contactTimeZones = [...new Set([...known, ...zones])].sort();
    if (contactTimeZones.length === known.length) return undefined;
    const result = await table.update({
      Key: accountKey(accountId),
      ...updateExpression({ set: { contactTimeZones } }, { values: { ':known': known } }),
      ConditionExpression: 'attribute_not_exists(contactTimeZones) OR contactTimeZones = :known',
    });
    return result.written ? undefined : CONFLICT;
  });
}
