import type { Table } from '../../../shared/platform/store/table';
import { wrappedTable } from '../faults/faulty-client';
import type { TestEngine } from './engine';

/** Returns the table of an engine, with the number of calls that were made through it. */
export function countedTable({ documents, table: { name } }: Pick<TestEngine, 'documents' | 'table'>): {
  table: Table;
  calls: () => number;
} {
  let calls = 0;
  const table = wrappedTable(documents, name, (send) => async (command, ...rest) => {
    calls++;
    return send(command, ...rest);
  });
  return { table, calls: () => calls };
}
