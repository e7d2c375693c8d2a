import { array, object, optional, picklist, string } from 'valibot';
import { type WeekHours, weekOf } from './hours';
import { readTimeOfDay } from './time-of-day';

export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
type Weekday = (typeof WEEKDAYS)[number];

/** Hours that a caller sets, by a local clock: that of each recipient, or that of the account. */
export interface SendingHours {
  /** Start, such as `09:00`. */
  from: string;
  /** End, such as `20:00`, not included; `24:00` is the end of the day. */
  to: string;
  /** Absent: every day. */
  days?: readonly Weekday[] | undefined;
}

/** The same hours as a part of an item. */
export const storedHours = object({
  from: string(),
  to: string(),
  days: optional(array(picklist(WEEKDAYS))),
});

const END_OF_DAY = '24:00';
const MINUTES_A_DAY = 24 * 60;

const readEnd = (text: string) => (text === END_OF_DAY ? MINUTES_A_DAY : readTimeOfDay(text));

/**
 * @param pointer JSON pointer of the hours in the request
 * @returns the reason for the refusal; `undefined` for valid hours
 */
export function refuseSendingHours(
  hours: SendingHours,
  pointer: string,
): { pointer: string; reason: string } | undefined {
  const [from, to] = [readTimeOfDay(hours.from), readEnd(hours.to)];
  if (from === undefined) return { pointer: `${pointer}/from`, reason: 'must be a time, such as 09:00' };
  if (to === undefined) return { pointer: `${pointer}/to`, reason: 'must be a time, such as 20:00' };
  if (from >= to) return { pointer, reason: 'must end after they begin, on the same day' };
  if (hours.days?.length === 0)
    return { pointer: `${pointer}/days`, reason: 'must name a day, or be left out' };
  return undefined;
}

/** @param hours hours that passed `refuseSendingHours` */
export function weekOfSendingHours({ from, to, days = WEEKDAYS }: SendingHours): WeekHours {
  return weekOf(
    { from: readTimeOfDay(from) ?? 0, to: readEnd(to) ?? 0 },
    days.map((day) => WEEKDAYS.indexOf(day)),
  );
}
