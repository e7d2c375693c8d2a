/**
 * Processor time of the functions' own code, without their clients, which the simulation of AWS charges
 * (`test/simulate/cpu-figures.ts`):
 *
 *   node --import tsx test/bench/handler-work.ts
 *
 * Workloads of the simulation run the real handlers. One of them works at a time, so that the time of this process from the answer
 * of a call until all handlers wait again is that of the function that got the answer.
 */
import { type Outcome, Simulation, type SimulatedProcess, currentProcess } from '../fault/harness/simulation';
import { countContacts } from '../simulate/audience-workload';
import { dueAtOnce } from '../simulate/automation-workload';
import { campaign } from '../simulate/campaign-workload';
import { HANDLERS, type HandlerWork } from '../simulate/cpu-figures';
import { enrolments } from '../simulate/enrolment-workload';
import { importsBesideSends } from '../simulate/import-workload';
import { runWorkload } from '../simulate/run-workload';
import { waitingForAMonth } from '../simulate/waiting-workload';
import { webhooksOfOneEndpoint } from '../simulate/webhook-workload';
import { broadcastOnEach, WORKLOADS, type Workload } from '../simulate/workloads';
import { START, type World } from '../simulate/world';
import { type BenchRow, benchRow, percentile, runAsProgram } from './bench-row';

/** Share of a function's invocations that come first, before its code is compiled, and do not count. */
const WARM_UP = 0.25;
/** Parts of the simulation's workloads that call each function often. */
const LOADS: Array<Workload['run']> = [
  ...WORKLOADS.filter(({ name }) =>
    /^(everything together at a small|receipts of|the last 1,200)/.test(name),
  ).map(
    (workload): Workload['run'] =>
      async (world) =>
        workload.run(world),
  ),
  async (world) => broadcastOnEach(world, { numbers: 10, ratePerSecond: 10, seconds: 30 }),
  async (world) => enrolments(world, { perSecond: 25, seconds: 20 }),
  async (world) => dueAtOnce(world, { people: 3_000, withinSeconds: 90 }),
  async (world) => webhooksOfOneEndpoint(world, { events: 3_000, perSecond: 1_000 }),
  async (world) => campaign(world, { recipients: 10_000, withinHours: 6 }),
  async (world) => importsBesideSends(world, { imports: 2, rows: 4_000, singlesPerSecond: 5, seconds: 10 }),
  async (world) => waitingForAMonth(world, { people: 2_000, entering: 1_000, dollarsEach: 1 }),
  async (world) => countContacts(world, { contacts: 50_000, withinSeconds: 30 }),
];

interface Invocation {
  name: string;
  us: number;
  segments: number;
  work: Map<string, number>;
}

class MeteredSimulation extends Simulation {
  readonly invocations: Invocation[] = [];
  private readonly byProcess = new WeakMap<SimulatedProcess, Invocation>();
  private working: Invocation | undefined;
  private since = process.cpuUsage();

  get current(): Invocation | undefined {
    const of = currentProcess();
    return of && this.byProcess.get(of);
  }

  private begin(invocation: Invocation | undefined): void {
    this.end();
    this.working = invocation;
    if (invocation) this.since = process.cpuUsage();
  }

  private end(): void {
    if (!this.working) return;
    const { user, system } = process.cpuUsage(this.since);
    this.working.us += user + system;
    this.working.segments += 1;
    this.working = undefined;
  }

  override after(ms: number, act: () => Promise<void> | void, of?: SimulatedProcess) {
    return super.after(
      ms,
      () => {
        this.begin(of && this.byProcess.get(of));
        return act();
      },
      of,
    );
  }

  override async call<T>(name: string, latencyMs: number, act: () => Promise<T>): Promise<T> {
    const { current } = this;
    return super.call(name, latencyMs, async () => {
      this.end();
      try {
        return await act();
      } finally {
        this.begin(current);
      }
    });
  }

