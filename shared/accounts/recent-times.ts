import { array, number, object } from 'valibot';
import { type Clock, epochMs } from '../platform/clock';
import { defineItem } from '../platform/store/define-item';
import type { Key } from '../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Table } from '../platform/store/table';

/** Times of what is limited, oldest first. */
const timesItem = defineItem({
  entity: 'recentTimes',
  key: (key: Key) => key,
  value: object({ times: array(number()), version: number() }),
});

/**
 * Counts something of which at most so many may happen within any time of a length, such as ten minutes. What is refused
 * does not count.
 *
 * @param options.key key of the item that has the times
 * @returns seconds to wait when there were too many
 */
export async function countRecent(
  { table, clock }: { table: Table; clock: Clock },
  options: { key: Key; windowMs: number; most: number },
): Promise<{ retryAfterSeconds: number } | undefined> {
  const { key, windowMs, most } = options;
  return retryOnConflict(table.waits, async () => {
    const nowMs = epochMs(clock);
    const { times, version } = timesItem.readIfAny(await table.get(key)) ?? { times: [], version: 0 };
    const recent = times.filter((time) => time > nowMs - windowMs);
    const [oldest = nowMs] = recent.slice(-most);
    if (recent.length >= most)
      return { retryAfterSeconds: Math.max(1, Math.ceil((oldest + windowMs - nowMs) / 1000)) };
    const { written } = await table.put({
      Item: {
        ...timesItem.item(key, { times: [...recent, nowMs], version: version + 1 }),
        expiresAtEpochSeconds: Math.ceil((nowMs + windowMs) / 1000),
      },
      ConditionExpression: 'attribute_not_exists(pk) OR version = :read',
      ExpressionAttributeValues: { ':read': version },
    });
    return written ? undefined : CONFLICT;
  });
}
