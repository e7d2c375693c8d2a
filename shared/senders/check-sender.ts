import { pauseOf } from '../holds/hold';
import type { Pause } from '../holds/pause';
import { serviceHoldItem } from '../holds/service-hold';
import type { Item } from '../platform/store/item';
import { ServiceError } from '../errors/service-error';
import { type AccountNumber, isActiveHere, numberItem, readNumber } from './number';
import { isSenderItem, type Sender, senderItem } from './sender';

/** Seconds after which a request may be repeated: a pause has no known end. */
const ASK_AGAIN_AFTER_SECONDS = 60;

/**
 * Returns the account's number or sender for `from`.
 *
 * @param item item of this account under `accountNumberKey`, as read
 * @throws ServiceError SenderNotAssigned when the account does not have it, SenderNotActive for a number
 *
 * **Source:** rules 2.1, 2.8, 4.1.
 */
export function checkSender(item: Item | undefined): AccountNumber | Sender {
  if (!item) throw new ServiceError('SenderNotAssigned');
  if (isSenderItem(item)) return senderItem.read(item);
  const number = readNumber(item);
  if (!isActiveHere(number)) throw new ServiceError('SenderNotActive', { cause: 'from' });
  return number;
}

/**
 * Refuses a request that would send while sending is paused.
 *
 * @param items items of `senderKeys`, as read
 * @throws ServiceError SendingPaused
 *
 * **Source:** rules E8.4.
 */
export function refuseWhilePaused(
  [itemOfNumber, serviceItem]: Array<Item | undefined>,
  account: { paused?: Pause | undefined },
): void {
  const number = itemOfNumber && !isSenderItem(itemOfNumber) ? numberItem.read(itemOfNumber) : undefined;
  const service = serviceHoldItem.readIfAny(serviceItem);
  const pause = pauseOf({ service, account, number });
  if (!pause) return;
  throw new ServiceError('SendingPaused', {
    cause: pause.scope,
    retryAfterSeconds: ASK_AGAIN_AFTER_SECONDS,
  });
}
