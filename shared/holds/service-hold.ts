import { number, object, optional, picklist, string } from 'valibot';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { serviceHoldKey } from '../platform/store/keys';
import { commit } from '../platform/store/commit';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Table } from '../platform/store/table';
import { storedBreaker } from './breaker';
import { storedPause } from './pause';

/** Number of copies: each message reads one of them at its turn. */
const COPIES = 4;

/**
 * What keeps the messages of all accounts waiting: a pause of everything, and the breaker of the AWS account. Absent
 * while nothing does.
 *
 * **Source:** rules E8.
 */
export const serviceHoldItem = defineItem({
  entity: 'serviceHold',
  key: serviceHoldKey,
  value: object({
    /** Number of the change, which every copy has. */
    revision: number(),
    paused: optional(storedPause),
    breaker: optional(storedBreaker),
    /** Why the breaker opened: the month's spend limit, or another refusal of the provider that means every message. */
    because: optional(picklist(['spend_limit', 'provider'])),
    /** Hold that the accounts were told of last. */
    told: optional(object({ since: string(), reason: picklist(['paused', 'spend_limit', 'provider']) })),
  }),
});
type ServiceHold = ValueOf<typeof serviceHoldItem>;

/** Returns the key of one of the copies, any of them. */
export const anyServiceHoldKey = () => serviceHoldItem.key(Math.floor(Math.random() * COPIES));

/**
 * Changes all copies in one transaction.
 *
 * @param change returns `undefined` when there is nothing to change
 * @returns the state before and after
 */
export async function changeServiceHold(
  table: Table,
  change: (hold: ServiceHold) => ServiceHold | undefined,
): Promise<{ before: ServiceHold; after: ServiceHold }> {
  return retryOnConflict(table.waits, async () => {
    const before = (await readServiceHold(table)) ?? { revision: 0 };
    const changed = change(before);
    if (!changed) return { before, after: before };
    const after = { ...changed, revision: before.revision + 1 };
    const copies = Array.from({ length: COPIES }, (_, copy) => ({
      write: {
        Put: {
          Item: serviceHoldItem.item(copy, after),
          ...(before.revision === 0
            ? { ConditionExpression: 'attribute_not_exists(pk)' }
            : {
                ConditionExpression: 'revision = :before',
                ExpressionAttributeValues: { ':before': before.revision },
              }),
        },
      },
      onFail: 'changed' as const,
    }));
    const result = await commit(table, copies);
    return result.committed ? { before, after } : CONFLICT;
  });
}

export async function readServiceHold(table: Table): Promise<ServiceHold | undefined> {
  return serviceHoldItem.readIfAny(await table.get(serviceHoldItem.key(0)));
}
