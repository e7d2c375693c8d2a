import type { Log } from '../platform/observability/log';

class StepsFailedError extends Error {
  override readonly name = 'StepsFailedError';

  constructor(readonly steps: readonly string[]) {
    super(`Steps failed: ${steps.join(', ')}`);
  }
}

/** Runs steps that do not depend on each other: a step that fails is logged, and the next one runs. */
export class IndependentSteps {
  private readonly failed: string[] = [];

  constructor(private readonly log: Pick<Log, 'error'>) {}

  /**
   * @param name for the log
   * @returns count of the step; 0 when it fails
   */
  async run(name: string, step: () => Promise<number>): Promise<number> {
    try {
      return await step();
    } catch (error) {
      this.failed.push(name);
      this.log.error('Step failed', error, { step: name });
      return 0;
    }
  }

  /**
   * Throws when a step failed; called after the last step.
   *
   * @throws StepsFailedError when a step failed
   */
  throwIfAnyFailed(): void {
    if (this.failed.length > 0) throw new StepsFailedError(this.failed);
  }
}
