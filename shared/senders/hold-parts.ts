import { epochMs } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { updateExpression } from '../platform/store/expressions';
import type { Item } from '../platform/store/item';
import { paceKey } from '../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Table, UpdateInput } from '../platform/store/table';
import { markUsedUp, takeOfCap } from './cap-count';
import { capOnDay, countFitting, type DailyCap } from './daily-cap';
import { heldOf, type PaceItem } from './internal/pace-item';

const sumOf = (parts: readonly number[]) => parts.reduce((sum, each) => sum + each, 0);

/**
 * Sees to it that a number holds as many parts of its daily cap as its next messages have.
 *
 * @param options.seen item of the number as last read
 * @param options.parts parts of each message
 * @returns the item, when the number holds more now than it did; otherwise how many of the messages fit into what is left
 */
export async function holdEnough(
  deps: Pick<Platform, 'table' | 'clock'>,
  options: { number: string; cap: DailyCap; nowMs: number; seen: PaceItem; parts: readonly number[] },
): Promise<{ item: Item | undefined } | { count: number }> {
  const { number, cap, nowMs, seen, parts } = options;
  const of = capOnDay(cap, nowMs);
  const held = heldOf(seen, of);
  const missing = sumOf(parts) - held;
  if (missing <= 0) return { count: parts.length };
  const taken = await takeOfCap(deps, { cap, nowMs, wanted: missing });
  if (taken > 0) return { item: await holdMore(deps.table, { number, of, taken }) };
  const count = countFitting(parts, held);
  if (count === 0) await markUsedUp(deps.table, { cap, nowMs, number });
  return { count };
}

/** Stores that a number holds more parts, in place of what it held of another day or cap. */
async function holdMore(
  table: Table,
  { number, of, taken }: { number: string; of: string; taken: number },
): Promise<Item | undefined> {
  const add = addHeld({ number, of, parts: taken });
  const begin = {
    Key: paceKey(number),
    ...updateExpression({ set: { heldOf: of, heldParts: taken } }),
    ConditionExpression: 'attribute_not_exists(#heldOf) OR #heldOf <> :heldOf',
  };
  // Another worker may begin first.
  return retryOnConflict(
    table.waits,
    async (attempt) => {
      const result = await table.update(attempt % 2 === 1 ? add : begin);
      return result.written ? result.item : CONFLICT;
    },
    { longestPauseMs: 0 },
  );
}

/** Builds what the write of a reservation says besides: it takes the parts of the messages from those that are held. */
export function useOfHeld({ of, parts }: { of: string; parts: readonly number[] }) {
  const used = sumOf(parts);
  return {
    add: { heldParts: -used },
    values: { ':of': of, ':used': used },
    condition: ' AND heldOf = :of AND heldParts >= :used',
  };
}

/**
 * Gives a number back what was reserved on this day for messages that took no slot. It does not throw, since other
 * messages may have gone out: what is not given back stays counted.
 */
export async function giveBackUnused(
  deps: Pick<Platform, 'table' | 'clock'>,
  { number, cap, parts }: { number: string; cap: DailyCap | undefined; parts: number },
): Promise<void> {
  if (!cap || parts === 0) return;
  const of = capOnDay(cap, epochMs(deps.clock));
  await deps.table.update(addHeld({ number, of, parts })).catch(() => undefined);
}

const addHeld = ({ number, of, parts }: { number: string; of: string; parts: number }): UpdateInput => ({
  Key: paceKey(number),
  ...updateExpression({ add: { heldParts: parts } }, { values: { ':of': of } }),
  ConditionExpression: 'heldOf = :of',
});
