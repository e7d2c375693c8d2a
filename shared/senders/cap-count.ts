import { number, object, optional } from 'valibot';
import { countOfDay } from '../accounts/count-of-day';
import { epochMs } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { defineItem } from '../platform/store/define-item';
import { updateExpression } from '../platform/store/expressions';
import { capCountKey, paceKey } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import { capDay, capOf, capOnDay, type DailyCap, partsAtOnce, usedUpAt } from './daily-cap';
import { type AccountNumber, numberItem } from './number';
import { heldOf, paceItem } from './internal/pace-item';

/**
 * Parts of a brand's daily cap that its numbers have taken on a day. They are counted before they are sent: the count is
 * never too low, and has parts that a number still holds, and those of workers that died.
 */
const capCountItem = defineItem({
  entity: 'capCount',
  key: ({ accountId, brand, day }: { accountId: string; brand: string; day: string }) =>
    capCountKey(accountId, { day, brand }),
  value: object({ parts: optional(number(), 0) }),
});

const countKey = (cap: DailyCap, nowMs: number) => capCountItem.key({ ...cap, day: capDay(nowMs) });

/** Returns the parts of a cap that its numbers have not taken. */
const leftOf = (cap: DailyCap, counter: Parameters<typeof capCountItem.readIfAny>[0]): number =>
  Math.max(0, cap.parts - (capCountItem.readIfAny(counter)?.parts ?? 0));

/**
 * Takes parts of a cap for a number.
 *
 * @param options.wanted parts that the number is to send now; some more are taken with them
 * @returns number of parts taken
 */
export async function takeOfCap(
  { table }: Pick<Platform, 'table'>,
  { cap, nowMs, wanted }: { cap: DailyCap; nowMs: number; wanted: number },
): Promise<number> {
  const Key = countKey(cap, nowMs);
  let added = partsAtOnce(cap, { wanted });
  while (added > 0) {
    const counted = { parts: { added, most: cap.parts } };
    const result = await table.update(countOfDay(Key, { now: new Date(nowMs), counted }));
    if (result.written) return added;
    added = Math.min(added, leftOf(cap, result.found));
  }
  return 0;
}

/** Counts parts that go out whatever is left, such as the answer to a STOP. */
export async function countBeyondCap(
  deps: Pick<Platform, 'table' | 'clock'>,
  { cap, parts }: { cap: DailyCap; parts: number },
): Promise<void> {
  const now = deps.clock.now();
  const counted = { parts: { added: parts, most: Number.MAX_SAFE_INTEGER } };
  await deps.table.update(countOfDay(countKey(cap, now.getTime()), { now, counted }));
}

/** Stores for a number that nothing is left of its cap now, so that its texts wait without asking again. */
export async function markUsedUp(
  table: Table,
  { cap, nowMs, number: name }: { cap: DailyCap; nowMs: number; number: string },
): Promise<void> {
  const usedUpCap = usedUpAt(cap, nowMs);
  await table.update({
    Key: numberItem.key({ accountId: cap.accountId, number: name }),
    ...updateExpression({ set: { usedUpCap } }),
    ConditionExpression: 'attribute_exists(pk)',
  });
}

/**
 * Reads how many parts the numbers of an account may still send today, by number; absent for those without a cap. Numbers
 * of one brand have the same count, of which each may have another cap.
 *
 * @param options.numbers all numbers of the account: what one of a brand holds is left for that one
 */
export async function readLeftToday(
  deps: { table: Pick<Table, 'batchGet'> } & Pick<Platform, 'clock'>,
  { numbers }: { numbers: readonly AccountNumber[] },
): Promise<Map<string, number>> {
  const nowMs = epochMs(deps.clock);
  const capped = numbers.flatMap((one) => {
    const cap = capOf(one);
    return cap ? [{ cap, number: one.number, of: capOnDay(cap, nowMs) }] : [];
  });
  const items = await deps.table.batchGet([
    ...capped.map(({ cap }) => countKey(cap, nowMs)),
    ...capped.map(({ number: name }) => paceKey(name)),
  ]);
  const held = capped.map(({ of }, index) => heldOf(paceItem.readIfAny(items[capped.length + index]), of));
  return new Map(
    capped.map(({ cap, number: name }, index) => {
      const ofBrand = held.filter((_, other) => capped[other]?.cap.brand === cap.brand);
      const heldParts = ofBrand.reduce((sum, parts) => sum + parts, 0);
      return [name, Math.min(cap.parts, leftOf(cap, items[index]) + heldParts)];
    }),
  );
}
