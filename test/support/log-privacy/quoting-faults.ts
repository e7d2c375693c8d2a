import type { Table } from '../../../shared/platform/store/table';
import { wrappedTable } from '../faults/faulty-client';
import type { TestEngine } from '../engines/engine';

/** Call to the table that fails: the nth since the fault was set, from 0, or every one of a kind. */
export type TableFault = number | 'writes' | 'transactions' | undefined;

export interface QuotingFaults {
  table: Table;
  /** True: ports other than the table fail as well. */
  arePortsBroken: boolean;
  set(fault: TableFault): void;
  /** Counts the calls to the table since the last `set`. */
  calls(): number;
}

/**
 * Returns an error that reveals all it can: its message quotes its subject, on lines that look like a place in code.
 */
export function quotingError(subject: unknown): Error {
  const quoted = JSON.stringify(subject);
  return Object.assign(new Error(`Cannot do ${quoted}\n    at ${quoted} (${quoted}:1:1)`), {
    name: `Failure of ${quoted}`,
    input: subject,
    cause: new Error(quoted),
  });
}

/** Creates a table whose calls fail when a test says so, with errors that quote their item. */
export function createQuotingFaults(engine: TestEngine): QuotingFaults {
  let fault: TableFault;
  let calls = 0;
  const isHit = ({ constructor: { name } }: object) => {
    if (fault === 'writes') return /Put|Update|Delete|Write/.test(name);
    if (fault === 'transactions') return name === 'TransactWriteCommand';
    return calls - 1 === fault;
  };
  return {
    arePortsBroken: false,
    table: wrappedTable(engine.documents, engine.table.name, (send) => async (command, ...rest) => {
      calls++;
      if (isHit(command as object)) throw quotingError((command as { input: unknown }).input);
      return send(command, ...rest);
    }),
    set: (next) => {
      fault = next;
      calls = 0;
    },
    calls: () => calls,
  };
}

/** Returns the faults to try on work with this many calls: all of them, or a spread of many. */
export function faultsOf(calls: number): TableFault[] {
  const most = 8;
  const step = Math.max(1, calls / most);
  const positions = Array.from({ length: Math.min(calls, most) }, (_, index) => Math.floor(index * step));
  return [...positions, 'writes', 'transactions'];
}
