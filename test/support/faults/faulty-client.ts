import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { SdkCommand } from '../../../lib/local/access-requests';
import { realWaits, type Waits } from '../../../shared/platform/store/retry-on-conflict';
import { Table } from '../../../shared/platform/store/table';

/** Death of a process, as the storage sees it: a call that is never made, or made and never answered. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

export interface CrashPlan {
  /** Counts down with every call; at 0 the call crashes, and so does every later one, until it is set again. */
  callsLeft: number;
  when: 'before' | 'after';
}

type Send = (command: unknown, ...rest: unknown[]) => Promise<unknown>;

/**
 * Returns a table whose process dies at the call in the plan; without a plan it lives.
 *
 * @param options.entry function whose grants the calls are checked against, such as `functions/workers/sweep.ts`
 */
export function crashingTable(
  client: DynamoDBDocumentClient,
  tableName: string,
  { entry, waits }: { entry?: string; waits?: Waits } = {},
): { table: Table; plan: { current: CrashPlan | undefined }; calls: () => number } {
  const plan: { current: CrashPlan | undefined } = { current: undefined };
  let calls = 0;
  const table = wrappedTable(
    client,
    tableName,
    (send) =>
      async (command, ...rest) => {
        calls++;
        if (entry !== undefined) await checkGrant(entry, command as SdkCommand);
        const current = plan.current;
        if (!current) return send(command, ...rest);
        if (current.callsLeft < 0) throw new Crash('Dead already');
        const isLast = current.callsLeft-- === 0;
        if (isLast && current.when === 'before') throw new Crash('Died before a call');
        const answer = await send(command, ...rest);
        if (isLast) throw new Crash('Died before an answer');
        return answer;
      },
    waits,
  );
  return { table, plan, calls: () => calls };
}

/** Checks a grant. It loads the CDK late, which other tests need not wait for. */
async function checkGrant(entry: string, command: SdkCommand): Promise<void> {
  const { checkTableGrant } = await import('../stack/table-grants');
  checkTableGrant(entry, command);
}

/** Time that a transaction takes besides its latency, on an idle machine. */
const USUAL_WORK_MS = 5;

/**
 * Returns a table on which only one transaction at a time can use an item, as with DynamoDB and not with the local
 * engines: the others are cancelled with TransactionConflict. Pauses before another attempt grow with the duration of
 * transactions, so that the proportion stays the same on a busy machine.
 *
 * @param options.latencyMs duration of a transaction
 */
export function conflictingTable(
  client: DynamoDBDocumentClient,
  tableName: string,
  options: { latencyMs: number },
): { table: Table; conflicts: () => number } {
  const held = new Set<string>();
  const usualMs = options.latencyMs + USUAL_WORK_MS;
  let takesMs = usualMs;
  let conflicts = 0;
  const waits: Waits = {
    ...realWaits,
    pause: (ms) => realWaits.pause(ms * Math.max(1, takesMs / usualMs)),
  };
  const wrap =
    (send: Send): Send =>
    async (command, ...rest) => {
      if (!(command instanceof TransactWriteCommand)) return send(command, ...rest);
      const keys = keysOf(command.input);
      const taken = keys.map((key) => held.has(key));
      if (taken.includes(true)) {
        conflicts++;
        throw new TransactionCanceledException({
          message: 'Transaction cancelled',
          $metadata: {},
          CancellationReasons: taken.map((isTaken) => ({ Code: isTaken ? 'TransactionConflict' : 'None' })),
        });
      }
      for (const key of keys) held.add(key);
      const startedMs = performance.now();
      try {
        await new Promise((resolve) => setTimeout(resolve, options.latencyMs));
        return await send(command, ...rest);
      } finally {
        for (const key of keys) held.delete(key);
        takesMs += (performance.now() - startedMs - takesMs) / 10;
      }
    };
  return { table: wrappedTable(client, tableName, wrap, waits), conflicts: () => conflicts };
}

/** Returns a table whose calls all pass through `wrap`. */
export function wrappedTable(
  client: DynamoDBDocumentClient,
  tableName: string,
  wrap: (send: Send) => Send,
  waits?: Waits,
): Table {
  const send = client.send.bind(client) as unknown as Send;
  return new Table({ send: wrap(send) }, tableName, waits);
}

/** Returns a table whose items are always in another transaction: every write is refused, as DynamoDB does then. */
export function busyTable(client: DynamoDBDocumentClient, tableName: string): Table {
  const refusal = { message: 'Transaction is ongoing for the item', $metadata: {} };
  return wrappedTable(
    client,
    tableName,
    (send) =>
      async (command, ...rest) => {
        if (command instanceof TransactWriteCommand) {
          const CancellationReasons = keysOf(command.input).map(() => ({ Code: 'TransactionConflict' }));
          throw new TransactionCanceledException({ ...refusal, CancellationReasons });
        }
        const isWrite = /^(Put|Update|Delete)Command$/.test((command as object).constructor.name);
        if (isWrite) throw new TransactionConflictException(refusal);
        return send(command, ...rest);
      },
    { pause: async () => undefined, random: () => 0 },
  );
}

function keysOf(input: TransactWriteCommandInput): string[] {
  return (input.TransactItems ?? []).map((action) => {
    const key =
      action.Put?.Item ?? action.Update?.Key ?? action.Delete?.Key ?? action.ConditionCheck?.Key ?? {};
    return `${String(key.pk)} ${String(key.sk)}`;
  });
}
