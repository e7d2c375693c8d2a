import { type Clock, epochMs } from '../../../platform/clock';
import { type Pause, realPause } from '../../../platform/pause';

/** Time for which a pace may run ahead. */
const BURST_MS = 1_000;

/**
 * Holds work to a number of people a second, so that very many who are due at once do not take the table from others.
 * The work of a second may come at once.
 */
export class Pace {
  private spentUntilMs = 0;

  constructor(
    private readonly deps: { clock: Clock; pause?: Pause },
    private readonly perSecond: number,
  ) {}

  /** Waits until more people may be moved. */
  async wait(): Promise<void> {
    const aheadMs = this.spentUntilMs - epochMs(this.deps.clock) - BURST_MS;
    if (aheadMs > 0) await (this.deps.pause ?? realPause)(aheadMs);
  }

  spend(people: number): void {
    const startMs = Math.max(this.spentUntilMs, epochMs(this.deps.clock));
    this.spentUntilMs = startMs + (1_000 * people) / this.perSecond;
  }
}
