import { type Clock, isoNow } from '../platform/clock';
import { accountKey, accountListKey, ACCOUNTS_PK } from '../platform/store/keys';
import { updateExpression } from '../platform/store/expressions';
import type { Table } from '../platform/store/table';
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

type ClearableSetting = 'timeZone' | 'defaultNumber' | 'keywordReplies' | 'helpText' | 'optOutText';

/** What the operator may change of an account: absent means unchanged, `null` clears. */
export type AccountChanges = Partial<Omit<Account, 'id' | 'createdAt' | 'closedAt' | ClearableSetting>> & {
  [Setting in ClearableSetting]?: Account[Setting] | null;
};

/** Answers with the account as it is then, or `undefined` where there is none. */
export async function updateAccount(options: {
  table: Table;
  accountId: string;
  changes: AccountChanges;
}): Promise<Account | undefined> {
  const changes = Object.entries(options.changes);
  const result = await options.table.update({
    Key: accountKey(options.accountId),
    ...updateExpression({
      set: Object.fromEntries(changes.filter(([, value]) => value !== null)),
      remove: changes.filter(([, value]) => value === null).map(([name]) => name),
    }),
    ConditionExpression: 'attribute_exists(pk)',
  });
  return result.written && result.item ? readAccount(result.item) : undefined;
}

/** The condition of what only an account that is open may get, such as keys and numbers. */
export const ACCOUNT_IS_OPEN = 'attribute_exists(pk) AND attribute_not_exists(closedAt)';

/**
 * Marks the account as closed: its keys open nothing any more, and it gets no keys, numbers and endpoints. Closing it
 * twice keeps the first time.
 *
 * @returns `undefined` when there is no such account
 */
export async function markAccountClosed(
  deps: { table: Table; clock: Clock },
  accountId: string,
): Promise<Account | undefined> {
  const result = await deps.table.update({
    Key: accountKey(accountId),
    ...updateExpression({ setIfAbsent: { closedAt: isoNow(deps.clock) } }),
    ConditionExpression: 'attribute_exists(pk)',
  });
  return result.written && result.item ? readAccount(result.item) : undefined;
}

export type AddCreditsResult = { account: Account } | { refused: 'noSuchAccount' | 'belowZero' };

/** Adds credits, or takes them with a negative number; a balance never falls below zero that way. */
export async function addCredits(options: {
  table: Table;
  accountId: string;
  sms: number;
  mms: number;
}): Promise<AddCreditsResult> {
  const { sms, mms } = options;
  const result = await options.table.update({
    Key: accountKey(options.accountId),
    ...updateExpression(
      { add: { smsCredits: sms, mmsCredits: mms } },
      { values: { ':smsTaken': Math.max(0, -sms), ':mmsTaken': Math.max(0, -mms) } },
    ),
    ConditionExpression: 'attribute_exists(pk) AND smsCredits >= :smsTaken AND mmsCredits >= :mmsTaken',
  });
  if (result.written && result.item) return { account: readAccount(result.item) };
  return { refused: !result.written && result.found ? 'belowZero' : 'noSuchAccount' };
}
