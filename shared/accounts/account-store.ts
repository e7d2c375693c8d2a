import { object, string } from 'valibot';
import { type Clock, isoNow } from '../platform/clock';
import { accountKey, accountListKey, ACCOUNTS_PK } from '../platform/store/keys';
import { asRead } from '../platform/store/as-read';
import { commit, required } from '../platform/store/commit';
import { defineItem } from '../platform/store/define-item';
import { type Changes, updateExpression } from '../platform/store/expressions';
import type { Item } from '../platform/store/item';
import type { Table, TransactItem } from '../platform/store/table';
import { type Account, accountItem, readAccount } from './account';
import type { ClearableSetting } from './account-settings';

/** Entry of an account in the list of all accounts. */
const listedAccountItem = defineItem({
  entity: 'listedAccount',
  key: accountListKey,
  value: object({ accountId: string() }),
});

export async function findAccount(table: Table, accountId: string): Promise<Account | undefined> {
  return accountItem.readIfAny(await table.get(accountKey(accountId)));
}

export async function listAccounts(table: Table): Promise<Account[]> {
  const entries = await table.queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': ACCOUNTS_PK },
  });
  const items = await table.batchGet(
    entries.map((entry) => accountKey(listedAccountItem.read(entry).accountId)),
  );
  return items.filter((item) => item !== undefined).map(readAccount);
}

/**
 * @param also writes that commit with it
 * @throws Error when the id is taken
 */
export async function insertAccount(
  table: Table,
  account: Account,
  also: TransactItem[] = [],
): Promise<void> {
  const { id } = account;
  const result = await commit(table, [
    {
      write: {
        Put: { Item: accountItem.item(id, account), ConditionExpression: 'attribute_not_exists(pk)' },
      },
      onFail: 'idTaken',
    },
    { write: { Put: { Item: listedAccountItem.item(id, { accountId: id }) } } },
    ...required(also),
  ]);
  if (!result.committed) throw new Error('Account id taken');
}

/** Changes of an account by the operator: an absent setting stays, `null` clears. */
export type AccountChanges = Partial<Omit<Account, 'id' | 'createdAt' | 'closedAt' | ClearableSetting>> & {
  [Setting in ClearableSetting]?: Account[Setting] | null;
};

/** @returns the account after the change; `undefined` when there is none */
export async function updateAccount(options: {
  table: Table;
  accountId: string;
  changes: AccountChanges;
}): Promise<Account | undefined> {
  const result = await options.table.update({
    Key: accountKey(options.accountId),
    ...updateExpression(changesOf(options.changes)),
    ConditionExpression: 'attribute_exists(pk)',
  });
  return result.written && result.item ? readAccount(result.item) : undefined;
}

/** Builds the same change for a transaction. Its condition fails when a changed setting is no longer as it was read. */
export function updateAsRead(item: Item, changes: AccountChanges): TransactItem {
  const { ConditionExpression, ...extra } = asRead(item, Object.keys(changes));
  return {
    Update: {
      Key: accountKey(readAccount(item).id),
      ...updateExpression(changesOf(changes), extra),
      ConditionExpression,
    },
  };
}

function changesOf(changes: AccountChanges): Changes {
  const all = Object.entries(changes);
  return {
    set: Object.fromEntries(all.filter(([, value]) => value !== null)),
    remove: all.filter(([, value]) => value === null).map(([name]) => name),
  };
}

/** Condition on the account for writes that only an open account allows, such as keys and numbers. */
export const ACCOUNT_IS_OPEN = 'attribute_exists(pk) AND attribute_not_exists(closedAt)';

/**
 * Marks the account as closed: its keys are refused, and it gets no new keys, numbers and endpoints. Closing it again
 * changes nothing.
 *
 * @returns `undefined` when there is no such account
 */
export async function markAccountClosed(
  deps: { table: Table; clock: Clock },
  accountId: string,
): Promise<Account | undefined> {
  const result = await deps.table.update({
    Key: accountKey(accountId),
    ...updateExpression({ set: { closedAt: isoNow(deps.clock) } }),
    ConditionExpression: ACCOUNT_IS_OPEN,
  });
  const item = result.written ? result.item : result.found;
  return item && readAccount(item);
}

type AddCreditsResult = { account: Account } | { refused: 'noSuchAccount' | 'belowZero' };

/**
 * Adds credits, or removes them with a negative number; a balance never falls below zero.
 *
 * It is a transaction, because the SDK sends a write again when the answer is lost: DynamoDB knows a transaction by its token, and
 * would carry out an update twice.
 *
 * @returns the account, as it is after the change
 */
export async function addCredits(options: {
  table: Table;
  accountId: string;
  sms: number;
  mms: number;
}): Promise<AddCreditsResult> {
  const { table, accountId, sms, mms } = options;
  const write: TransactItem = {
    Update: {
      Key: accountKey(accountId),
      ...updateExpression(
        { add: { smsCredits: sms, mmsCredits: mms } },
        { values: { ':smsTaken': Math.max(0, -sms), ':mmsTaken': Math.max(0, -mms) } },
      ),
      ConditionExpression: 'attribute_exists(pk) AND smsCredits >= :smsTaken AND mmsCredits >= :mmsTaken',
    },
  };
  const result = await commit(table, [{ write, onFail: 'refused' }]);
  if (!result.committed) return { refused: result.found ? 'belowZero' : 'noSuchAccount' };
  const account = await findAccount(table, accountId);
  return account ? { account } : { refused: 'noSuchAccount' };
}
