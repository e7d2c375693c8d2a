import type { Item } from '../platform/store/item';
import { ServiceError } from '../errors/service-error';
import { type AccountNumber, readNumber } from './number';

/**
 * Returns the account's number for `from`.
 *
 * @param item the number's item of this account, as read
 * @throws ServiceError SenderNotAssigned when the account does not have the number, SenderNotActive
 *
 * **Source:** rules 2.1, 4.1.
 */
export function checkSender(item: Item | undefined): AccountNumber {
  if (!item) throw new ServiceError('SenderNotAssigned');
  const number = readNumber(item);
  if (number.status !== 'Active') throw new ServiceError('SenderNotActive', { cause: 'from' });
  return number;
}
