import { epochMs } from '../platform/clock';
import type { Pause } from '../platform/pause';
import type { Platform } from '../platform/platform';
import { type Horizon, reserveSlots } from './reserve-slots';
import { waitForSlot } from './wait-for-slot';

/** A caller waits as long; jobs reserve less far ahead, so that a single message comes before their next recipients. */
const WAIT_AT_MOST_MS = 1_000;
const HORIZON: Horizon = { leadMs: 0, firstWithinMs: WAIT_AT_MOST_MS, lastWithinMs: WAIT_AT_MOST_MS };

/** The message may go now, or it is worth asking again then. */
export type Turn = 'now' | { freeAtMs: number };

/**
 * Waits for a single message's turn with its sender number, if that comes within a second. A number without a rate is
 * always free.
 */
export async function takeSlot(
  deps: Pick<Platform, 'table' | 'clock'> & { pause?: Pause },
  options: { number: string; ratePerSecond: number | undefined },
): Promise<Turn> {
  const { number, ratePerSecond } = options;
  if (ratePerSecond === undefined) return 'now';
  const giveUpAtMs = epochMs(deps.clock) + WAIT_AT_MOST_MS;
  for (;;) {
    const reservation = await reserveSlots(deps, { number, ratePerSecond, slots: 1, horizon: HORIZON });
    if ('fullUntilMs' in reservation) return { freeAtMs: reservation.fullUntilMs + WAIT_AT_MOST_MS };
    const [slotAtMs = 0] = reservation.slotsAtMs;
    if (await waitForSlot(deps, slotAtMs)) return 'now';
    const nowMs = epochMs(deps.clock);
    if (nowMs >= giveUpAtMs) return { freeAtMs: nowMs };
  }
}
