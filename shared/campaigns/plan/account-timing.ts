import type { Account } from '../../accounts/account';
import type { AccountTiming } from '../timing/send-time';

/** What of an account decides on times. */
export const timingOfAccount = ({
  timeZone,
  legalHours,
}: Pick<Account, 'timeZone' | 'legalHours'>): AccountTiming => ({ timeZone, areLegalHoursOff: !legalHours });
