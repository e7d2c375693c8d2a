import { ServiceError } from '../errors/service-error';
import type { Account } from './account';
import type { Charge } from './charge';

/** Returns the balance of an account when it was read, without its credit shards. */
export const balanceRead = ({
  smsCredits,
  mmsCredits,
}: Pick<Account, 'smsCredits' | 'mmsCredits'>): Charge => ({
  sms: smsCredits,
  mms: mmsCredits,
});

/**
 * Returns the error of a charge that is refused.
 *
 * @param balance as it was read, with credit shards
 */
export function insufficientCredits(charge: Charge, balance: Charge): ServiceError {
  const [lacksSms, lacksMms] = [balance.sms < charge.sms, balance.mms < charge.mms];
  const lacking = lacksSms && lacksMms ? 'smsAndMms' : lacksSms ? 'sms' : lacksMms ? 'mms' : undefined;
  return new ServiceError('InsufficientCredits', { cause: lacking ?? 'spentMeanwhile' });
}
