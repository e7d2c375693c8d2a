import { object, string } from 'valibot';
import { type Clock, epochMs } from '../platform/clock';
import { defineItem } from '../platform/store/define-item';
import { updateExpression } from '../platform/store/expressions';
import { keyUseKey } from '../platform/store/keys';
import { Remembered } from '../platform/store/remembered';
import type { Table } from '../platform/store/table';

/**
 * Time of the last use of an API key, to the hour. It is stored apart from the key, which functions of the API cannot
 * write.
 */
const keyUseItem = defineItem({
  entity: 'keyUse',
  key: keyUseKey,
  value: object({ accountId: string(), lastUsedAt: string() }),
});

const HOUR_MS = 60 * 60 * 1000;
/**
 * Times at which this process noted a use, by key: epoch milliseconds. A process writes at most once an hour for each
 * key.
 */
const noted = new Remembered<number>();

/** Notes that a key was used. */
export async function noteKeyUse(
  { table, clock }: { table: Table; clock: Clock },
  { id, accountId }: { id: string; accountId: string },
): Promise<void> {
  const nowMs = epochMs(clock);
  if (nowMs - (noted.get(table, id) ?? -HOUR_MS) < HOUR_MS) return;
  noted.set(table, id, nowMs);
  const hourAgo = new Date(nowMs - HOUR_MS).toISOString();
  await table.update({
    Key: keyUseKey(id),
    ...updateExpression(
      { set: { entity: keyUseItem.entity, accountId, lastUsedAt: new Date(nowMs).toISOString() } },
      { values: { ':hourAgo': hourAgo } },
    ),
    // Another process may have noted it.
    ConditionExpression: 'attribute_not_exists(pk) OR lastUsedAt <= :hourAgo',
  });
}

/** Returns the times of the last uses by key id; a key that was never used has no entry. */
export async function readLastUses(table: Table, keyIds: string[]): Promise<ReadonlyMap<string, string>> {
  const items = await table.batchGet(keyIds.map(keyUseKey));
  return new Map(
    keyIds.flatMap((id, index) => {
      const use = keyUseItem.readIfAny(items[index]);
      return use ? [[id, use.lastUsedAt] as const] : [];
    }),
  );
}
