import { epochMs } from '../platform/clock';
import { updateExpression } from '../platform/store/expressions';
import { paceKey } from '../platform/store/keys';
import type { Platform } from '../platform/platform';
import type { UpdateInput } from '../platform/store/table';

/**
 * Slots lie a little further apart than the rate asks for, so that a message which leaves some milliseconds late never
 * makes one too many within any second.
 */
const MARGIN = 1.025;
/** A slot that is missed by more than this is left unused: sending late could make two of the same second. */
export const LATE_AFTER_MS = 15;
/** No worker reserves further ahead, and clocks differ by less: what lies beyond was written by a clock that was wrong. */
const FURTHEST_AHEAD_MS = 10_000;

/** Longer texts than any carrier takes; a longer one counts as this. */
const MOST_PARTS = 20;

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
  /** Message parts in a second. */
  ratePerSecond: number;
  /** How many parts each message has that wants a slot; the last ones get none when they would begin after the horizon. */
  parts: readonly number[];
  horizon: Horizon;
}

/**
 * Milliseconds from a message's slot to the next one. Messages of several parts lie so far apart that those that fit
 * into a second have no more parts than the rate.
 *
 * @returns whole microseconds, so that sums of them stay exact
 */
export function slotLengthMs({ ratePerSecond, parts }: { ratePerSecond: number; parts: number }): number {
  const counted = Math.min(MOST_PARTS, parts);
  const messagesPerSecond = Math.floor(ratePerSecond / counted);
  const seconds = counted > 1 && messagesPerSecond >= 1 ? 1 / messagesPerSecond : counted / ratePerSecond;
  return Math.ceil(1_000_000 * MARGIN * seconds) / 1_000;
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
  const maxRounds = request.parts.length + ROUNDS_BEYOND_SLOTS;
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
  const { nowMs, freeFromMs, horizon } = options;
  const lastAtMs = nowMs + horizon.lastWithinMs;
  const startsMs = slotStartsMs(options).slice(0, -1);
  const countFrom = (startMs: number) =>
    Math.max(1, startsMs.filter((startsAfterMs) => startMs + startsAfterMs <= lastAtMs).length);
  const { earliestMs, furthestMs } = limitsOf(options);
  if (freeFromMs === undefined || freeFromMs < earliestMs || freeFromMs > furthestMs) {
    return { kind: 'set', count: countFrom(earliestMs) };
  }
  const firstByMs = nowMs + horizon.firstWithinMs;
  if (freeFromMs > firstByMs) return { kind: 'full', untilMs: freeFromMs - horizon.firstWithinMs };
  const count = countFrom(freeFromMs);
  // Never before the time that was found, which rounding could make of it.
  const startsByMs = Math.max(freeFromMs, Math.min(firstByMs, lastAtMs - (startsMs[count - 1] ?? 0)));
  return { kind: 'add', count, startsByMs };
}

function limitsOf(options: { nowMs: number; ratePerSecond: number; horizon: Horizon }) {
  return {
    earliestMs: options.nowMs + options.horizon.leadMs,
    furthestMs: options.nowMs + FURTHEST_AHEAD_MS + slotLengthMs({ ...options, parts: MOST_PARTS }),
  };
}

/** When the slots begin, in milliseconds after the first of them; one more for the end of the last. */
function slotStartsMs({ ratePerSecond, parts }: Pick<SlotRequest, 'ratePerSecond' | 'parts'>): number[] {
  const startsMs = [0];
  for (const each of parts) {
    startsMs.push((startsMs.at(-1) ?? 0) + slotLengthMs({ ratePerSecond, parts: each }));
  }
  return startsMs;
}

function reservationWrite(
  options: SlotRequest & { nowMs: number; plan: Exclude<SlotPlan, { kind: 'full' }> },
): UpdateInput {
  const { plan } = options;
  const Key = paceKey(options.number);
  const { earliestMs, furthestMs } = limitsOf(options);
  const reservedMs = slotStartsMs(options)[plan.count] ?? 0;
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
function slotsEndingAt(freeFromMs: number, request: SlotRequest, { count }: { count: number }): number[] {
  const startsMs = slotStartsMs(request);
  const endsAfterMs = startsMs[count] ?? 0;
  return startsMs.slice(0, count).map((startsAfterMs) => freeFromMs - endsAfterMs + startsAfterMs);
}
