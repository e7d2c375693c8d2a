import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { seededRandom } from '../../support/run/seeded-random';
import { EventHeap } from './event-heap';

/** Death of a process at a call: before or after the call has its effect. */
export type Death = 'before' | 'after';

/** Invocation of a function: it can die alone, and shares nothing with others but what it calls. */
export class SimulatedProcess {
  isDead = false;
  private calls = 0;
  private announceDeath: () => void = () => undefined;
  readonly died = new Promise<'dead'>((resolve) => {
    this.announceDeath = () => resolve('dead');
  });

  constructor(
    readonly name: string,
    readonly startedAtStep: number,
    /** Call at which it dies, and on which side of it; absent: it dies at its deadline at the latest. */
    private readonly fate: { call: number; when: Death } | undefined,
  ) {}

  die(): void {
    this.isDead = true;
    this.announceDeath();
  }

  /** Counts a call. @returns the process's death at this call, if it dies */
  countCall(): Death | undefined {
    this.calls += 1;
    return this.fate?.call === this.calls ? this.fate.when : undefined;
  }
}

export type Outcome<T> =
  | { state: 'ended'; value: T }
  | { state: 'failed'; error: unknown }
  | { state: 'dead' };

interface Event {
  atMs: number;
  order: number;
  process: SimulatedProcess | undefined;
  act: () => Promise<void> | void;
  isCancelled: boolean;
}

const processes = new AsyncLocalStorage<{ simulation: Simulation; process: SimulatedProcess }>();

/**
 * Simulation of one event at a time, in an order that the seed determines. Every call of a process to something outside
 * becomes an event at a moment of simulated time; it happens when all processes wait, and its answer arrives before the
 * next one happens. So a run is repeated by its seed, although the table behind it is a real engine.
 */
export class Simulation {
  readonly random: () => number;
  /** Events so far, which explain a failed run. */
  readonly trace: string[] = [];
  running = 0;
  /** Called with the call at which a process dies, such as `before hand over msg_…`. */
  onDeath: (how: string) => void = () => undefined;
  private readonly events = new EventHeap<Event>();
  private elapsedMs = 0;
  private clockOffsetMs: number;
  private order = 0;

  constructor(options: { seed: number; start: string }) {
    this.random = seededRandom(options.seed);
    this.clockOffsetMs = Date.parse(options.start);
  }

  /** Number of events so far, by which later beginnings can be compared. */
  get step(): number {
    return this.order;
  }

  /** Simulated milliseconds since the run began, independent of the clocks. */
  get elapsed(): number {
    return this.elapsedMs;
  }

  now(): Date {
    return new Date(this.clockOffsetMs + this.elapsedMs);
  }

  /** Moves the clocks; work that is under way is not delayed. */
  jump(ms: number): void {
    this.clockOffsetMs += ms;
  }

  note(text: string): void {
    this.trace.push(`${(this.elapsedMs / 1000).toFixed(3)} s  ${text}`);
  }

  /** Schedules an event after this time. */
  after(ms: number, act: () => Promise<void> | void, process?: SimulatedProcess): Event {
    const event = { atMs: this.elapsedMs + ms, order: (this.order += 1), process, act, isCancelled: false };
    this.events.push(event);
    return event;
  }

