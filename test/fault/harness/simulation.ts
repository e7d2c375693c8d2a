import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { seededRandom } from '../../support/seeded-random';
import { EventHeap } from './event-heap';

/** What a call of a process comes to when a process dies at it. */
export type Death = 'before' | 'after';

/** One invocation of a function: it has its own life, and shares nothing with others but what it calls. */
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
    /** At which of its calls it dies, and on which side of it; absent: of its deadline at the latest. */
    private readonly fate: { call: number; when: Death } | undefined,
  ) {}

  die(): void {
    this.isDead = true;
    this.announceDeath();
  }

  /** Counts a call; how the process dies at it, if it does. */
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
 * One thing at a time, in an order that the seed fixes. Every call of a process to something outside becomes an event
 * at a moment of simulated time; it happens when all processes wait, and its answer is in before the next one happens.
 * So one run is repeated by its seed, although the table behind it is a real engine.
 */
export class Simulation {
  readonly random: () => number;
  /** What happened: explains why a run failed. */
  readonly trace: string[] = [];
  running = 0;
  private readonly events = new EventHeap<Event>();
  private elapsedMs = 0;
  private clockOffsetMs: number;
  private order = 0;

  constructor(options: { seed: number; start: string }) {
    this.random = seededRandom(options.seed);
    this.clockOffsetMs = Date.parse(options.start);
  }

  /** How much has happened so far: what began later, began at a higher one. */
  get step(): number {
    return this.order;
  }

  /** Simulated milliseconds since the run began, whatever its clocks say. */
  get elapsed(): number {
    return this.elapsedMs;
  }

  now(): Date {
    return new Date(this.clockOffsetMs + this.elapsedMs);
  }

  /** Moves the clocks; whatever is under way does not notice that time has passed. */
  jump(ms: number): void {
    this.clockOffsetMs += ms;
  }

  note(text: string): void {
    this.trace.push(`${(this.elapsedMs / 1000).toFixed(3)} s  ${text}`);
  }

  /** Lets something happen after so much time. */
  after(ms: number, act: () => Promise<void> | void, process?: SimulatedProcess): Event {
    const event = { atMs: this.elapsedMs + ms, order: (this.order += 1), process, act, isCancelled: false };
    this.events.push(event);
    return event;
  }

  /** A call of the current process to something outside: takes its time, and may be the last thing that it does. */
  async call<T>(name: string, latencyMs: number, act: () => Promise<T>): Promise<T> {
    const process = currentProcess();
    return new Promise<T>((resolve, reject) => {
      // Of a dead process, what was on its way still arrives now and then.
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
    process.die();
  }

  /** Runs a process; at its deadline it is killed. */
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

  /** Waits in simulated time; outside of every process when there is none. */
  async sleep(ms: number): Promise<void> {
    const process = currentProcess();
    await new Promise<void>((resolve) => this.after(ms, resolve, process));
  }

  /** Lets things happen until nothing is left that could, or `isOver`. */
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

/** A process runs in microtasks until it makes a call; a turn of the event loop comes after all of them. */
async function untilEverybodyWaits(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Makes simulated processes wait in simulated time, wherever they wait, and fixes what they think up at random. Others
 * are not touched.
 *
 * @returns what puts everything back
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
