import { dayOfMonth, type EpochDay } from '../../calendar/calendar-day';
import { WEEKDAYS } from '../../calendar/sending-hours';
import { readTimeOfDay } from '../../calendar/time-of-day';
import { instantOf, startOfDay, type WallMs, wallAt, weekdayOf } from '../../time-zones/wall-clock';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DAYS_A_WEEK = 7;

type Weekday = (typeof WEEKDAYS)[number];

/** Times of a trigger that repeats. */
export type Recurrence =
  | { every: 'day'; at: string }
  /** `on` absent: Monday. */
  | { every: 'week'; on?: readonly Weekday[] | undefined; at: string }
  /** `on` is a day of the month, 1 to 31; in a month that is too short, its last day. Absent: 1. */
  | { every: 'month'; on?: number | undefined; at: string };

/** Run of a trigger that repeats: the same date and time in every zone, so at other instants. */
interface Run {
  /** Date and time such as `2026-12-01T10:00`, as a campaign's `schedule.localTime` has it. Names the run. */
  localTime: string;
  /** When the first zone shows it. */
  firstMs: number;
  /** When the last zone shows it. */
  lastMs: number;
}

/**
 * Returns the first run that has not begun in any zone before a moment.
 *
 * @param options.zones zones of the account, as `zonesOf` lists them
 * @param options.fromMs epoch milliseconds, included
 *
 * **Source:** rules E10.2.
 */
export function nextRun(
  recurrence: Recurrence,
  { zones, fromMs }: { zones: readonly string[]; fromMs: number },
): Run {
  const today = startOfDay(Math.min(...zones.map((zone) => wallAt(zone, fromMs))));
  // A time that the day before skips can have moved to this day.
  let wall = wallFrom(recurrence, today - DAY_MS);
  for (;;) {
    const moments = momentsOf(wall, zones);
    const firstMs = Math.min(...moments);
    if (firstMs >= fromMs) return { localTime: writeLocalTime(wall), firstMs, lastMs: Math.max(...moments) };
    wall = wallFrom(recurrence, startOfDay(wall) + DAY_MS);
  }
}

/**
 * Returns the first moment, from one on, at which the clock of a zone shows a time of the recurrence. A time that
 * daylight saving skips moves forward by the gap; of one that occurs twice, the first counts.
 *
 * @param options.fromMs epoch milliseconds, included
 */
export const nextTime = (
  recurrence: Recurrence,
  { zone, fromMs }: { zone: string; fromMs: number },
): number => nextRun(recurrence, { zones: [zone], fromMs }).firstMs;

const momentsOf = (wall: WallMs, zones: readonly string[]) => zones.map((zone) => instantOf(zone, wall));

/** @param midnight of the first day that counts */
const wallFrom = (recurrence: Recurrence, midnight: WallMs): WallMs =>
  dayFrom(recurrence, midnight / DAY_MS) * DAY_MS + (readTimeOfDay(recurrence.at) ?? 0) * MINUTE_MS;

/** Returns the first day of the recurrence, from one on. */
function dayFrom(recurrence: Recurrence, day: EpochDay): EpochDay {
  switch (recurrence.every) {
    case 'day':
      return day;
    case 'week':
      return weekdayFrom(recurrence.on ?? ['MON'], day);
    case 'month':
      return monthDayFrom(recurrence.on ?? 1, day);
    default:
      throw new Error(`Unknown recurrence: ${String(recurrence satisfies never)}`);
  }
}

function weekdayFrom(on: readonly Weekday[], day: EpochDay): EpochDay {
  const today = weekdayOf(day * DAY_MS);
  const daysUntil = on.map((weekday) => (WEEKDAYS.indexOf(weekday) - today + DAYS_A_WEEK) % DAYS_A_WEEK);
  return day + Math.min(...daysUntil);
}

function monthDayFrom(on: number, from: EpochDay): EpochDay {
  const date = new Date(from * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const inThisMonth = dayOfMonth({ year, month, day: on });
  return inThisMonth >= from ? inThisMonth : dayOfMonth({ year, month: month + 1, day: on });
}

const writeLocalTime = (wall: WallMs) => new Date(wall).toISOString().slice(0, '2026-12-01T10:00'.length);
