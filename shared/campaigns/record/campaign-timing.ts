import type { Account } from '../../accounts/account';
import type { Contact } from '../../audience/contacts/contact';
import type { Whereabouts } from '../timing/legal-hours';
import { scheduledBetween } from '../timing/schedule';
import { type AccountTiming, type SendTime, sendTimesAt } from '../timing/send-time';
import type { Campaign } from './campaign';

type AccountSettings = Pick<Account, 'timeZone' | 'contactTimeZones' | 'legalHours'>;

/** Returns the settings of an account that decide times. */
export const timingOfAccount = ({
  timeZone,
  contactTimeZones,
  legalHours,
}: AccountSettings): AccountTiming => ({ timeZone, contactTimeZones, areLegalHoursOff: !legalHours });

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

/**
 * Returns the time from which a campaign sends, epoch milliseconds: that of its schedule in the first zone that a
 * recipient can be in. A campaign without a schedule sends from `nowMs` on. Its audience may be selected before.
 *
 * **Source:** rules E4.1, E4.3.
 */
export const sendsFrom = (
  { schedule }: Pick<Campaign, 'schedule'>,
  { account, nowMs }: { account: AccountSettings; nowMs: number },
): number => scheduledBetween(schedule, { startedAtMs: nowMs, account }).firstMs;

type Place = Pick<Contact, 'phoneNumber' | 'tz' | 'address'>;

/**
 * Returns a function that decides whether a campaign that has begun may be sent to a contact at a moment, or when. It
 * decides once for all contacts of one place.
 *
 * **Source:** rules E4.3, E4.4, E4.5.
 */
export function contactTimesAt(options: {
  campaign: Campaign;
  account: AccountSettings;
  nowMs: number;
}): (contact: Place) => SendTime {
  const { campaign, account, nowMs } = options;
  const decide = sendTimesAt({
    campaign,
    account: timingOfAccount(account),
    startedAtMs: campaign.startedAt === undefined ? nowMs : Date.parse(campaign.startedAt),
    nowMs,
  });
  const known = new Map<string, SendTime>();
  return (contact) => {
    const place = placeOf(contact);
    const time = known.get(place) ?? decide(whereaboutsOf(contact));
    known.set(place, time);
    return time;
  };
}

/** Returns a key of the properties that decide hours: country and area code, zone, postal code, country. */
const placeOf = ({ phoneNumber, tz, address }: Place): string =>
  [phoneNumber.slice(0, '+1212'.length), tz, address?.postalCode, address?.country].join('|');
