import { number, object, optional, picklist, string } from 'valibot';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { accountNumberKey } from '../platform/store/keys';

/** A sender number assigned to an account. **Source:** rules 1, 2.1. */
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
    createdAt: string(),
  }),
});
export type AccountNumber = ValueOf<typeof numberItem>;
export type NumberStatus = AccountNumber['status'];

export const readNumber = numberItem.read;
