import { accountKey, accountListKey, ACCOUNTS_PK } from '../platform/keys';
import { updateExpression } from '../platform/expressions';
import type { Table } from '../platform/table';
import { type Account, readAccount } from './account';

export async function findAccount(table: Table, accountId: string): Promise<Account | undefined> {
  const item = await table.get(accountKey(accountId));
  return item && readAccount(item);
}

export async function listAccounts(table: Table): Promise<Account[]> {
  const entries = await table.queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': ACCOUNTS_PK },
  });
  const items = await table.batchGet(entries.map((entry) => accountKey(entry.accountId as string)));
  return items.filter((item) => item !== undefined).map(readAccount);
}

/** Fails when the id is taken. */
export async function insertAccount(table: Table, account: Account): Promise<void> {
  const result = await table.transact([
    {
      Put: {
        Item: { ...accountKey(account.id), entity: 'account', ...account },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    { Put: { Item: { ...accountListKey(account.id), accountId: account.id } } },
  ]);
  if (!result.committed) throw new Error('Account id taken');
}

/** What the operator may change of an account; absent means unchanged. */
export type AccountChanges = Partial<Omit<Account, 'id' | 'createdAt'>>;

export async function updateAccount(options: {
  table: Table;
  accountId: string;
  changes: AccountChanges;
}): Promise<Account | undefined> {
  const result = await options.table.update({
    Key: accountKey(options.accountId),
    ...updateExpression({ set: options.changes }),
    ConditionExpression: 'attribute_exists(pk)',
  });
  return result.written && result.item ? readAccount(result.item) : undefined;
}

/** Adds (or with a negative number takes) credits; answers with the account, or `undefined` where there is none. */
export async function addCredits(options: {
  table: Table;
  accountId: string;
  sms: number;
  mms: number;
}): Promise<Account | undefined> {
  const result = await options.table.update({
    Key: accountKey(options.accountId),
    ...updateExpression({ add: { smsCredits: options.sms, mmsCredits: options.mms } }),
    ConditionExpression: 'attribute_exists(pk)',
  });
  return result.written && result.item ? readAccount(result.item) : undefined;
}
