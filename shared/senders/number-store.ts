import { object, optional, string } from 'valibot';
import { ACCOUNT_IS_OPEN } from '../accounts/account-store';
import { type Clock, isoNow } from '../platform/clock';
import { asRead } from '../platform/store/as-read';
import { commit } from '../platform/store/commit';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { updateExpression } from '../platform/store/expressions';
import type { RegionSide } from '../platform/region-side';
import { accountKey, NUMBER_PREFIX, numberOwnerKey } from '../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Table } from '../platform/store/table';
import type { NumberKind, NumberRates } from './number-kind';
import { type AccountNumber, numberItem, type NumberStatus, readNumber } from './number';

/** Account that a number belongs to, or belonged to last. */
export const numberOwnerItem = defineItem({
  entity: 'numberOwner',
  key: numberOwnerKey,
  value: object({
    accountId: string(),
    removedAt: optional(string()),
    /** Previous account of the number, and the time at which it lost the number. */
    previous: optional(object({ accountId: string(), until: string() })),
  }),
});

type AddNumberResult = { added: AccountNumber } | { refused: 'noSuchAccount' | 'assignedElsewhere' };
type MoveNumberResult = { moved: AccountNumber } | { refused: 'noSuchAccount' | 'notAssigned' };

/** Assigns a number to an account. A number belongs to one account only. Assigning it again changes nothing. */
export async function addNumber(
  deps: { table: Table; clock: Clock },
  options: {
    accountId: string;
    number: string;
    status: NumberStatus;
    kind?: NumberKind | undefined;
    region?: RegionSide | undefined;
    dailyCap?: number | undefined;
    brand?: string | undefined;
  } & NumberRates,
): Promise<AddNumberResult> {
  const { accountId, number } = options;
  const added: AccountNumber = {
    number,
    accountId,
    status: options.status,
    ratePerSecond: options.ratePerSecond,
    mmsPerSecond: options.mmsPerSecond,
    kind: options.kind,
    region: options.region,
    dailyCap: options.dailyCap,
    brand: options.brand,
    createdAt: isoNow(deps.clock),
  };
  const owner = numberOwnerItem.readIfAny(await deps.table.get(numberOwnerItem.key(number)));
  const previous = previousOwner(owner, accountId);
  const result = await commit(deps.table, [
    {
      write: { ConditionCheck: { Key: accountKey(accountId), ConditionExpression: ACCOUNT_IS_OPEN } },
      onFail: 'noSuchAccount',
    },
    {
      write: {
        Put: {
          Item: numberOwnerItem.item(number, { accountId, previous }),
          ...(owner?.removedAt === undefined
            ? { ConditionExpression: 'attribute_not_exists(pk)' }
            : {
                ConditionExpression: 'accountId = :owner AND removedAt = :removedAt',
                ExpressionAttributeValues: { ':owner': owner.accountId, ':removedAt': owner.removedAt },
              }),
        },
      },
      onFail: 'assignedElsewhere',
    },
    { write: { Put: { Item: numberItem.item(added, added) } } },
  ]);
  if (result.committed) return { added };
  if (result.refusal === 'noSuchAccount') return { refused: result.refusal };
  const existing = await findNumber(deps.table, { accountId, number });
  return existing ? { added: existing } : { refused: result.refusal };
}

/** Returns the previous account; when an account gets its own number back, the previous account stays the same. */
function previousOwner(owner: NumberOwner | undefined, accountId: string): NumberOwner['previous'] {
  if (owner?.removedAt === undefined || owner.accountId === accountId) return owner?.previous;
  return { accountId: owner.accountId, until: owner.removedAt };
}
type NumberOwner = ValueOf<typeof numberOwnerItem>;

/**
 * Moves a number to another account, with its status, kind, rates and daily cap. Queued texts of the first account from this
 * number end with `sender_not_active`.
 *
 * @param options.toAccountId another account than the one that has the number
 */
