import type { Account } from '../../accounts/account';
import type { Contact } from '../../audience/contacts/contact';
import type { Whereabouts } from '../timing/legal-hours';
import { type AccountTiming, decideSendTime, type SendTime } from '../timing/send-time';
import type { Campaign } from './campaign';

/** What of an account decides on times. */
export const timingOfAccount = ({
  timeZone,
  legalHours,
}: Pick<Account, 'timeZone' | 'legalHours'>): AccountTiming => ({ timeZone, areLegalHoursOff: !legalHours });

export const whereaboutsOf = ({
  phoneNumber,
  tz,
  address,
}: Pick<Contact, 'phoneNumber' | 'tz' | 'address'>): Whereabouts => ({
  phoneNumber,
  tz,
  postalCode: address?.postalCode,
  country: address?.country,
});

/** Whether a campaign that has begun may be sent to a contact now, or when it may be. **Source:** rules E4.3, E4.4, E4.5. */
export function decideContactTime(options: {
  campaign: Campaign;
  account: Pick<Account, 'timeZone' | 'legalHours'>;
  contact: Pick<Contact, 'phoneNumber' | 'tz' | 'address'>;
  nowMs: number;
}): SendTime {
  const { campaign, account, contact, nowMs } = options;
  return decideSendTime({
    campaign,
    account: timingOfAccount(account),
    recipient: whereaboutsOf(contact),
    beganAtMs: campaign.beganAt === undefined ? nowMs : Date.parse(campaign.beganAt),
    nowMs,
  });
}
