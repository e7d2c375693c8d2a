import type { Table } from './table';

/**
 * Values that a process keeps in memory about a table, by a key. They belong to the table, so that a process with
 * several tables, as tests are, does not take a value of one for that of another.
 */
export class Remembered<Value> {
  private readonly byTable = new WeakMap<Table, Map<string, Value>>();

  /** @param most number of values at which all are dropped when one more comes */
  constructor(private readonly most = 1_000) {}

  get(table: Table, key: string): Value | undefined {
    return this.byTable.get(table)?.get(key);
  }

  set(table: Table, key: string, value: Value): void {
    const values = this.byTable.get(table) ?? new Map<string, Value>();
    if (values.size >= this.most) values.clear();
    values.set(key, value);
    this.byTable.set(table, values);
  }

  delete(table: Table, key: string): void {
    this.byTable.get(table)?.delete(key);
  }
}
