import { outageItem } from '../../../shared/holds/outage';
import type { Simulation } from './simulation';

/** Times in which a number may not be sent from: its breaker is open, it is inactive, or it is no member of its sender. */
export type Absence = 'breaker' | 'inactive' | 'removed';

interface Span {
  number: string;
  why: Absence;
  fromMs: number;
  untilMs: number;
}

/** Times at which numbers could not be sent from, by the clock of the simulation. */
export class Absences {
  private readonly spans: Span[] = [];

  constructor(private readonly simulation: Simulation) {}

  begin(number: string, why: Absence): void {
    if (this.current(number, why)) return;
    this.spans.push({ number, why, fromMs: this.simulation.now().getTime(), untilMs: Infinity });
  }

  end(number: string, why: Absence): void {
    const span = this.current(number, why);
    if (span) span.untilMs = this.simulation.now().getTime();
  }

  /** Follows the breaker of a number, by an item that was written. */
  note({ entity, pk, breaker }: Record<string, unknown>): void {
    if (entity !== outageItem.entity) return;
    const whose = String(pk).split('#').at(-1) ?? '';
    const isOpen = (breaker as { openSince?: string } | undefined)?.openSince !== undefined;
    if (isOpen) this.begin(whose, 'breaker');
    else this.end(whose, 'breaker');
  }

  /** Returns true when the number was absent at some time between two moments, epoch milliseconds. */
  covers(
    number: string,
    { fromMs, untilMs, why }: { fromMs: number; untilMs: number; why?: Absence },
  ): boolean {
    return this.spans.some(
      (span) =>
        span.number === number &&
        (why === undefined || span.why === why) &&
        span.fromMs <= untilMs &&
        span.untilMs >= fromMs,
    );
  }

  private current(number: string, why: Absence): Span | undefined {
    return this.spans.find((span) => span.number === number && span.why === why && span.untilMs === Infinity);
  }
}
