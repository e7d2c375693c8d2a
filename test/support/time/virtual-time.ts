import type { Clock } from '../../../shared/platform/clock';
import type { Pause } from '../../../shared/platform/pause';

/** Time that moves only when all tasks wait, and then to the earliest time that a task waits for. */
export interface VirtualTime {
  clock: Clock;
  pause: Pause;
  advance(ms: number): void;
}

/** Number of turns of the event loop in which no task wakes, after which all tasks count as waiting. */
const QUIET_TURNS = 3;

/**
 * Creates a virtual time.
 *
 * @param options.isBusy returns true during work that takes no time, such as a call to the table: time stands still
 */
export function createVirtualTime(
  start: string,
  { isBusy = () => false }: { isBusy?: () => boolean } = {},
): VirtualTime {
  let nowMs = Date.parse(start);
  const sleepers: Array<{ untilMs: number; wake: () => void }> = [];
  let isPumping = false;

  const pump = async () => {
    isPumping = true;
    while (sleepers.length > 0) {
      for (let quiet = 0; quiet < QUIET_TURNS; quiet = isBusy() ? 0 : quiet + 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      sleepers.sort((a, b) => a.untilMs - b.untilMs);
      const next = sleepers.shift();
      if (!next) break;
      nowMs = Math.max(nowMs, next.untilMs);
      next.wake();
    }
    isPumping = false;
  };

  return {
    clock: { now: () => new Date(nowMs) },
    pause: async (ms) =>
      new Promise<void>((resolve) => {
        sleepers.push({ untilMs: nowMs + ms, wake: resolve });
        if (!isPumping) void pump();
      }),
    advance: (ms) => {
      nowMs += ms;
    },
  };
}
