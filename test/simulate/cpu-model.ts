import { CLIENTS, type ClientWork, HANDLERS, type HandlerWork } from './cpu-figures';
import type { LambdaModel } from './lambda-model';

/** Size of a request or of an answer: the attribute values that have to be converted, and all text and bytes. */
export interface Size {
  values: number;
  kilobytes: number;
}

/** Model of the processor time that functions take for their own work and for that of their clients. */
export class CpuModel {
  /** Called with each piece of work of a function. */
  onWork: (work: HandlerWork | ClientWork, count: number) => void = () => undefined;

  constructor(private readonly lambda: LambdaModel) {}

  /**
   * Has the current function's processor do work of its handler.
   *
   * @returns milliseconds until everything is done that it has to do; 0 outside of all functions
   * @throws Error for a function without figures
   */
  handle(work: HandlerWork, count = 1): number {
    const { current } = this.lambda.instances;
    if (!current) return 0;
    this.onWork(work, count);
    return this.lambda.work((count * (figuresOf(current.functionName)[work] ?? 0)) / 1_000);
  }

  /** Has the current function's processor do work of a client. @returns as `handle` does */
  call(work: ClientWork, count = 1): number {
    if (!this.lambda.instances.current) return 0;
    this.onWork(work, count);
    return this.lambda.work((count * CLIENTS[work]) / 1_000);
  }

  /** Has it write and sign a request to the table. @returns as `handle` does */
  request(input: object): number {
    if (!this.lambda.instances.current) return 0;
    const { values, kilobytes } = sizeOf(input);
    this.handle('tableCall');
    this.call('tableCall');
    this.call('sentValue', values);
    return this.call('sentKilobyte', kilobytes);
  }

  /** Has it decode the table's answer, and work on the items in it. */
  decode(answer: object, items: number): void {
    if (!this.lambda.instances.current) return;
    const { values, kilobytes } = sizeOf(answer);
    this.call('readValue', values);
    this.call('readKilobyte', kilobytes);
    this.handle('item', items);
  }
}

function figuresOf(functionName: string): Partial<Record<HandlerWork, number>> {
  const figures = HANDLERS[functionName];
  if (!figures) throw new Error(`test/simulate/cpu-figures.ts has no figures of ${functionName}`);
  return figures;
}

/** Counts the values of a request or of an answer, and its length. */
export function sizeOf(value: unknown): Size {
  const size = { values: 0, bytes: 0 };
  add(value, size);
  return { values: size.values, kilobytes: size.bytes / 1_024 };
}

function add(value: unknown, size: { values: number; bytes: number }): void {
  size.values += 1;
  if (typeof value === 'string') size.bytes += value.length;
  else if (value instanceof Uint8Array) size.bytes += value.byteLength;
  else if (Array.isArray(value)) for (const one of value) add(one, size);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) {
      size.bytes += name.length;
      add(one, size);
    }
  }
}
