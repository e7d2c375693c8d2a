import type { TransferTask } from '../outbox/relay-outbox';
import type { Platform } from '../platform/platform';
import { commit } from '../platform/store/commit';
import { updateExpression } from '../platform/store/expressions';
import {
  dueAttributes,
  exportKey,
  importKey,
  transfersPk,
  WAITING_TRANSFER_PREFIX,
} from '../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Table } from '../platform/store/table';
import { transferTurn, type Turn, TURNS, waitingTransfer } from './transfer-line';

/** Time after which the timer checks that the worker that took a turn has begun. */
const BEGINS_WITHIN_MS = 60_000;

export const isExport = (transferId: string): boolean => transferId.startsWith('exp_');

/**
 * Chooses the transfer of an account that a worker carries out now: the requested one, if it has a turn, else the one
 * that has waited longest, which takes its turn.
 *
 * @returns the id; `undefined` when all turns are taken, or none waits
 *
 * **Source:** rules E5.
 */
export async function takeTurn(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  { accountId, transferId }: TransferTask,
): Promise<string | undefined> {
  return retryOnConflict(table.waits, async () => {
    const { taken, first } = await readLine(table, accountId);
    if (taken.some((turn) => turn.transferId === transferId)) return transferId;
    const turn = TURNS.find((one) => !taken.some((other) => other.turn === one));
    if (turn === undefined || !first) return undefined;
    const dueAt = new Date(clock.now().getTime() + BEGINS_WITHIN_MS).toISOString();
    const began = await commit(table, [
      { write: begin(first, { turn, dueAt }), onFail: 'hasEnded' },
      {
        write: {
          Put: {
            Item: transferTurn.item({ accountId, turn }, { accountId, turn, transferId: first.transferId }),
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
        onFail: 'taken',
      },
      {
        write: {
          Delete: { Key: waitingTransfer.key(first), ConditionExpression: 'attribute_exists(pk)' },
        },
        onFail: 'taken',
      },
    ]);
    if (began.committed) return first.transferId;
    if (began.refusal === 'hasEnded') await table.delete({ Key: waitingTransfer.key(first) });
    return CONFLICT;
  });
}

/** Reads both turns and the head of the line, in one read. */
async function readLine(table: Table, accountId: string) {
  const { items } = await table.queryPage({
    KeyConditionExpression: 'pk = :pk AND sk > :line',
    ExpressionAttributeValues: { ':pk': transfersPk(accountId), ':line': 'LINE' },
    ConsistentRead: true,
    Limit: TURNS.length + 1,
  });
  const [first] = items.filter(({ sk }) => sk.startsWith(WAITING_TRANSFER_PREFIX));
  return {
    taken: items
      .filter(({ sk }) => !sk.startsWith(WAITING_TRANSFER_PREFIX))
      .map((item) => transferTurn.read(item)),
    first: waitingTransfer.readIfAny(first),
  };
}

function begin({ accountId, transferId }: TransferTask, { turn, dueAt }: { turn: Turn; dueAt: string }) {
  const kind = isExport(transferId) ? ('EXPORT' as const) : ('IMPORT' as const);
  return {
    Update: {
      Key: isExport(transferId) ? exportKey(accountId, transferId) : importKey(accountId, transferId),
      ...updateExpression(
        { set: { turn, ...dueAttributes(kind, { id: transferId, dueAt }) } },
        { values: { ':running': 'running' }, names: { '#status': 'status' } },
      ),
      ConditionExpression: '#status = :running',
    },
  };
}
