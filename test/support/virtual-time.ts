import type { Clock } from '../../shared/platform/clock';
import type { Pause } from '../../shared/platform/pause';

/** Time that moves only when all tasks wait, and then to the earliest time that a task waits for. */
export interface VirtualTime {
  clock: Clock;
  pause: Pause;
  advance(ms: number): void;
}

/** How many turns of the event loop without a task that wakes count as "all tasks wait". */
const QUIET_TURNS = 3;

export function createVirtualTime(start: string): VirtualTime {
  let nowMs = Date.parse(start);
  const sleepers: Array<{ untilMs: number; wake: () => void }> = [];
  let isPumping = false;

  const pump = async () => {
    isPumping = true;
    while (sleepers.length > 0) {
      for (let turn = 0; turn < QUIET_TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
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