  /** Makes a call of the current process to something outside: it takes time, and the process may die at it. */
  async call<T>(name: string, latencyMs: number, act: () => Promise<T>): Promise<T> {
    const process = currentProcess();
    return new Promise<T>((resolve, reject) => {
      // A call that a dead process had sent still arrives sometimes.
      const arrives = this.random() < 0.5;
      this.after(latencyMs, async () => {
        if (process?.isDead) {
          if (arrives) await act().catch(() => undefined);
          return;
        }
        const death = process?.countCall();
        if (death === 'before') return this.kill(process, `before ${name}`);
        try {
          const answer = await act();
          if (death === 'after') this.kill(process, `after ${name}`);
          else resolve(answer);
        } catch (error) {
          if (death === 'after') this.kill(process, `after ${name}`);
          else reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
  }

  kill(process: SimulatedProcess | undefined, how: string): void {
    if (!process || process.isDead) return;
    this.note(`${process.name} dies ${how}`);
    this.onDeath(how);
    process.die();
  }

  /** Runs a process, which is killed at its deadline. */
  async spawn<T>(
    name: string,
    options: { timeoutMs: number; fate: { call: number; when: Death } | undefined },
    act: (remainingMs: () => number) => Promise<T>,
  ): Promise<Outcome<T>> {
    const process = new SimulatedProcess(name, this.step, options.fate);
    const endsAtMs = this.elapsedMs + options.timeoutMs;
    const deadline = this.after(options.timeoutMs, () => this.kill(process, 'at its deadline'));
    this.running += 1;
    const life: Promise<Outcome<T>> = processes
      .run({ simulation: this, process }, async () => act(() => endsAtMs - this.elapsedMs))
      .then(
        (value): Outcome<T> => ({ state: 'ended', value }),
        (error: unknown): Outcome<T> => ({ state: 'failed', error }),
      );
    const outcome = await Promise.race([life, process.died]);
    deadline.isCancelled = true;
    this.running -= 1;
    return outcome === 'dead' ? { state: 'dead' } : outcome;
  }

  /** Waits in simulated time, also outside of every process. */
  async sleep(ms: number): Promise<void> {
    const process = currentProcess();
    await new Promise<void>((resolve) => this.after(ms, resolve, process));
  }

  /** Runs events until none is left, or `isOver`. */
  async run(isOver: () => boolean = () => false): Promise<void> {
    for (;;) {
      await untilEverybodyWaits();
      if (isOver()) return;
      const event = this.events.takeFirst();
      if (!event) return;
      if (event.isCancelled || event.process?.isDead) continue;
      this.elapsedMs = Math.max(this.elapsedMs, event.atMs);
      await event.act();
    }
  }
}

export function currentProcess(): SimulatedProcess | undefined {
  return processes.getStore()?.process;
}

/**
 * Waits until all processes wait. A process runs in microtasks until it makes a call; a turn of the event loop comes
 * after all of them.
 */
async function untilEverybodyWaits(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Makes simulated processes wait in simulated time, wherever they wait, and makes their random numbers depend on the
 * seed. Other code is not affected.
 *
 * @returns restores everything
 */
export function installSimulatedTime(): () => void {
  const real = {
    ...{ setTimeout, clearTimeout, random: Math.random, sleep: timersPromises.setTimeout },
    performanceNow: performance.now.bind(performance),
  };
  const simulatedTimers = new WeakSet<object>();
  const fakeSetTimeout = (callback: () => void, ms = 0, ...rest: []) => {
    const store = processes.getStore();
    if (!store) return real.setTimeout(callback, ms, ...rest);
    const { simulation, process } = store;
    const act = () => processes.run(store, callback);
    const timer = simulation.after(ms, act, process);
    simulatedTimers.add(timer);
    return timer;
  };
  const fakeClearTimeout = (timer: object | undefined) => {
    if (timer && simulatedTimers.has(timer)) (timer as Event).isCancelled = true;
    else real.clearTimeout(timer as NodeJS.Timeout);
  };
  const fakeSleep = async (ms?: number) => {
    const store = processes.getStore();
    return store ? store.simulation.sleep(ms ?? 0) : real.sleep(ms);
  };
  const fakeRandom = () => processes.getStore()?.simulation.random() ?? real.random();
  const fakePerformanceNow = () => processes.getStore()?.simulation.elapsed ?? real.performanceNow();
  const put = (fakes: Record<keyof typeof real, unknown>) => {
    Object.assign(globalThis, { setTimeout: fakes.setTimeout, clearTimeout: fakes.clearTimeout });
    Object.assign(Math, { random: fakes.random });
    Object.assign(performance, { now: fakes.performanceNow });
    Object.assign(timersPromises, { setTimeout: fakes.sleep });
    syncBuiltinESMExports();
  };
  put({
    ...{ setTimeout: fakeSetTimeout, clearTimeout: fakeClearTimeout, random: fakeRandom, sleep: fakeSleep },
    performanceNow: fakePerformanceNow,
  });
  return () => put(real);
}
