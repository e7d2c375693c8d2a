import { epochMs } from '../platform/clock';
import { updateExpression } from '../platform/expressions';
import { paceKey } from '../platform/keys';
import type { Platform } from '../platform/platform';
import type { UpdateInput } from '../platform/table';

/**
 * Slots lie a little further apart than the rate asks for, so that a message which leaves some milliseconds late never
 * makes one too many within any second.
 */
const MARGIN = 1.025;
/** A slot that is missed by more than this is left unused: sending late could make two of the same second. */
export const LATE_AFTER_MS = 15;
/** No worker reserves further ahead, and clocks differ by less: what lies beyond was written by a clock that was wrong. */
const FURTHEST_AHEAD_MS = 10_000;

/** Only reached while two workers' clocks differ by more than `FURTHEST_AHEAD_MS`. */
const ROUNDS_BEYOND_SLOTS = 5;

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

export interface SlotRequest {
  number: string;
  ratePerSecond: number;
  /** How many are wanted at most; fewer are given when they would begin after the horizon. */
  slots: number;
  horizon: Horizon;
}

/** Milliseconds between two slots of a number; whole microseconds, so that sums of them stay exact. */
export function slotIntervalMs(ratePerSecond: number): number {
  return Math.ceil((1_000_000 * MARGIN) / ratePerSecond) / 1_000;
}

/**
 * Reserves the next slots of a sender number, one after the other without a gap, across all workers: the table holds
 * the time from which the number is free.
 *
 * One conditional write moves that time. While the number is busy the write adds to it, whatever it is by then, as long
 * as the slots lie within the horizon: another worker's reservation in between does not make it fail, and a number that
 * is full stays as it is. When the number is free, or a wrong clock has moved the time far ahead, the write sets it.
 * What the write needs is decided on the time of the call, so that a refusal leaves only the other write, or fewer
 * slots: no worker is refused again and again while others are served.
 */
export async function reserveSlots(
  deps: Pick<Platform, 'table' | 'clock'>,
  request: SlotRequest,
): Promise<Reservation> {
  const nowMs = epochMs(deps.clock);
  const maxRounds = request.slots + ROUNDS_BEYOND_SLOTS;
  let freeFromMs: number | undefined;
  for (let round = 1; round <= maxRounds; round++) {
    const plan = planSlots({ ...request, nowMs, freeFromMs });
    if (plan.kind === 'full') return { fullUntilMs: plan.untilMs };
    const result = await deps.table.update(reservationWrite({ ...request, nowMs, plan }));
    if (result.written) return { slotsAtMs: slotsEndingAt(result.item?.freeFromMs as number, request, plan) };
    freeFromMs = result.found?.freeFromMs as number | undefined;
  }
  return { fullUntilMs: nowMs };
}

/**
 * - `set`: the number is free; the first slot is as early as the horizon allows
 * - `add`: the slots follow those that are reserved, as long as the first of them begins by `startsByMs`
 */
export type SlotPlan =
  | { kind: 'full'; untilMs: number }
  | { kind: 'set'; count: number }
  | { kind: 'add'; count: number; startsByMs: number };

/**
 * @param options.freeFromMs from when on nothing is reserved, as the table says; `undefined`: never reserved, or not
 *   known, which the write finds out
 */
export function planSlots(
  options: Omit<SlotRequest, 'number'> & { nowMs: number; freeFromMs: number | undefined },
): SlotPlan {
  const { nowMs, freeFromMs, slots, horizon } = options;
  const intervalMs = slotIntervalMs(options.ratePerSecond);
  const lastAtMs = nowMs + horizon.lastWithinMs;
  const countFrom = (startMs: number) =>
    Math.min(slots, 1 + Math.max(0, Math.floor((lastAtMs - startMs) / intervalMs)));
  const { earliestMs, furthestMs } = limitsOf(options);
  if (freeFromMs === undefined || freeFromMs < earliestMs || freeFromMs > furthestMs) {
    return { kind: 'set', count: countFrom(earliestMs) };
  }
  const firstByMs = nowMs + horizon.firstWithinMs;
  if (freeFromMs > firstByMs) return { kind: 'full', untilMs: freeFromMs - horizon.firstWithinMs };
  const count = countFrom(freeFromMs);
  // Never before the time that was found, which rounding could make of it.
  const startsByMs = Math.max(freeFromMs, Math.min(firstByMs, lastAtMs - (count - 1) * intervalMs));
  return { kind: 'add', count, startsByMs };
}

function limitsOf(options: { nowMs: number; ratePerSecond: number; horizon: Horizon }) {
  return {
    earliestMs: options.nowMs + options.horizon.leadMs,
    furthestMs: options.nowMs + FURTHEST_AHEAD_MS + slotIntervalMs(options.ratePerSecond),
  };
}

function reservationWrite(
  options: SlotRequest & { nowMs: number; plan: Exclude<SlotPlan, { kind: 'full' }> },
): UpdateInput {
  const { plan } = options;
  const Key = paceKey(options.number);
  const { earliestMs, furthestMs } = limitsOf(options);
  const reservedMs = plan.count * slotIntervalMs(options.ratePerSecond);
  if (plan.kind === 'set') {
    return {
      Key,
      ...updateExpression(
        { set: { freeFromMs: earliestMs + reservedMs } },
        { values: { ':earliest': earliestMs, ':furthest': furthestMs } },
      ),
      ConditionExpression:
        'attribute_not_exists(#freeFromMs) OR #freeFromMs < :earliest OR #freeFromMs > :furthest',
    };
  }
  return {
    Key,
    ...updateExpression(
      { add: { freeFromMs: reservedMs } },
      { values: { ':earliest': earliestMs, ':startsBy': plan.startsByMs } },
    ),
    ConditionExpression: '#freeFromMs BETWEEN :earliest AND :startsBy',
  };
}

/** @param freeFromMs after the reservation */
function slotsEndingAt(
  freeFromMs: number,
  { ratePerSecond }: SlotRequest,
  { count }: { count: number },
): number[] {
  const intervalMs = slotIntervalMs(ratePerSecond);
  return Array.from({ length: count }, (_, index) => freeFromMs - (count - index) * intervalMs);
}
