import type { Item } from '../platform/store/item';

export type NumberStatus = 'Active' | 'Inactive';

/** A sender number assigned to an account. **Source:** rules 1, 2.1. */
export interface AccountNumber {
  number: string;
  accountId: string;
  status: NumberStatus;
  /** Message parts per second that the number may send; absent: only the provider's own throttling counts. */
  ratePerSecond: number | undefined;
  createdAt: string;
}

export function readNumber(item: Item): AccountNumber {
  return {
    number: item.number as string,
    accountId: item.accountId as string,
    status: item.status as NumberStatus,
    ratePerSecond: item.ratePerSecond as number | undefined,
    createdAt: item.createdAt as string,
  };
}
