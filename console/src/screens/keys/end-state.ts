import { readDay } from '../../../../shared/calendar/calendar-day';
import { instantOfReader } from '../../format/reader-clock';
import { hoursUntilEnd, type KeyEnd } from './key-life';

/** State of the choice of a key's end. */
export interface EndState {
  end: KeyEnd;
  /** Content of the field for the day, `YYYY-MM-DD`; only its beginning while the user types. */
  day: string;
}

/**
 * Returns the hours until the chosen end; `undefined` for none. `isMissing`: no whole day is chosen, one that no calendar
 * has, or a past one.
 */
export function readEnd(
  { end, day }: EndState,
  nowMs: number,
): { hours: number | undefined; isMissing: boolean } {
  const lastMoment = readDay(day) === undefined ? '' : instantOfReader(`${day}T23:59`);
  const hours = hoursUntilEnd(end, { nowMs, lastMoment });
  return { hours, isMissing: hours !== undefined && !(hours >= 1) };
}
