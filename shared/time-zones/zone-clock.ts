const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DAYS_A_WEEK = 7;

/** Beginning of the listed changes; before it the first offset applies. */
export const CLOCKS_FROM_MS = Date.UTC(2020, 0, 1);

/** Change of a clock, and its offset from UTC after it. */
export interface ClockChange {
  atMs: number;
  offsetMinutes: number;
}

/** Change of a clock that happens every year. */
export interface YearlyChange {
  /** 1 to 12. */
  month: number;
  /** Week of the month: 1 to 4; 5 is the last. */
  week: number;
  /** Sunday is 0. */
  weekday: number;
  /** Minutes after midnight of that day by the clock before the change; can fall on another day. */
  minutes: number;
  offsetMinutes: number;
}

/** Clock of one or more zones: its listed changes, and the yearly changes after them. */
export interface ZoneClock {
  offsetMinutes: number;
  changes: readonly ClockChange[];
  /** Empty, or two in the order of a year. */
  yearly: readonly YearlyChange[];
}

/** Reads one line of the data, without its names, in the form of `writeClock`. */
export function readClock(text: string): ZoneClock {
  const [offset = '', changes = '', yearly = ''] = text.split('|');
  let minutes = CLOCKS_FROM_MS / MINUTE_MS;
  return {
    offsetMinutes: Number(offset),
    changes: split(changes).map((change) => {
      const [sincePrevious = '', offsetMinutes] = change.split(':');
      minutes += parseInt(sincePrevious, 36);
      return { atMs: minutes * MINUTE_MS, offsetMinutes: Number(offsetMinutes) };
    }),
    yearly: split(yearly).map((rule) => {
      const [month = 0, week = 0, weekday = 0, ofDay = 0, offsetMinutes = 0] = rule.split(',').map(Number);
      return { month, week, weekday, minutes: ofDay, offsetMinutes };
    }),
  };
}

export function writeClock({ offsetMinutes, changes, yearly }: ZoneClock): string {
  const listed = changes.map((change, index) => {
    const sincePreviousMs = change.atMs - (changes[index - 1]?.atMs ?? CLOCKS_FROM_MS);
    return `${(sincePreviousMs / MINUTE_MS).toString(36)}:${change.offsetMinutes}`;
  });
  const rules = yearly.map((rule) =>
    [rule.month, rule.week, rule.weekday, rule.minutes, rule.offsetMinutes].join(),
  );
  return [offsetMinutes, listed.join(' '), rules.join(' ')].join('|');
}

const split = (list: string) => (list === '' ? [] : list.split(' '));

/** Returns how many minutes a clock is ahead of UTC at an instant. */
export function offsetMinutesAt({ offsetMinutes, changes, yearly }: ZoneClock, atMs: number): number {
  const last = changes.at(-1);
  if (yearly.length > 0 && (last === undefined || atMs >= last.atMs)) {
    const year = new Date(atMs).getUTCFullYear();
    const isMade = (change: ClockChange) => change.atMs <= atMs && change.atMs > (last?.atMs ?? -Infinity);
    const made =
      changesOfYear(yearly, year).findLast(isMade) ?? changesOfYear(yearly, year - 1).findLast(isMade);
    return (made ?? last)?.offsetMinutes ?? offsetMinutes;
  }
  return changes.findLast((change) => change.atMs <= atMs)?.offsetMinutes ?? offsetMinutes;
}

/** Applies the yearly changes of a clock to a year. */
export const changesOfYear = (yearly: readonly YearlyChange[], year: number): ClockChange[] =>
  yearly.map((rule, index) => ({
    atMs: midnightOf(rule, year) + (rule.minutes - (yearly[1 - index]?.offsetMinutes ?? 0)) * MINUTE_MS,
    offsetMinutes: rule.offsetMinutes,
  }));

/** Returns midnight, as if the clock were UTC, of the day that a rule names in a year. */
function midnightOf({ month, week, weekday }: YearlyChange, year: number): number {
  const first = Date.UTC(year, month - 1, 1);
  const untilWeekday = (weekday - new Date(first).getUTCDay() + DAYS_A_WEEK) % DAYS_A_WEEK;
  const day = first + (untilWeekday + (week - 1) * DAYS_A_WEEK) * DAY_MS;
  // In a month without a fifth such weekday, the fourth is the last.
  return new Date(day).getUTCMonth() === month - 1 ? day : day - DAYS_A_WEEK * DAY_MS;
}
