/** Reason why the local service cannot run, as one plain sentence for the person who started it. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

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

/** Phase of a stop, in their order; parts of one phase stop at the same time. */
type TeardownPhase = 'entrances' | 'cloud' | 'engine' | 'files';

const PHASES: readonly TeardownPhase[] = ['entrances', 'cloud', 'engine', 'files'];

/** Collects steps that stop what has been started, so that a start that fails halfway leaves nothing running. */
export class Teardown {
  readonly #steps = new Map<TeardownPhase, Array<() => unknown>>();
  #run: Promise<void> | undefined;

  add(phase: TeardownPhase, step: () => unknown): void {
    this.#steps.set(phase, [...(this.#steps.get(phase) ?? []), step]);
  }

  /** Runs every step once, even if some fail. */
  run(onError: (error: unknown) => void): Promise<void> {
    this.#run ??= this.#runPhases(onError);
    return this.#run;
  }

  async #runPhases(onError: (error: unknown) => void): Promise<void> {
    for (const phase of PHASES) {
      const steps = this.#steps.get(phase) ?? [];
      const results = await Promise.allSettled(steps.map(async (step) => step()));
      for (const result of results) {
        if (result.status === 'rejected') {
          onError(result.reason);
        }
      }
    }
  }
}
