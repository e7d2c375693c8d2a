import { epochMs } from '../platform/clock';
import { type Pause, realPause } from '../platform/pause';
import type { Platform } from '../platform/platform';
import { LATE_AFTER_MS } from './reserve-slots';

/**
 * Slots that one worker has reserved, for several messages. A message takes the next slot that is not over, whichever
 * that is: where the worker is late for some of them, those stay unused and the messages leave in the others.
 */
export class SlotRun {
  private readonly slotsAtMs: number[];
  private previous: Promise<unknown> = Promise.resolve();
  /** By how much the worker was late for a slot that it missed, at most; milliseconds. */
  missedByMs = 0;

  constructor(
    private readonly deps: Pick<Platform, 'clock'> & { pause?: Pause },
    slotsAtMs: readonly number[],
  ) {
    this.slotsAtMs = [...slotsAtMs];
  }

  /** Waits for the next slot, after whoever asked before; `false` when there is none any more. */
  async take(): Promise<boolean> {
    const taken = this.previous.then(() => this.takeNext());
    this.previous = taken;
    return taken;
  }

  private async takeNext(): Promise<boolean> {
    const { clock, pause = realPause } = this.deps;
    for (let slotAtMs = this.slotsAtMs.shift(); slotAtMs !== undefined; slotAtMs = this.slotsAtMs.shift()) {
      const waitMs = slotAtMs - epochMs(clock);
      // Timers count whole milliseconds, and may fire a fraction of one early.
      if (waitMs > 0) await pause(Math.ceil(waitMs));
      const lateByMs = epochMs(clock) - slotAtMs;
      if (lateByMs <= LATE_AFTER_MS) return true;
      this.missedByMs = Math.max(this.missedByMs, lateByMs);
    }
    return false;
  }
}
