/**
 * Processor time of the functions' own code, without their clients, which the simulation of AWS charges
 * (`test/simulate/cpu-figures.ts`):
 *
 *   node --import tsx test/bench/handler-work.ts
 *
 * Workloads of the simulation run the real handlers, one at a time, and the time of this process between the answer of a call and
 * the next call counts for the function that got the answer.
 */
import { type Outcome, Simulation, type SimulatedProcess, currentProcess } from '../fault/harness/simulation';
import { runWorkload } from '../simulate/run-workload';
import { WORKLOADS } from '../simulate/workloads';
import { START, type World } from '../simulate/world';

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

const only = process.argv.slice(2);
const all: Invocation[] = [];
for (const workload of WORKLOADS.filter(({ name }) => only.some((part) => name.includes(part)))) {
  const simulation = new MeteredSimulation({ seed: 1, start: START });
  const watch = (world: World) => {
    world.cpu.onWork = (work, count) => {
      const { current } = simulation;
      current?.work.set(work, (current.work.get(work) ?? 0) + count);
    };
  };
  const startedAt = performance.now();
  await runWorkload(workload, { seed: 1, simulation, watch });
  console.log(workload.name, Math.round(performance.now() - startedAt) / 1000);
  all.push(...simulation.invocations);
}
const KINDS = ['tableCall', 'record', 'text', 'item', 'webhook', 'requestKilobyte', 'queueMessage', 'busEvent', 'sentValue', 'readValue'];
for (const name of [...new Set(all.map((one) => one.name))]) {
  const mine = all.filter((one) => one.name === name);
  // The first are slow, before their code is compiled.
  const late = mine.slice(Math.floor(mine.length / 4));
  const total = (get: (one: Invocation) => number) => late.reduce((sum, one) => sum + get(one), 0);
  console.log(name, late.length, 'us', (total((one) => one.us) / late.length).toFixed(0), 'segments', (total((one) => one.segments) / late.length).toFixed(1),
    KINDS.map((kind) => `${kind} ${(total((one) => one.work.get(kind) ?? 0) / late.length).toFixed(1)}`).join(' '));
}
