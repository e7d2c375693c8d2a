import { object, picklist, string } from 'valibot';
import { putIntoOutbox } from '../outbox/outbox';
import type { TransferTask } from '../outbox/relay-outbox';
import { defineItem } from '../platform/store/define-item';
import { dueAttributes, transferLineKey, transferTurnKey, waitingTransferKey } from '../platform/store/keys';
import type { TransactItem } from '../platform/store/table';

/** Turns of an account: imports and exports that run at the same time. */
export const TURNS = [1, 2] as const;
export type Turn = (typeof TURNS)[number];

/** Time after which the timer checks that a worker has begun with a line that has grown. */
const BEGINS_WITHIN_MS = 60_000;

/** Transfer that is running. */
export const transferTurn = defineItem({
  entity: 'transferTurn',
  key: ({ accountId, turn }: { accountId: string; turn: Turn }) => transferTurnKey(accountId, turn),
  value: object({ accountId: string(), turn: picklist(TURNS), transferId: string() }),
});

/** Transfer that waits for its turn; waiting transfers sort by the time at which they began to wait. */
export const waitingTransfer = defineItem({
  entity: 'waitingTransfer',
  key: ({ accountId, ...waiting }: { accountId: string; since: string; transferId: string }) =>
    waitingTransferKey(accountId, waiting),
  value: object({ accountId: string(), since: string(), transferId: string() }),
});

/** Entry of an account's line in the `due` index, by which the timer checks the line. */
export const transferLine = defineItem({
  entity: 'transferLine',
  key: ({ accountId }: { accountId: string }) => transferLineKey(accountId),
  value: object({ accountId: string() }),
});

export const lineDue = (accountId: string, dueAt: string) =>
  dueAttributes('TRANSFER', { id: accountId, dueAt });

/** Builds the writes with which a transfer begins to wait for its turn, for the transaction that creates it. */
export function joinLine(options: { task: TransferTask; outboxId: string; now: Date }): TransactItem[] {
  const { task, outboxId, now } = options;
  const { accountId, transferId } = task;
  const since = now.toISOString();
  const dueAt = new Date(now.getTime() + BEGINS_WITHIN_MS).toISOString();
  const waiting = waitingTransfer.item({ accountId, since, transferId }, { accountId, since, transferId });
  const line = transferLine.item({ accountId }, { accountId });
  return [
    { Put: { Item: waiting } },
    { Put: { Item: { ...line, ...lineDue(accountId, dueAt) } } },
    putIntoOutbox({ id: outboxId, entry: { kind: 'transfer', accountId, transferId }, now }),
  ];
}

/** Builds the writes with which a transfer passes its turn to the next, for the transaction that ends it. */
export function endTurn(options: {
  task: TransferTask;
  turn: Turn | undefined;
  outboxId: string;
  now: Date;
}): TransactItem[] {
  const { task, turn, outboxId, now } = options;
  if (turn === undefined) return [];
  return [
    { Delete: { Key: transferTurnKey(task.accountId, turn) } },
    putIntoOutbox({ id: outboxId, entry: { kind: 'transfer', ...task }, now }),
  ];
}

/** Builds the write with which a waiting transfer leaves the line. */
export const leaveLine = (waiting: {
  accountId: string;
  since: string;
  transferId: string;
}): TransactItem => ({
  Delete: { Key: waitingTransfer.key(waiting) },
});
