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

/**
 * Fault of the provider.
 *
 * - `lost_answers`: no answer comes; it takes every second message.
 * - `unavailable`: it certainly takes none.
 * - `spend_limit`: it refuses every message of the AWS account.
 */
export type ProviderFault = 'none' | 'lost_answers' | 'unavailable' | 'spend_limit';

/** Time after which the client gives up waiting for an answer. */
const ANSWER_TIMEOUT_MS = 10_000;

/** Provider that accepts everything after a fixed time unless it fails, and measures the rate of each number. */
export class ProviderModel implements Provider {
  readonly taken: TakenText[] = [];
  fault: ProviderFault = 'none';

  constructor(
    private readonly options: {
      simulation: Simulation;
      answerMs: number;
      /** Has the sender's processor do the work of a text. @returns milliseconds until it has */
      work: () => number;
      onTaken: (text: TakenText) => void;
    },
  ) {}

  async send(message: OutboundMessage): Promise<SendOutcome> {
    const { simulation, work } = this.options;
    const { fault } = this;
    return simulation.call('provider', work() + this.answerMs, async () => {
      switch (fault) {
        case 'unavailable':
          return { outcome: 'unavailable', retryAfterSeconds: 1 };
        case 'spend_limit':
          return { outcome: 'unavailable', retryAfterSeconds: 120, everyMessage: 'spend_limit' };
        case 'lost_answers':
          if (simulation.random() < 0.5) this.take(message);
          return { outcome: 'unknown' };
        case 'none':
          return { outcome: 'accepted', providerMessageId: this.take(message) };
      }
    });
  }

  async check(): Promise<SendOutcome> {
    const { simulation, work } = this.options;
    const { fault } = this;
    return simulation.call('check', work() + this.answerMs, async () => {
      switch (fault) {
        case 'unavailable':
          return { outcome: 'unavailable', retryAfterSeconds: 1 };
        case 'lost_answers':
          return { outcome: 'unknown' };
        default:
          return { outcome: 'accepted', providerMessageId: 'sim_check' };
      }
    });
  }

  private get answerMs(): number {
    return this.fault === 'lost_answers' ? ANSWER_TIMEOUT_MS : this.options.answerMs;
  }

  /** @returns the provider's id of the message */
  private take(message: OutboundMessage): string {
    const { simulation, onTaken } = this.options;
    const { from, to, messageId } = message;
    const text = { from, to, messageId, atMs: simulation.elapsed, parts: countParts(message) };
    this.taken.push(text);
    onTaken(text);
    return `sim_${this.taken.length}`;
  }

  /**
   * Returns the parts of a number per second, around two moments in milliseconds: from the last text before the first to
   * the first one after the second. Between the moments themselves a slow number has one text more or fewer by chance.
   */
  rateOf(from: string, { fromMs, toMs }: { fromMs: number; toMs: number }): number {
    const texts = this.taken.filter((text) => text.from === from);
    const startMs = texts.findLast(({ atMs }) => atMs <= fromMs)?.atMs ?? fromMs;
    const endMs = texts.find(({ atMs }) => atMs >= toMs)?.atMs ?? this.options.simulation.elapsed;
    const within = texts.filter(({ atMs }) => atMs >= startMs && atMs < endMs);
    return within.reduce((sum, { parts }) => sum + parts, 0) / ((endMs - startMs) / 1_000);
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
