import { DeleteCommand, GetCommand, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { TestEngine } from '../engines/engine';
import { crashingTable, type CrashPlan } from '../faults/faulty-client';
import type { Waits } from '../../../shared/platform/store/retry-on-conflict';
import type { Table } from '../../../shared/platform/store/table';

const ENTRY = 'functions/workers/erase-people.ts';
const ITEMS_A_PAGE = 3;

/** Page of the table that was read. */
export interface ReadPage {
  segment: number | undefined;
  after: string | undefined;
  isConsistent: boolean | undefined;
}

/** Call of the table other than a scan. */
export interface TableCall {
  kind: 'get' | 'put' | 'update' | 'delete' | undefined;
  /** Sort key of the one item that it is about. */
  sk: string;
}

export interface LargeTable {
  table: Table;
  /** Lets the worker die at a call; it lives without it. */
  plan: { current: CrashPlan | undefined };
  /** Pages in the order in which they were read. */
  pages: ReadPage[];
  /** Called with each page of items before the worker gets it. */
  onPage: {
    current: ((items: Array<Record<string, unknown>>, page: ReadPage) => void | Promise<void>) | undefined;
  };
  /** Called before each other call. */
  onCall: { current: ((call: TableCall) => void | Promise<void>) | undefined };
}

/**
 * Returns a table that answers a scan with a few items a page, each of which has consumed so many read units, as a table
 * of many gigabytes does. The grants of the erasure's worker apply.
 *
 * @param options.waits of an operator's command, to which no grants apply
 */
export function largeTable(
  engine: TestEngine,
  { unitsAPage, waits }: { unitsAPage: number; waits?: Waits },
): LargeTable {
  const pages: ReadPage[] = [];
  const onPage: LargeTable['onPage'] = { current: undefined };
  const onCall: LargeTable['onCall'] = { current: undefined };
  const send = engine.documents.send.bind(engine.documents) as unknown as (
    command: object,
  ) => Promise<object>;
  const client = {
    send: async (command: object) => {
      if (!(command instanceof ScanCommand)) {
        await onCall.current?.(describeCall(command));
        return send(command);
      }
      const { Segment: segment, ExclusiveStartKey: after, ConsistentRead: isConsistent } = command.input;
      const page = { segment, after: after && `${String(after.pk)} ${String(after.sk)}`, isConsistent };
      Object.assign(command.input, { Limit: ITEMS_A_PAGE });
      const answer = (await send(command)) as { Items?: Array<Record<string, unknown>> };
      pages.push(page);
      await onPage.current?.(answer.Items ?? [], page);
      return { ...answer, ConsumedCapacity: { CapacityUnits: unitsAPage } };
    },
  } as unknown as DynamoDBDocumentClient;
  const { table, plan } = crashingTable(client, engine.table.name, waits ? { waits } : { entry: ENTRY });
  return { table, plan, pages, onPage, onCall };
}

function describeCall(command: object): TableCall {
  if (command instanceof GetCommand) return { kind: 'get', sk: String(command.input.Key?.sk) };
  if (command instanceof PutCommand) return { kind: 'put', sk: String(command.input.Item?.sk) };
  if (command instanceof UpdateCommand) return { kind: 'update', sk: String(command.input.Key?.sk) };
  if (command instanceof DeleteCommand) return { kind: 'delete', sk: String(command.input.Key?.sk) };
  return { kind: undefined, sk: '' };
}
