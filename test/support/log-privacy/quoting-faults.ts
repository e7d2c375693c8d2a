import type { Table } from '../../../shared/platform/store/table';
import { wrappedTable } from '../faulty-client';
import type { TestEngine } from '../engine';

/** Which call to the table fails: the nth since the fault was set, from 0, or every one of a kind. */
export type TableFault = number | 'writes' | 'transactions' | undefined;

export interface QuotingFaults {
  table: Table;
  /** Ports other than the table fail as well. */
  arePortsBroken: boolean;
  set(fault: TableFault): void;
  /** Calls to the table since the last `set`. */
  calls(): number;
}

/** As talkative as an error can be: its message quotes what it was about, on lines that look like a place in code. */
export function quotingError(subject: unknown): Error {
  const quoted = JSON.stringify(subject);
  return Object.assign(new Error(`Cannot do ${quoted}\n    at ${quoted} (${quoted}:1:1)`), {
    name: `Failure of ${quoted}`,
    input: subject,
    cause: new Error(quoted),
  });
}

/** A table whose calls fail where a test says so, with errors that quote their item. */
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

/** The faults to try on something that makes so many calls: all of them, or a spread when they are many. */
export function faultsOf(calls: number): TableFault[] {
  const most = 8;
  const step = Math.max(1, calls / most);
  const positions = Array.from({ length: Math.min(calls, most) }, (_, index) => Math.floor(index * step));
  return [...positions, 'writes', 'transactions'];
}
