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
/** Nobody reserves further ahead, and clocks differ by less: what lies beyond was written by a clock that was wrong. */
const FURTHEST_AHEAD_MS = 10_000;

const MAX_ROUNDS = 20;

/** How far ahead slots are reserved, in milliseconds from now. */
export interface Horizon {
  /** No slot begins before this. */
  leadMs: number;
  /** When even the first slot would begin after this, none is reserved. */
  firstWithinMs: number;
  /** No slot begins after this. */
  lastWithinMs: number;
}

export type Reservation =
  | { slotsAtMs: number[] }
  /** Nothing is free within the horizon; worth asking again then. */
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
 */
export async function reserveSlots(
  deps: Pick<Platform, 'table' | 'clock'>,
  options: { number: string; ratePerSecond: number; slots: number; horizon: Horizon },
): Promise<Reservation> {
  const intervalMs = slotIntervalMs(options.ratePerSecond);
  const key = paceKey(options.number);
  let known = (await deps.table.get(key))?.freeFromMs as number | undefined;
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const planned = planSlots({ ...options, nowMs: epochMs(deps.clock), freeFromMs: known ?? 0 });
    if ('fullUntilMs' in planned) return planned;
    const { slotsAtMs } = planned;
    const result = await deps.table.update({
      Key: key,
      ...updateExpression(
        { set: { freeFromMs: (slotsAtMs.at(-1) ?? 0) + intervalMs } },
        { values: known === undefined ? {} : { ':known': known } },
      ),
      ConditionExpression: known === undefined ? 'attribute_not_exists(freeFromMs)' : 'freeFromMs = :known',
    });
    if (result.written) return planned;
    known = result.found?.freeFromMs as number | undefined;
  }
  throw new Error('Reserving slots kept conflicting');
}

/** @param options.freeFromMs from when on nobody has reserved anything, as the table says */
export function planSlots(options: {
  nowMs: number;
  freeFromMs: number;
  ratePerSecond: number;
  slots: number;
  horizon: Horizon;
}): Reservation {
  const { nowMs, slots, horizon } = options;
  const intervalMs = slotIntervalMs(options.ratePerSecond);
  const isPossible = options.freeFromMs <= nowMs + FURTHEST_AHEAD_MS + intervalMs;
  const startMs = Math.max(isPossible ? options.freeFromMs : 0, nowMs + horizon.leadMs);
  if (startMs > nowMs + horizon.firstWithinMs) return { fullUntilMs: startMs - horizon.firstWithinMs };
  const fitting = 1 + Math.floor((nowMs + horizon.lastWithinMs - startMs) / intervalMs);
  const count = Math.min(slots, fitting);
  return { slotsAtMs: Array.from({ length: count }, (_, index) => startMs + index * intervalMs) };
}
