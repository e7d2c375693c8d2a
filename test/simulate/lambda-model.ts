import type { Outcome, Simulation } from '../fault/harness/simulation';
import type { Limits } from './limits';

/** One function, as `lib/stack/function-settings.ts` sizes it. */
export interface SimulatedFunction {
  name: string;
  memoryMb: number;
  timeoutSeconds: number;
  reservedConcurrency?: number | undefined;
}

/** What functions took, for the bill and for what bound them. */
export interface LambdaUsage {
  invocations: number;
  coldStarts: number;
  throttled: number;
  gbSeconds: number;
  mostAtOnce: number;
}

/**
 * Lambda's concurrency: what is reserved for a function, and what all others share. An instance serves one invocation at
 * a time, and is cold for its first one.
 */
export class LambdaModel {
  readonly usage: LambdaUsage = { invocations: 0, coldStarts: 0, throttled: 0, gbSeconds: 0, mostAtOnce: 0 };
  private readonly running = new Map<string, number>();
  private readonly instances = new Map<string, number>();
  private readonly sharedLimit: number;
  private shared = 0;
  private atOnce = 0;

  constructor(
    private readonly options: {
      simulation: Simulation;
      limits: Limits;
      functions: SimulatedFunction[];
      hasReservations: boolean;
    },
  ) {
    const reserved = options.functions.reduce((sum, of) => sum + (this.reservedFor(of) ?? 0), 0);
    this.sharedLimit = Math.max(1, Math.floor(options.limits.lambdaConcurrency) - reserved);
  }

  /** Whether an invocation would find room now. */
  hasRoom(of: SimulatedFunction): boolean {
    const reserved = this.reservedFor(of);
    return reserved === undefined
      ? this.shared < this.sharedLimit
      : (this.running.get(of.name) ?? 0) < reserved;
  }

  private reservedFor({ reservedConcurrency }: SimulatedFunction): number | undefined {
    if (!this.options.hasReservations || reservedConcurrency === undefined) return undefined;
    return Math.max(1, Math.ceil(reservedConcurrency / this.options.limits.scale));
  }

  /** @returns `throttled` when there is no room */
  async invoke<T>(
    of: SimulatedFunction,
    act: (remainingMs: () => number) => Promise<T>,
  ): Promise<Outcome<T> | { state: 'throttled' }> {
    const { simulation, limits } = this.options;
    if (!this.hasRoom(of)) {
      this.usage.throttled += 1;
      return { state: 'throttled' };
    }
    this.count(of, 1);
    this.usage.invocations += 1;
    const running = this.running.get(of.name) ?? 0;
    const isCold = running > (this.instances.get(of.name) ?? 0);
    if (isCold) {
      this.instances.set(of.name, running);
      this.usage.coldStarts += 1;
    }
    const startedAtMs = simulation.elapsed;
    const outcome = await simulation.spawn(
      `${of.name}-${simulation.step}`,
      { timeoutMs: 1_000 * of.timeoutSeconds, fate: undefined },
      async (remainingMs) => {
        if (isCold) await simulation.sleep(limits.coldStartMs);
        return act(remainingMs);
      },
    );
    this.usage.gbSeconds += ((simulation.elapsed - startedAtMs) / 1_000) * (of.memoryMb / 1_024);
    this.count(of, -1);
    return outcome;
  }

  private count(of: SimulatedFunction, by: 1 | -1): void {
    this.running.set(of.name, (this.running.get(of.name) ?? 0) + by);
    if (this.reservedFor(of) === undefined) this.shared += by;
    this.atOnce += by;
    this.usage.mostAtOnce = Math.max(this.usage.mostAtOnce, this.atOnce);
  }
}
