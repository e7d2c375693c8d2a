import { epochMs } from '../platform/clock';
import { updateExpression } from '../platform/expressions';
import { paceKey } from '../platform/keys';
import type { Platform } from '../platform/platform';

/**
 * Slots lie a little further apart than the rate asks for, so that a message which leaves some milliseconds late never
 * makes one too many within any second.
 */
const MARGIN = 1.025;
/** A slot that is missed by more than this is left unused: sending late could make two of the same second. */
export const LATE_AFTER_MS = 10;

const MAX_ROUNDS = 20;

export type Reservation =
  | { slotsAtMs: number[] }
  /** No slot begins within the horizon; worth asking again then. */
  | { fullUntilMs: number };

/** Milliseconds between two slots of a number. */
export function slotIntervalMs(ratePerSecond: number): number {
  return (1000 * MARGIN) / ratePerSecond;
}

/**
 * Reserves the next slots of a sender number, one after the other without a gap, across all workers: the table holds
 * the time from which the number is free.
 *
 * @param options.slots how many are wanted at most; fewer are given when they would begin after the horizon
 * @param options.horizonMs how far ahead a slot may begin
 */
export async function reserveSlots(
  deps: Pick<Platform, 'table' | 'clock'>,
  options: { number: string; ratePerSecond: number; slots: number; horizonMs: number },
): Promise<Reservation> {
  const intervalMs = slotIntervalMs(options.ratePerSecond);
  const key = paceKey(options.number);
  let freeFromMs: number | undefined;
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const nowMs = epochMs(deps.clock);
    if (freeFromMs === undefined) {
      const item = await deps.table.get(key);
      freeFromMs = (item?.freeFromMs as number | undefined) ?? 0;
    }
    const startMs = Math.max(freeFromMs, nowMs);
    if (startMs > nowMs + options.horizonMs) return { fullUntilMs: startMs - options.horizonMs };
    const fitting = 1 + Math.floor((nowMs + options.horizonMs - startMs) / intervalMs);
    const count = Math.min(options.slots, fitting);
    const result = await deps.table.update({
      Key: key,
      ...updateExpression(
        { set: { freeFromMs: startMs + count * intervalMs } },
        { values: freeFromMs === 0 ? {} : { ':known': freeFromMs } },
      ),
      ConditionExpression: freeFromMs === 0 ? 'attribute_not_exists(freeFromMs)' : 'freeFromMs = :known',
    });
    if (result.written) {
      return { slotsAtMs: Array.from({ length: count }, (_, index) => startMs + index * intervalMs) };
    }
    freeFromMs = (result.found?.freeFromMs as number | undefined) ?? 0;
  }
  throw new Error('Reserving slots kept conflicting');
}
