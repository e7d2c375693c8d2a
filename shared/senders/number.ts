import { number, object, optional, picklist, string } from 'valibot';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import type { Item } from '../platform/store/item';
import { accountNumberKey } from '../platform/store/keys';
import { NUMBER_KINDS } from './number-kind';

/** Sender number assigned to an account. **Source:** rules 1, 2.1. */
export const numberItem = defineItem({
  entity: 'number',
  key: (address: { accountId: string; number: string }) =>
    accountNumberKey(address.accountId, address.number),
  value: object({
    number: string(),
    accountId: string(),
    status: picklist(['Active', 'Inactive']),
    /** Message parts per second that the number may send; absent: only the provider's throttling limits it. */
    ratePerSecond: optional(number()),
    /** MMS per second, if that rate differs. */
    mmsPerSecond: optional(number()),
    kind: optional(picklist(NUMBER_KINDS)),
    createdAt: string(),
  }),
});
export type AccountNumber = ValueOf<typeof numberItem>;
export type NumberStatus = AccountNumber['status'];

export const readNumber = numberItem.read;

/** Returns the parts per second that the number may send of texts, or of MMS. */
export function rateOf(
  { ratePerSecond, mmsPerSecond }: Pick<AccountNumber, 'ratePerSecond' | 'mmsPerSecond'>,
  { isMms }: { isMms: boolean },
): number | undefined {
  return isMms ? (mmsPerSecond ?? ratePerSecond) : ratePerSecond;
}

/**
 * Decides whether a message may leave from the number at its turn, and at which rate. Nothing is sent for a closed
 * account, also before its numbers are removed.
 *
 * @param options.account `undefined` when its data have been deleted
 */
export function senderOf(
  numberItem: Item | undefined,
  { account, isMms }: { account: { closedAt?: string | undefined } | undefined; isMms: boolean },
): { isSenderActive: boolean; ratePerSecond: number | undefined } {
  const number = numberItem && readNumber(numberItem);
  const isAccountOpen = account !== undefined && account.closedAt === undefined;
  return {
    isSenderActive: isAccountOpen && number?.status === 'Active',
    ratePerSecond: number && rateOf(number, { isMms }),
  };
}
