import { ACCOUNT_IS_OPEN } from '../accounts/account-store';
import { type Clock, isoNow } from '../platform/clock';
import { updateExpression } from '../platform/store/expressions';
import { accountKey, accountNumberKey, NUMBER_PREFIX, numberOwnerKey } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import { transactPatiently } from '../platform/store/transact-patiently';
import { type AccountNumber, type NumberStatus, readNumber } from './number';

export type AddNumberResult = { added: AccountNumber } | { refused: 'noSuchAccount' | 'assignedElsewhere' };

/** Assigns a number to an account. A number belongs to one account only; adding it again changes nothing. */
export async function addNumber(
  deps: { table: Table; clock: Clock },
  options: { accountId: string; number: string; status: NumberStatus; ratePerSecond?: number | undefined },
): Promise<AddNumberResult> {
  const { accountId, number } = options;
  const added: AccountNumber = {
    number,
    accountId,
    status: options.status,
    ratePerSecond: options.ratePerSecond,
    createdAt: isoNow(deps.clock),
  };
  const result = await transactPatiently(deps.table, [
    { ConditionCheck: { Key: accountKey(accountId), ConditionExpression: ACCOUNT_IS_OPEN } },
    {
      Put: {
        Item: { ...numberOwnerKey(number), accountId },
        ConditionExpression: 'attribute_not_exists(pk) OR attribute_exists(removedAt)',
      },
    },
    { Put: { Item: { ...accountNumberKey(accountId, number), entity: 'number', ...added } } },
  ]);
  if (result.committed) return { added };
  if (result.failed.some(({ index, reason }) => index === 0 && reason === 'conditionFailed'))
    return { refused: 'noSuchAccount' };
  const existing = await findNumber(deps.table, { accountId, number });
  return existing ? { added: existing } : { refused: 'assignedElsewhere' };
}

/**
 * Takes a number from an account: from now on it sends nothing, and any account can have it. Texts of the account that
 * wait for the number end with `sender_not_active`. Until another account has the number, texts from phones to it still
 * are this account's: a STOP that answers an older text counts.
 *
 * @returns `false` when the number is not assigned to the account
 */
export async function removeNumber(
  deps: { table: Table; clock: Clock },
  options: { accountId: string; number: string },
): Promise<boolean> {
  const { accountId, number } = options;
  const result = await transactPatiently(deps.table, [
    { Delete: { Key: accountNumberKey(accountId, number), ConditionExpression: 'attribute_exists(pk)' } },
    {
      Update: {
        Key: numberOwnerKey(number),
        ...updateExpression(
          { set: { removedAt: isoNow(deps.clock) } },
          { values: { ':account': accountId } },
        ),
        ConditionExpression: 'accountId = :account',
      },
    },
  ]);
  return result.committed;
}

export async function findNumber(
  table: Table,
  options: { accountId: string; number: string },
): Promise<AccountNumber | undefined> {
  const item = await table.get(accountNumberKey(options.accountId, options.number));
  return item && readNumber(item);
}

export async function listNumbers(table: Table, accountId: string): Promise<AccountNumber[]> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': accountKey(accountId).pk, ':prefix': NUMBER_PREFIX },
    ConsistentRead: true,
  });
  return items.map(readNumber);
}

/**
 * Absent means unchanged; a rate of `null` leaves the pace to the provider.
 *
 * @returns `undefined` when the number is not assigned to the account
 */
export async function updateNumber(
  table: Table,
  options: {
    accountId: string;
    number: string;
    status?: NumberStatus | undefined;
    ratePerSecond?: number | null | undefined;
  },
): Promise<AccountNumber | undefined> {
  const { accountId, number, status, ratePerSecond } = options;
  const changes =
    ratePerSecond === null
      ? { set: { status }, remove: ['ratePerSecond'] }
      : { set: { status, ratePerSecond } };
  const result = await table.update({
    Key: accountNumberKey(accountId, number),
    ...updateExpression(changes),
    ConditionExpression: 'attribute_exists(pk)',
  });
  return result.written && result.item ? readNumber(result.item) : undefined;
}
