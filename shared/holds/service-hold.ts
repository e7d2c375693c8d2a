import { array, boolean, type InferOutput, number, object, optional, picklist, string } from 'valibot';
import { isoNow } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { serviceHoldKey } from '../platform/store/keys';
import { commit } from '../platform/store/commit';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Table } from '../platform/store/table';
import { storedBreaker } from './breaker';
import { storedPause } from './pause';

/** Beginning or end of a hold. */
const storedChange = object({
  reason: picklist(['paused', 'spend_limit', 'provider']),
  since: string(),
  comment: optional(string()),
  isOver: boolean(),
  /** Time of the change: it may be told later, and more than once. */
  at: string(),
});
export type HoldChange = InferOutput<typeof storedChange>;

/** Number of copies: each message reads one of them at its turn. */
const COPIES = 4;

/**
 * Holds of the messages of all accounts: a pause of everything, and the breaker of the AWS account. Absent
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
    /** Changes that the accounts have not been told of, oldest first. */
    untold: optional(array(storedChange), []),
  }),
});
export type ServiceHold = ValueOf<typeof serviceHoldItem>;
/** Changes that may wait to be told. The oldest are dropped: what they said is over. */
const MOST_UNTOLD = 20;

/** Returns what keeps the messages of all accounts waiting: a pause before the breaker. */
export function serviceHoldOf({ paused, breaker, because = 'provider' }: Partial<ServiceHold>) {
  if (paused) return { reason: 'paused' as const, since: paused.since, comment: paused.reason };
  const since = breaker?.openSince;
  return breaker && since !== undefined ? { reason: because, since, breaker } : undefined;
}

/** Returns the key of one of the copies, any of them. */
export const anyServiceHoldKey = () => serviceHoldItem.key(Math.floor(Math.random() * COPIES));

/**
 * Changes all copies in one transaction, and notes what the accounts are to be told of it.
 *
 * @param change returns `undefined` when there is nothing to change
 * @returns the state before and after
 */
export async function changeServiceHold(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  change: (hold: ServiceHold) => ServiceHold | undefined,
): Promise<{ before: ServiceHold; after: ServiceHold }> {
  return retryOnConflict(table.waits, async () => {
    const before = (await readServiceHold(table)) ?? { revision: 0, untold: [] };
    const changed = change(before);
    if (!changed) return { before, after: before };
    const untold = [...changed.untold, ...changesBetween(before, changed, isoNow(clock))].slice(-MOST_UNTOLD);
    const after = { ...changed, untold, revision: before.revision + 1 };
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

function changesBetween(before: ServiceHold, after: ServiceHold, at: string): HoldChange[] {
  const [was, is] = [serviceHoldOf(before), serviceHoldOf(after)];
  if (was?.reason === is?.reason && was?.since === is?.since) return [];
  return [
    ...(was ? [asChange(was, { isOver: true, at })] : []),
    ...(is ? [asChange(is, { isOver: false, at })] : []),
  ];
}

const asChange = (
  { reason, since, comment }: Omit<HoldChange, 'isOver' | 'at'>,
  { isOver, at }: Pick<HoldChange, 'isOver' | 'at'>,
): HoldChange => ({ reason, since, ...(comment !== undefined && { comment }), isOver, at });
