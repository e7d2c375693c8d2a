import type { MovableClock } from '../../../lib/local/clock';

/** Creates a clock that only `advance` moves: a slow machine makes nothing due. */
export function createStandingClock(): MovableClock {
  const listeners = new Set<() => void>();
  const startMs = Date.parse('2026-11-20T12:00:00.000Z');
  let offsetMs = 0;
  return {
    advance: (ms) => {
      offsetMs += ms;
      for (const listener of [...listeners]) listener();
    },
    now: () => new Date(startMs + offsetMs),
    get offsetMs() {
      return offsetMs;
    },
    onAdvance: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    uninstall: () => undefined,
  };
}
