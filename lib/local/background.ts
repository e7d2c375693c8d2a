/** Longest wait of a stop for running work; the process ends soon after. */
const STOP_TIMEOUT_MS = 2_000;

/** Waits for all of them, but not longer than a stop may take. */
export async function settleWithinStopTimeout(running: Iterable<Promise<unknown>>): Promise<void> {
  const timeout = createPause();
  await Promise.race([Promise.allSettled(running), timeout.sleep(STOP_TIMEOUT_MS)]);
  timeout.wake();
}

/** A pause that can be cut short, for a loop that looks for work. */
export interface Pause {
  /**
   * Sleeps. Ends at once when `wake` was called since the last pause.
   *
   * @returns true when it was cut short
   */
  sleep(ms: number): Promise<boolean>;
  wake(): void;
}

export function createPause(): Pause {
  let isWoken = false;
  let end: (() => void) | undefined;
  return {
    sleep: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => end?.(), isWoken ? 0 : ms);
        end = () => {
          const wasWoken = isWoken;
          clearTimeout(timer);
          end = undefined;
          isWoken = false;
          resolve(wasWoken);
        };
      }),
    wake: () => {
      isWoken = true;
      end?.();
    },
  };
}
