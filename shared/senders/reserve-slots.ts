import { epochMs } from '../platform/clock';
import { updateExpression } from '../platform/store/expressions';
import { paceKey } from '../platform/store/keys';
import type { Platform } from '../platform/platform';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Item } from '../platform/store/item';
import type { UpdateInput } from '../platform/store/table';
import { capOnDay, type DailyCap, isDayEnding, nextCapDayMs } from './daily-cap';
import { holdEnough, useOfHeld } from './hold-parts';
import { type PaceItem, paceItem } from './internal/pace-item';

/**
 * Factor by which slots lie further apart than the rate requires, so that a message that reaches the provider up to 40
 * ms late does not exceed the rate in any second. With 25 ms, one of ten bursts of 50 sends in the busy local service
 * did.
 */
const MARGIN = 1.04;
/** Delay beyond which a missed slot stays unused: a late message could exceed the rate in its second. */
export const LATE_AFTER_MS = 15;
/** Longest reservation ahead. Clocks differ by less, so a later time was written by a wrong clock. */
const FURTHEST_AHEAD_MS = 10_000;

/** Most parts that are counted for a text, more than any carrier accepts. */
const MOST_PARTS = 20;

/** Attempts that are needed only while the clocks of two workers differ by more than `FURTHEST_AHEAD_MS`. */
const ATTEMPTS_BEYOND_SLOTS = 5;

/** Limits for the time of reserved slots, in milliseconds from now. */
export interface Horizon {
  /** Earliest start of a slot. */
  leadMs: number;
  /** Latest start of the first slot; if it would begin later, none is reserved. */
  firstWithinMs: number;
  /** Latest start of a slot. */
  lastWithinMs: number;
}

type Reservation =
  | { slotsAtMs: number[] }
  /** Nothing is free within the horizon; the time of the next attempt. */
  | { fullUntilMs: number; freeFromMs: number | undefined }
  /** Nothing is left of the daily cap; the time at which its next day begins. */
  | { cappedUntilMs: number };

interface SlotRequest {
  number: string;
  /** Message parts per second. */
  ratePerSecond: number;
  /** Daily cap of the number's brand, from which the parts are taken with the slots. */
  cap?: DailyCap | undefined;
  /** Number of parts of each message; the last messages get no slot when it would begin after the horizon. */
  parts: readonly number[];
  horizon: Horizon;
  /** Set when other workers likely use the number: reading it first costs a fifth of a refused write. */
  isShared?: true;
  /** Time that the reservation before has found, so that it is not read again. */
  seenFreeFromMs?: number | undefined;
}

/**
 * Returns the milliseconds from a message's slot to the next one. Messages of several parts lie so far apart that the
 * messages of any second have no more parts than the rate.
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
 * Reserves the next slots of a sender number, one after the other without a gap, across all workers: the item holds the
 * time from which the number is free.
 *
 * One conditional write moves that time. While the number is busy the write adds to it, as long as the slots lie within
 * the horizon: it also succeeds after the reservation of another worker, and fails when the number is full. When the
 * number is free, or a wrong clock has moved the time far ahead, the write sets it. A failed write returns the item,
 * from which the next write is planned: it is of the other kind, or for fewer slots. No worker fails again and again
 * while others get slots.
 *
 * Of a number with a daily cap the same write takes the parts of the messages from those that the number holds. When
 * they do not suffice, some more are taken from the cap of its brand first.
 */
