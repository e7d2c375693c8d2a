import type { Campaign, Weekday } from '../api/schemas';

type SendingHours = NonNullable<Campaign['sendingHours']>;

/** Sending hours, in the form of their fields. */
export interface HoursDraft {
  hasHours: boolean;
  hoursFrom: string;
  hoursTo: string;
  /** Days of sending; empty: every day. */
  hoursDays: readonly Weekday[];
}

export const NO_HOURS: HoursDraft = { hasHours: false, hoursFrom: '09:00', hoursTo: '20:00', hoursDays: [] };

/** Converts stored hours to their fields; absent: no limit. */
export const hoursDraftOf = (hours: SendingHours | undefined): HoursDraft =>
  hours === undefined
    ? NO_HOURS
    : { hasHours: true, hoursFrom: hours.from, hoursTo: hours.to, hoursDays: hours.days ?? [] };

/** Type with every part, also one that is left out; a new part of the API does not compile until the form has it. */
export type Whole<Parts> = { [Part in keyof Required<Parts>]: Parts[Part] };

/** Converts the fields to hours; `undefined` without a limit. */
export function hoursOf({
  hasHours,
  hoursFrom,
  hoursTo,
  hoursDays,
}: HoursDraft): Whole<SendingHours> | undefined {
  if (!hasHours) return undefined;
  return { from: hoursFrom, to: hoursTo, days: hoursDays.length === 0 ? undefined : [...hoursDays] };
}

/** Converts the fields to a merge patch: `null` takes the hours, or the days, out. */
export function hoursPatchOf(draft: HoursDraft) {
  const hours = hoursOf(draft);
  return hours === undefined ? null : { ...hours, days: hours.days ?? null };
}

/** Leaves out the days where all are meant. */
export const givenHours = ({ days, ...required }: Whole<SendingHours>): SendingHours => ({
  ...required,
  ...(days && { days }),
});