  override async spawn<T>(
    name: string,
    options: Parameters<Simulation['spawn']>[1],
    act: (remainingMs: () => number) => Promise<T>,
  ): Promise<Outcome<T>> {
    return super.spawn(name, options, (remainingMs) => {
      const invocation = { name: name.replace(/-\d+$/, ''), us: 0, segments: 0, work: new Map() };
      this.invocations.push(invocation);
      const of = currentProcess();
      if (of) this.byProcess.set(of, invocation);
      this.begin(invocation);
      return act(remainingMs);
    });
  }
}

type Figures = Map<string, Partial<Record<HandlerWork, number>>>;

export async function run(): Promise<BenchRow[]> {
  return [...(await measure())].flatMap(([name, figures]) =>
    Object.entries(figures).map(([work, measured]) =>
      benchRow({ name: `${name}, ${work}`, measured, unit: 'µs', note: 'of a whole core' }),
    ),
  );
}

async function measure(): Promise<Figures> {
  const idleUs = await measureIdle();
  const all: Invocation[] = [];
  for (const [index, act] of LOADS.entries()) {
    const simulation = new MeteredSimulation({ seed: 1, start: START });
    const watch = (world: World) => {
      world.cpu.onWork = (work, count) => {
        const { current } = simulation;
        current?.work.set(work, (current.work.get(work) ?? 0) + count);
      };
    };
    const workload = { name: `load ${index}`, target: 'none', scale: 1, run: act };
    await runWorkload(workload, { seed: 1, simulation, watch });
    all.push(...simulation.invocations);
  }
  const names = [...new Set(all.map(({ name }) => name))];
  return new Map(
    names.map((name) => {
      const own = all.filter((one) => one.name === name);
      const samples = own.slice(Math.floor(WARM_UP * own.length)).map(({ us, segments, work }) => ({
        us: us - segments * idleUs,
        work,
      }));
      return [name, fit(samples, worksOf(name))];
    }),
  );
}

/** Returns what the figures of a function tell apart. */
function worksOf(name: string): HandlerWork[] {
  return Object.keys(HANDLERS[name] ?? {}) as HandlerWork[];
}

/**
 * Tells the time of an invocation from that of what it works on: by the medians of those that work on little and of those that
 * work on much, which the few that a busy machine or a garbage collection has delayed do not change.
 */
function fit(
  samples: Array<{ us: number; work: Map<string, number> }>,
  works: HandlerWork[],
): Partial<Record<HandlerWork, number>> {
  const unit = works.find((work) => work !== 'invocation');
  if (unit === undefined) return { invocation: medianOf(samples.map(({ us }) => us)) };
  const counted = samples
    .map(({ us, work }) => ({ us, count: work.get(unit) ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => one.count - other.count);
  const total = (get: (sample: (typeof counted)[number]) => number) =>
    counted.reduce((sum, sample) => sum + get(sample), 0);
  if (!works.includes('invocation')) return { [unit]: total(({ us }) => us) / total(({ count }) => count) };
  const each = () => medianOf(counted.map(({ us, count }) => us / count));
  const half = Math.ceil(counted.length / 2);
  const [few, many] = [counted.slice(0, half), counted.slice(-half)].map((some) => ({
    us: medianOf(some.map(({ us }) => us)),
    count: medianOf(some.map(({ count }) => count)),
  }));
  if (!few || !many || few.count === many.count) return { invocation: 0, [unit]: each() };
  const slope = Math.max(0, (many.us - few.us) / (many.count - few.count));
  const invocation = few.us - slope * few.count;
  return invocation > 0 ? { invocation, [unit]: slope } : { invocation: 0, [unit]: each() };
}

const medianOf = (values: number[]): number => percentile(values, 0.5);

/** Returns the time of a handler that only makes calls, for each call. */
async function measureIdle(): Promise<number> {
  const simulation = new MeteredSimulation({ seed: 1, start: START });
  void simulation.spawn('idle', { timeoutMs: 1_000_000, fate: undefined }, async () => {
    for (let call = 0; call < 10_000; call++) await simulation.call('nothing', 1, async () => undefined);
  });
  await simulation.run();
  const [{ us, segments } = { us: 0, segments: 1 }] = simulation.invocations;
  return us / segments;
}

void runAsProgram(import.meta.url, run);
