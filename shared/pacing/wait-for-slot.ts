import { epochMs } from '../platform/clock';
import { type Pause, realPause } from '../platform/pause';
import type { Platform } from '../platform/platform';
import { LATE_AFTER_MS } from './reserve-slots';

/** Waits for a reserved slot; `false` when it is over already, and must be left unused. */
export async function waitForSlot(
  deps: Pick<Platform, 'clock'> & { pause?: Pause },
  slotAtMs: number,
): Promise<boolean> {
  const waitMs = slotAtMs - epochMs(deps.clock);
  // Timers count whole milliseconds, and may fire a fraction of one early.
  if (waitMs > 0) await (deps.pause ?? realPause)(Math.ceil(waitMs));
  return epochMs(deps.clock) - slotAtMs <= LATE_AFTER_MS;
}
