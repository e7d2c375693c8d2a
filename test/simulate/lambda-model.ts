import { type Instance, Instances } from '../fault/harness/instances';
import type { Death, Outcome, Simulation } from '../fault/harness/simulation';
import type { Limits } from './limits';

/** Memory at which an instance has one whole core; one with less has the same share of a core. */
const MEMORY_OF_A_CORE_MB = 1_769;
/** Latest call at which an invocation that is to die does so; one that makes fewer calls dies before its answer. */
const MOST_CALLS = 12;

/** Function with its size in `lib/stack/function-settings.ts`. */
export interface SimulatedFunction {
  name: string;
  memoryMb: number;
  timeoutSeconds: number;
  reservedConcurrency?: number | undefined;
}

/** Usage of functions, for the price and for the limits that they reached. */
export interface LambdaUsage {
  invocations: number;
  deaths: number;
  coldStarts: number;
  throttled: number;
  gbSeconds: number;
  mostAtOnce: number;
}

/** Processor of an instance, which does one thing at a time. */
interface Processor {
  /** Time that it takes for a millisecond's work of a whole core. JavaScript cannot use a second core. */
  msForCoreMs: number;
  /** Simulated time at which it has done all that it was given. */
  cpuFreeAtMs: number;
}

/**
 * Model of Lambda's concurrency: reserved for a function, or shared by all others. An instance serves one invocation at
 * a time, is cold for its first one, and has the share of a core that its memory gives.
 */
export class LambdaModel {
  /** Share of invocations that die, at one of their calls or with their answer. */
  deathShare = 0;
  readonly usage: LambdaUsage = {
    ...{ invocations: 0, deaths: 0, coldStarts: 0 },
    ...{ throttled: 0, gbSeconds: 0, mostAtOnce: 0 },
  };
  private readonly running = new Map<string, number>();
  readonly instances = new Instances();
  private readonly processors = new WeakMap<Instance, Processor>();
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
    // The sum is divided, and not each reservation: that would be rounded up to one, which at a small scale is most of
    // all.
    const { scale, lambdaConcurrency } = options.limits;
    const reserved = options.hasReservations
      ? options.functions.reduce((sum, { reservedConcurrency = 0 }) => sum + reservedConcurrency, 0) / scale
      : 0;
    this.sharedLimit = Math.max(1, Math.floor(lambdaConcurrency - reserved));
  }

  /** Returns true when an invocation would find free concurrency now. */
  hasRoom(of: SimulatedFunction): boolean {
    const reserved = this.reservedFor(of);
    return reserved === undefined
      ? this.shared < this.sharedLimit
      : (this.running.get(of.name) ?? 0) < reserved;
  }

  /**
   * Gives work to the processor of the current instance. Its calls have to wait for that, and so has its answer.
   *
   * @param coreMs time that a whole core takes for it
   * @returns milliseconds until the processor is free again; 0 outside of all functions, such as in a set-up
   */
  work(coreMs: number): number {
    const { current } = this.instances;
    const processor = current && this.processors.get(current);
    if (!processor) return 0;
    const { elapsed } = this.options.simulation;
    processor.cpuFreeAtMs = Math.max(processor.cpuFreeAtMs, elapsed) + coreMs * processor.msForCoreMs;
    return processor.cpuFreeAtMs - elapsed;
  }

  private reservedFor({ reservedConcurrency }: SimulatedFunction): number | undefined {
    if (!this.options.hasReservations || reservedConcurrency === undefined) return undefined;
    return Math.max(1, Math.ceil(reservedConcurrency / this.options.limits.scale));
  }

  /** Invokes a function. @returns `throttled` without free concurrency */
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
    const { instance, isCold } = this.instances.take(of.name);
    if (isCold) {
      this.usage.coldStarts += 1;
      const msForCoreMs = Math.max(1, MEMORY_OF_A_CORE_MB / of.memoryMb);
      this.processors.set(instance, { msForCoreMs, cpuFreeAtMs: 0 });
    }
    const fate = this.drawFate();
    const startedAtMs = simulation.elapsed;
    const outcome = await simulation.spawn(
      `${of.name}-${simulation.step}`,
      { timeoutMs: 1_000 * of.timeoutSeconds, fate },
      async (remainingMs) => {
        this.instances.enter(instance);
        if (isCold) await simulation.sleep(limits.coldStartMs);
        try {
          return await act(remainingMs);
        } finally {
          const busyMs = this.work(0);
          if (busyMs > 0) await simulation.sleep(busyMs);
        }
      },
    );
    this.usage.gbSeconds += ((simulation.elapsed - startedAtMs) / 1_000) * (of.memoryMb / 1_024);
    this.count(of, -1);
    const isDead = fate !== undefined || outcome.state === 'dead';
    if (!isDead) this.instances.giveBack(instance);
    if (fate === undefined) return outcome;
    this.usage.deaths += 1;
    return { state: 'dead' };
  }

  private drawFate(): { call: number; when: Death } | undefined {
    const { random } = this.options.simulation;
    if (this.deathShare === 0 || random() >= this.deathShare) return undefined;
    return { call: 1 + Math.floor(random() * MOST_CALLS), when: random() < 0.5 ? 'before' : 'after' };
  }

  private count(of: SimulatedFunction, by: 1 | -1): void {
    this.running.set(of.name, (this.running.get(of.name) ?? 0) + by);
    if (this.reservedFor(of) === undefined) this.shared += by;
    this.atOnce += by;
    this.usage.mostAtOnce = Math.max(this.usage.mostAtOnce, this.atOnce);
  }
}
