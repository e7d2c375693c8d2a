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
