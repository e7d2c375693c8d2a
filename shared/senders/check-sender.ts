import type { Item } from '../platform/store/item';
import { ServiceError } from '../errors/service-error';
import { type AccountNumber, readNumber } from './number';

/**
 * The account's number behind `from`.
 *
 * @param item the number's item of this account, as read
 * @throws ServiceError 33004 not assigned to the account, 33009 not Active
 *
 * **Source:** contract 2.1, 4.1.
 */
export function checkSender(item: Item | undefined): AccountNumber {
  if (!item) throw new ServiceError(33004);
  const number = readNumber(item);
  if (number.status !== 'Active') throw new ServiceError(33009);
  return number;
}