export async function moveNumber(
  deps: { table: Table; clock: Clock },
  options: { accountId: string; number: string; toAccountId: string },
): Promise<MoveNumberResult> {
  const { accountId, number, toAccountId } = options;
  const now = isoNow(deps.clock);
  const assigned = await findNumber(deps.table, { accountId, number });
  if (!assigned) return { refused: 'notAssigned' };
  const moved: AccountNumber = { ...assigned, accountId: toAccountId, createdAt: now };
  const owner = { accountId: toAccountId, previous: { accountId, until: now } };
  const result = await commit(deps.table, [
    {
      write: { ConditionCheck: { Key: accountKey(toAccountId), ConditionExpression: ACCOUNT_IS_OPEN } },
      onFail: 'noSuchAccount',
    },
    {
      write: {
        Put: {
          Item: numberOwnerItem.item(number, owner),
          ConditionExpression: 'accountId = :account AND attribute_not_exists(removedAt)',
          ExpressionAttributeValues: { ':account': accountId },
        },
      },
      onFail: 'notAssigned',
    },
    {
      write: { Delete: { Key: numberItem.key(assigned), ConditionExpression: 'attribute_exists(pk)' } },
      onFail: 'notAssigned',
    },
    { write: { Put: { Item: numberItem.item(moved, moved) } } },
  ]);
  return result.committed ? { moved } : { refused: result.refusal };
}

/**
 * Removes a number from an account: the account cannot send from it any more, and any account can get it. Queued texts
 * of the account from this number end with `sender_not_active`. Texts from phones are still received for this account
 * until another account gets the number; a STOP still counts for some weeks longer.
 *
 * @returns `false` when the number is not assigned to the account
 */
export async function removeNumber(
  deps: { table: Table; clock: Clock },
  options: { accountId: string; number: string },
): Promise<boolean> {
  const { accountId, number } = options;
  const result = await commit(deps.table, [
    {
      write: { Delete: { Key: numberItem.key(options), ConditionExpression: 'attribute_exists(pk)' } },
      onFail: 'notAssigned',
    },
    {
      write: {
        Update: {
          Key: numberOwnerItem.key(number),
          ...updateExpression(
            { set: { removedAt: isoNow(deps.clock) } },
            { values: { ':account': accountId } },
          ),
          ConditionExpression: 'accountId = :account',
        },
      },
      onFail: 'notAssigned',
    },
  ]);
  return result.committed;
}

export async function findNumber(
  table: Table,
  options: { accountId: string; number: string },
): Promise<AccountNumber | undefined> {
  return numberItem.readIfAny(await table.get(numberItem.key(options)));
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
 * Changes a number. Absent means unchanged; a rate, cap or brand of `null` is removed.
 *
 * @param options.beforeWrite called with the number before the change, and with its changes
 * @returns `undefined` when the number is not assigned to the account
 */
export async function updateNumber(
  table: Table,
  options: {
    accountId: string;
    number: string;
    status?: NumberStatus | undefined;
    kind?: NumberKind | undefined;
    region?: RegionSide | undefined;
    ratePerSecond?: number | null | undefined;
    mmsPerSecond?: number | null | undefined;
    dailyCap?: number | null | undefined;
    brand?: string | null | undefined;
    beforeWrite?: (before: AccountNumber, changed: object) => void;
  },
): Promise<AccountNumber | undefined> {
  const { status, kind, region, ratePerSecond, mmsPerSecond, dailyCap, brand } = options;
  return retryOnConflict(table.waits, async () => {
    const item = await table.get(numberItem.key(options));
    if (!item) return undefined;
    const settings = { status, kind, region, ratePerSecond, mmsPerSecond, dailyCap, brand };
    const changed = Object.entries(settings).filter(
      ([name, value]) => value !== undefined && (value ?? undefined) !== item[name],
    );
    if (changed.length === 0) return readNumber(item);
    options.beforeWrite?.(readNumber(item), Object.fromEntries(changed));
    const { ConditionExpression, ...extra } = asRead(
      item,
      changed.map(([name]) => name),
    );
    const changes = {
      set: Object.fromEntries(changed.filter(([, value]) => value !== null)),
      remove: changed.filter(([, value]) => value === null).map(([name]) => name),
    };
    const result = await table.update({
      Key: numberItem.key(options),
      ...updateExpression(changes, extra),
      ConditionExpression,
    });
    return result.written && result.item ? readNumber(result.item) : CONFLICT;
  });
}
