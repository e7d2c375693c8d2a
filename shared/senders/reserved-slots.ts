import { epochMs } from '../platform/clock';
import { type Pause, realPause } from '../platform/pause';
import type { Platform } from '../platform/platform';
import { LATE_AFTER_MS } from './reserve-slots';

interface Slot {
  atMs: number;
  /** Most parts of a message in this slot. */
  parts: number;
}

/**
 * Slots that one worker has reserved for several messages. A message takes the next slot that has not passed and is
 * large enough. Slots that the worker misses stay unused.
 */
export class ReservedSlots {
  private readonly slots: Slot[];
  private previous: Promise<unknown> = Promise.resolve();
  /** Greatest delay of the worker at a missed slot, milliseconds. */
  missedByMs = 0;
  /** Parts for which slots were reserved, and that no message has taken. */
  unusedParts: number;

  constructor(
    private readonly deps: Pick<Platform, 'clock'> & { pause?: Pause },
    slots: readonly Slot[],
  ) {
    this.slots = [...slots];
    this.unusedParts = slots.reduce((sum, { parts }) => sum + parts, 0);
  }

  /** Waits for the next slot, in the order of the calls; returns `false` when none is left. */
  async take(parts: number): Promise<boolean> {
    const taken = this.previous.then(() => this.takeNext(parts));
    this.previous = taken;
    return taken;
  }

  private async takeNext(parts: number): Promise<boolean> {
    const { clock, pause = realPause } = this.deps;
    for (let slot = this.slots.shift(); slot !== undefined; slot = this.slots.shift()) {
      if (slot.parts < parts) continue;
      const waitMs = slot.atMs - epochMs(clock);
      // Timers have whole milliseconds, and can fire a fraction of one early.
      if (waitMs > 0) await pause(Math.ceil(waitMs));
      const lateByMs = epochMs(clock) - slot.atMs;
      if (lateByMs <= LATE_AFTER_MS) {
        this.unusedParts -= parts;
        return true;
      }
      this.missedByMs = Math.max(this.missedByMs, lateByMs);
    }
    return false;
  }
}
