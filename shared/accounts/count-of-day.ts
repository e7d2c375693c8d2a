import { updateExpression } from '../platform/store/expressions';
import type { Key } from '../platform/store/keys';
import type { UpdateInput } from '../platform/store/table';

/** Time for which the counters of a day are kept. */
const KEPT_FOR_SECONDS = 3 * 24 * 60 * 60;

/** Returns the UTC day of a time, `YYYY-MM-DD`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Returns when the counters of a day are deleted, epoch seconds. */
const expiryOfDay = (now: Date): number => Math.floor(now.getTime() / 1000) + KEPT_FOR_SECONDS;

/**
 * Builds the update that adds to counters of a day. Its condition fails when one of them would exceed its bound.
 *
 * @param options.counted by the name of the counter, the number that is added and the highest value allowed
 * @param options.set further attributes to set
 */
export function countOfDay(
  key: Key,
  {
    now,
    counted,
    set,
  }: { now: Date; counted: Record<string, { added: number; most: number }>; set?: Record<string, unknown> },
): UpdateInput {
  const counters = Object.entries(counted);
  const before = counters.map(([name, { added, most }]) => ({ name, most: most - added }));
  const conditions = before.map(({ name, most }) =>
    most >= 0 ? `(attribute_not_exists(${name}) OR ${name} <= :${name}Most)` : `${name} <= :${name}Most`,
  );
  return {
    Key: key,
    ...updateExpression(
      {
        add: Object.fromEntries(counters.map(([name, { added }]) => [name, added])),
        set: { ...set, expiresAtEpochSeconds: expiryOfDay(now) },
      },
      { values: Object.fromEntries(before.map(({ name, most }) => [`:${name}Most`, most])) },
    ),
    ConditionExpression: conditions.join(' AND '),
  };
}
