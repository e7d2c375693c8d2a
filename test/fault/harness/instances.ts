import { getPlatform } from '../../../shared/platform/platform';
import type { Table } from '../../../shared/platform/store/table';
import { currentProcess, type SimulatedProcess } from './simulation';

/** Instance of a function. It keeps memory from one invocation to the next, and loses it when it ends. */
export interface Instance {
  functionName: string;
}

/** Lambda's instances: each serves one invocation at a time. */
export class Instances {
  private readonly idle = new Map<string, Instance[]>();
  private readonly running = new WeakMap<SimulatedProcess, Instance>();

  /** Takes an idle instance, or a new one. */
  take(functionName: string): { instance: Instance; isCold: boolean } {
    const warm = this.idle.get(functionName)?.pop();
    return { instance: warm ?? { functionName }, isCold: !warm };
  }

  /** Makes an instance idle again. One that has died is not given back. */
  giveBack(instance: Instance): void {
    const { functionName } = instance;
    this.idle.set(functionName, [...(this.idle.get(functionName) ?? []), instance]);
  }

  /** Records the instance of the current process. */
  enter(instance: Instance): void {
    const process = currentProcess();
    if (process) this.running.set(process, instance);
  }

  /** Returns the caller's instance, if it has one. */
  get current(): Instance | undefined {
    const process = currentProcess();
    return process && this.running.get(process);
  }
}

/**
 * Gives each instance a table of its own, by which the service remembers what it keeps in memory.
 *
 * @returns the table for code outside of all instances
 */
export function useTableOfInstance(instances: Instances, makeTable: () => Table): Table {
  const outside = makeTable();
  const tables = new WeakMap<Instance, Table>();
  const find = (): Table => {
    const { current } = instances;
    if (!current) return outside;
    const table = tables.get(current) ?? makeTable();
    tables.set(current, table);
    return table;
  };
  // A function that adds its own parts to the platform assigns the table again.
  const set = () => undefined;
  Object.defineProperty(getPlatform(), 'table', { get: find, set, configurable: true, enumerable: true });
  return outside;
}
