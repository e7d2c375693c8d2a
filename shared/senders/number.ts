import { number, object, optional, picklist, string } from 'valibot';
import { defineItem, type ValueOf } from '../platform/store/define-item';
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