export async function reserveSlots(
  deps: Pick<Platform, 'table' | 'clock'>,
  request: SlotRequest,
): Promise<Reservation> {
  const nowMs = epochMs(deps.clock);
  const { cap, parts, number } = request;
  if (cap && isDayEnding(nowMs)) return { fullUntilMs: nextCapDayMs(nowMs), freeFromMs: undefined };
  const attempts = parts.length + ATTEMPTS_BEYOND_SLOTS;
  let freeFromMs = request.seenFreeFromMs;
  /** Item as last read; before that it is presumed to hold enough of the cap. */
  let seen: PaceItem | undefined;
  const see = (item: Item | undefined) => {
    seen = paceItem.readIfAny(item) ?? {};
    ({ freeFromMs } = seen);
  };
  if (request.isShared && freeFromMs === undefined) see(await deps.table.get(paceKey(number)));
  return retryOnConflict<Reservation>(
    deps.table.waits,
    async (attempt) => {
      const plan = planSlots({ ...request, nowMs, freeFromMs });
      if (plan.kind === 'full') return { fullUntilMs: plan.untilMs, freeFromMs };
      let { count } = plan;
      if (cap && seen) {
        const holding = await holdEnough(deps, { number, cap, nowMs, seen, parts: parts.slice(0, count) });
        if ('item' in holding) {
          see(holding.item);
          return attempt < attempts ? CONFLICT : { fullUntilMs: nowMs, freeFromMs };
        }
        ({ count } = holding);
        if (count === 0) return { cappedUntilMs: nextCapDayMs(nowMs) };
      }
      const result = await deps.table.update(
        reservationWrite({ ...request, nowMs, plan: { ...plan, count } }),
      );
      see(result.written ? result.item : result.found);
      if (result.written) return { slotsAtMs: slotsEndingAt(freeFromMs ?? 0, request, { count }) };
      return attempt < attempts ? CONFLICT : { fullUntilMs: nowMs, freeFromMs };
    },
    { attempts, longestPauseMs: 0 },
  );
}

/**
 * - `set`: the number is free; the first slot is as early as the horizon allows
 * - `add`: the slots follow those that are reserved, as long as the first of them begins by `startsByMs`
 */
type SlotPlan =
  | { kind: 'full'; untilMs: number }
  | { kind: 'set'; count: number }
  | { kind: 'add'; count: number; startsByMs: number };

/** @param options.freeFromMs time from which nothing is reserved; `undefined`: never reserved, or not read yet */
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
  // Rounding must not move it before the time that was read.
  const startsByMs = Math.max(freeFromMs, Math.min(firstByMs, lastAtMs - (startsMs[count - 1] ?? 0)));
  return { kind: 'add', count, startsByMs };
}

function limitsOf(options: { nowMs: number; ratePerSecond: number; horizon: Horizon }) {
  return {
    earliestMs: options.nowMs + options.horizon.leadMs,
    furthestMs: options.nowMs + FURTHEST_AHEAD_MS + slotLengthMs({ ...options, parts: MOST_PARTS }),
  };
}

/** Returns the starts of the slots, in milliseconds after the first of them; one more for the end of the last. */
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
  const { plan, cap, nowMs } = options;
  const Key = paceKey(options.number);
  const { earliestMs, furthestMs } = limitsOf(options);
  const reservedMs = slotStartsMs(options)[plan.count] ?? 0;
  const { add, values, condition } = cap
    ? useOfHeld({ of: capOnDay(cap, nowMs), parts: options.parts.slice(0, plan.count) })
    : { add: {}, values: {}, condition: '' };
  if (plan.kind === 'set') {
    return {
      Key,
      ...updateExpression(
        { set: { freeFromMs: earliestMs + reservedMs }, add },
        { values: { ':earliest': earliestMs, ':furthest': furthestMs, ...values } },
      ),
      ConditionExpression: `(attribute_not_exists(freeFromMs) OR freeFromMs < :earliest OR freeFromMs > :furthest)${condition}`,
    };
  }
  return {
    Key,
    ...updateExpression(
      { add: { freeFromMs: reservedMs, ...add } },
      { values: { ':earliest': earliestMs, ':startsBy': plan.startsByMs, ...values } },
    ),
    ConditionExpression: `freeFromMs BETWEEN :earliest AND :startsBy${condition}`,
  };
}

/** @param freeFromMs after the reservation */
function slotsEndingAt(freeFromMs: number, request: SlotRequest, { count }: { count: number }): number[] {
  const startsMs = slotStartsMs(request);
  const endsAfterMs = startsMs[count] ?? 0;
  return startsMs.slice(0, count).map((startsAfterMs) => freeFromMs - endsAfterMs + startsAfterMs);
}
