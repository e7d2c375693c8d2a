import { refuseSendingHours, type SendingHours, WEEKDAYS } from './sending-hours';

const FORM = /^(?:(?<days>[A-Za-z,-]+)\s+)?(?<from>\d\d:\d\d)-(?<to>\d\d:\d\d)$/;

/**
 * Reads hours from one text: `09:00-17:00`, with days before them `MON-FRI 09:00-17:00` or `MON,WED 09:00-17:00`.
 *
 * @returns `undefined` for any other text
 */
export function readHours(text: string): SendingHours | undefined {
  const { days: rawDays, from, to } = FORM.exec(text.trim())?.groups ?? {};
  if (from === undefined || to === undefined) return undefined;
  const days = rawDays === undefined ? undefined : readDays(rawDays.toUpperCase());
  if (rawDays !== undefined && days === undefined) return undefined;
  const hours = { from, to, ...(days && { days }) };
  return refuseSendingHours(hours, '') ? undefined : hours;
}

/** @returns the days in the order of the week; `undefined` when a part is no day and no range of days */
function readDays(text: string): SendingHours['days'] {
  const indexes = new Set<number>();
  for (const part of text.split(',')) {
    const [first = -1, last = first, ...others] = part.split('-').map((day) => indexOfDay(day));
    if (first < 0 || last < first || others.length > 0) return undefined;
    for (let index = first; index <= last; index++) indexes.add(index);
  }
  return WEEKDAYS.filter((_, index) => indexes.has(index));
}

const indexOfDay = (day: string) => WEEKDAYS.findIndex((known) => known === day);

/** Writes hours in the form that `readHours` reads. */
export const describeHours = ({ from, to, days }: SendingHours): string =>
  [...(days ? [days.join(',')] : []), `${from}-${to}`].join(' ');
