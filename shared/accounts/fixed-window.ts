import { type Clock, epochMs } from '../platform/clock';
import { updateExpression } from '../platform/store/expressions';
import type { Key } from '../platform/store/keys';
import type { Table } from '../platform/store/table';

/**
 * Counts in a window of the clock, such as each ten minutes. The counter expires with its window.
 *
 * @param options.key key of the counter of the window
 * @returns seconds to wait when the window is full
 */
export async function countInFixedWindow(
  { table, clock }: { table: Table; clock: Clock },
  options: { entity: string; key: (window: number) => Key; windowMs: number; most: number },
): Promise<{ retryAfterSeconds: number } | undefined> {
  const { entity, key, windowMs, most } = options;
  const nowMs = epochMs(clock);
  const window = Math.floor(nowMs / windowMs);
  const endsAtMs = (window + 1) * windowMs;
  const result = await table.update({
    Key: key(window),
    ...updateExpression(
      { add: { count: 1 }, set: { entity, expiresAtEpochSeconds: endsAtMs / 1000 } },
      { values: { ':most': most } },
    ),
    ConditionExpression: 'attribute_not_exists(pk) OR #count < :most',
  });
  if (result.written) return undefined;
  return { retryAfterSeconds: Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000)) };
}
