import { object, picklist, string } from 'valibot';
import { putIntoOutbox } from '../outbox/outbox';
import type { TransferTask } from '../outbox/relay-outbox';
import { defineItem } from '../platform/store/define-item';
import { dueAttributes, transferLineKey, transferTurnKey, waitingTransferKey } from '../platform/store/keys';
import type { TransactItem } from '../platform/store/table';

/** Transfers of an account, imports and exports together, that are carried out at a time. */
export const TURNS = [1, 2] as const;
export type Turn = (typeof TURNS)[number];

/** The timer looks whether a worker has begun with the line this long after it has grown. */
const BEGINS_WITHIN_MS = 60_000;

/** A transfer that is carried out. */
export const transferTurn = defineItem({
  entity: 'transferTurn',
  key: ({ accountId, turn }: { accountId: string; turn: Turn }) => transferTurnKey(accountId, turn),
  value: object({ accountId: string(), turn: picklist(TURNS), transferId: string() }),
});

/** A transfer that waits for its turn; they sort by the time since which they do. */
export const waitingTransfer = defineItem({
  entity: 'waitingTransfer',
  key: ({ accountId, ...waiting }: { accountId: string; since: string; transferId: string }) =>
    waitingTransferKey(accountId, waiting),
  value: object({ accountId: string(), since: string(), transferId: string() }),
});

/** Has the timer look at the line of an account. */
export const transferLine = defineItem({
  entity: 'transferLine',
  key: ({ accountId }: { accountId: string }) => transferLineKey(accountId),
  value: object({ accountId: string() }),
});

export const lineDue = (accountId: string, dueAt: string) =>
  dueAttributes('TRANSFER', { id: accountId, dueAt });

/** The writes by which a transfer begins to wait for its turn, for the transaction that starts it. */
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

/** The writes by which a transfer gives its turn to the next, for the transaction that ends it. */
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

/** The write by which a transfer that waits leaves the line. */
export const leaveLine = (waiting: {
  accountId: string;
  since: string;
  transferId: string;
}): TransactItem => ({
  Delete: { Key: waitingTransfer.key(waiting) },
});
