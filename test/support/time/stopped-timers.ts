export interface StoppedTimers {
  /** Lets this much time pass for timers. */
  pass(ms: number): Promise<void>;
  /** Waits for data from the network, for which no timer is due; `stepMs` pass before each look. */
  until(isTrue: () => boolean, stepMs?: number): Promise<void>;
  resume(): void;
}

/** Stops the timers of `setTimeout`, while requests and answers continue. */
export function stopTimers(): StoppedTimers {
  jest.useFakeTimers({
    doNotFake: [
      ...(['setInterval', 'clearInterval', 'setImmediate', 'clearImmediate', 'queueMicrotask'] as const),
      ...(['nextTick', 'Date', 'hrtime', 'performance'] as const),
    ],
  });
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  return {
    pass,
    until: async (isTrue, stepMs = 0) => {
      while (!isTrue()) {
        await new Promise((resolve) => setImmediate(resolve));
        if (stepMs > 0) await pass(stepMs);
      }
    },
    resume: () => void jest.useRealTimers(),
  };
}
