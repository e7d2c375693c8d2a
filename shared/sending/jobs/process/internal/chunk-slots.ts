import { epochMs } from '../../../../platform/clock';
import { realPause } from '../../../../platform/pause';
import { type Horizon, reserveSlots } from '../../../../senders/reserve-slots';
import { ReservedSlots } from '../../../../senders/reserved-slots';
import { isSlow } from '../../../../senders/slow-number';
import type { ChunkDeps, ChunkWork } from './chunk-work';
import type { Ready } from './send-to-recipients';

/** Longest wait of a worker for one chunk; it parks the chunk when it would have to wait longer. */
export const LONGEST_WAIT_MS = 2_000;
/**
 * Horizon within which a job reserves slots: single sends get the next slots after those. Two workers take turns: each
 * prepares its next send batch while the slots of the other are running, in the first half of the horizon.
 */
const JOB_HORIZON: Horizon = { leadMs: 50, firstWithinMs: 250, lastWithinMs: 500 };
/**
 * Horizon for slow numbers. Every send batch costs three writes, so the batches of slow numbers are larger, and single
 * sends wait longer for them.
 */
const SLOW_JOB_HORIZON: Horizon = { ...JOB_HORIZON, lastWithinMs: 1_250 };
/** Returns the horizon within which a chunk reserves slots. */
export const horizonOf = ({ ratePerSecond }: ChunkWork) =>
  isSlow(ratePerSecond) ? SLOW_JOB_HORIZON : JOB_HORIZON;
/** Longest lead: a worker that was late for its slots reserves further ahead by the delay, up to this. */
const LONGEST_LEAD_MS = 200;

/**
 * Reserves a slot for each recipient that is ready, or for the first of them; none when the number has no free slot for
 * some seconds, or nothing is left of its daily cap.
 */
export async function slotsFor(
  deps: ChunkDeps,
  work: ChunkWork,
  wanted: Ready[],
): Promise<{ count: number; slots?: ReservedSlots; isCapped?: true }> {
  const { ratePerSecond, cap } = work;
  if (wanted.length === 0 || ratePerSecond === undefined) return { count: wanted.length };
  const parts = wanted.map((ready) => ready.parts);
  const giveUpAtMs = epochMs(deps.clock) + LONGEST_WAIT_MS;
  let seenFreeFromMs: number | undefined;
  for (;;) {
    const reservation = await reserveSlots(deps, {
      number: work.from,
      ratePerSecond,
      cap,
      parts,
      isShared: true,
      seenFreeFromMs,
      horizon: { ...horizonOf(work), leadMs: work.slotLeadMs ?? JOB_HORIZON.leadMs },
    });
    if ('slotsAtMs' in reservation) {
      const slots = reservation.slotsAtMs.map((atMs, index) => ({ atMs, parts: parts[index] ?? 1 }));
      return { count: slots.length, slots: new ReservedSlots(deps, slots) };
    }
    if ('cappedUntilMs' in reservation) return { count: 0, isCapped: true };
    const nowMs = epochMs(deps.clock);
    if (nowMs >= giveUpAtMs) return { count: 0 };
    seenFreeFromMs = reservation.freeFromMs;
    await pause(deps, Math.max(1, Math.min(giveUpAtMs, reservation.fullUntilMs) - nowMs));
  }
}

/** Returns the lead for the next slots, longer after slots that the worker has missed. */
export const leadAfter = ({ missedByMs }: ReservedSlots): number =>
  Math.min(LONGEST_LEAD_MS, JOB_HORIZON.leadMs + missedByMs);

export const pause = (deps: ChunkDeps, ms: number) => (deps.pause ?? realPause)(ms);
