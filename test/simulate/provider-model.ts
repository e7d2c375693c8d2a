import { countParts } from '../../shared/content/segments';
import type { SendOutcome, OutboundMessage, Provider } from '../../shared/platform/provider/port';
import type { Simulation } from '../fault/harness/simulation';

/** Message that the provider took. */
export interface TakenText {
  from: string;
  to: string;
  messageId: string;
  /** Simulated milliseconds since the run began. */
  atMs: number;
  parts: number;
}

/** Provider that accepts everything after a fixed time, and measures the rate of each number. */
export class ProviderModel implements Provider {
  readonly taken: TakenText[] = [];

  constructor(
    private readonly options: {
      simulation: Simulation;
      answerMs: number;
      onTaken: (text: TakenText) => void;
    },
  ) {}

  async send(message: OutboundMessage): Promise<SendOutcome> {
    const { simulation, answerMs, onTaken } = this.options;
    return simulation.call('provider', answerMs, async () => {
      const { from, to, messageId } = message;
      const text = { from, to, messageId, atMs: simulation.elapsed, parts: countParts(message) };
      this.taken.push(text);
      onTaken(text);
      return { outcome: 'accepted', providerMessageId: `sim_${this.taken.length}` };
    });
  }

  /** Returns the texts of a number per second, between two moments in milliseconds. */
  rateOf(from: string, { fromMs, toMs }: { fromMs: number; toMs: number }): number {
    const within = this.taken.filter((text) => text.from === from && text.atMs >= fromMs && text.atMs < toMs);
    return within.reduce((sum, { parts }) => sum + parts, 0) / ((toMs - fromMs) / 1_000);
  }

  /** Returns the most parts that a number sent within any one second. */
  mostInASecond(from: string): number {
    const times = this.taken
      .filter((text) => text.from === from)
      .flatMap(({ atMs, parts }) => Array<number>(parts).fill(atMs));
    times.sort((a, b) => a - b);
    let most = 0;
    for (let first = 0, last = 0; last < times.length; last++) {
      while ((times[last] ?? 0) - (times[first] ?? 0) >= 1_000) first++;
      most = Math.max(most, last - first + 1);
    }
    return most;
  }
}
