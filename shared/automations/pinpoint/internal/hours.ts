import { readTimeOfDay } from '../../../calendar/time-of-day';
import { WEEKDAYS } from '../../../calendar/sending-hours';
import type { Context } from './context';
import type { Part } from './part';

type Weekday = (typeof WEEKDAYS)[number];
export interface Hours {
  from: string;
  to: string;
  days?: Weekday[];
}
interface Minutes {
  from: number;
  to: number;
}

const MINUTES_A_DAY = 24 * 60;
const DAY_NAMES: Readonly<Record<string, Weekday>> = {
  ...{ MONDAY: 'MON', TUESDAY: 'TUE', WEDNESDAY: 'WED', THURSDAY: 'THU' },
  ...{ FRIDAY: 'FRI', SATURDAY: 'SAT', SUNDAY: 'SUN' },
};

/**
 * Reads the hours in which texts may go out, from quiet time and open hours.
 *
 * @param options.open open hours of SMS, absent when they are not in force
 */
export function readHours(
  context: Context,
  { quiet, open }: { quiet: Part; open?: Part | undefined },
): Hours | undefined {
  const awake = quiet.isGiven ? readQuietTime(context, quiet) : undefined;
  const opened = open && open.members.length > 0 ? readOpenHours(context, open) : undefined;
  if (!awake || !opened) return write(awake, opened);
  const both = { ...opened, from: Math.max(awake.from, opened.from), to: Math.min(awake.to, opened.to) };
  if (both.from < both.to) return write(undefined, both);
  context.findings.left(
    open ?? [],
    'Open hours and quiet time leave no time of day: the hours are those outside quiet time.',
  );
  return write(awake, undefined);
}

function write(
  awake: Minutes | undefined,
  opened: (Minutes & { days: Weekday[] }) | undefined,
): Hours | undefined {
  const hours = opened ?? awake;
  if (!hours || (hours.from === 0 && hours.to === MINUTES_A_DAY && !opened)) return undefined;
  const days = opened?.days.length === WEEKDAYS.length ? undefined : opened?.days;
  return { from: clock(hours.from), to: clock(hours.to), ...(days && { days }) };
}

const clock = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

function readQuietTime({ findings }: Context, quiet: Part): Minutes | undefined {
  const parts = [quiet.at('Start'), quiet.at('End')];
  const [start, end] = parts.map(({ text }) => readTimeOfDay(text ?? ''));
  if (start === undefined || end === undefined) {
    findings.left(parts, 'Quiet time is no pair of times such as 21:00 and 09:00.');
    return undefined;
  }
  const awake = outside(start, end);
  if (awake.from >= awake.to) {
    findings.left(parts, 'Sending hours are one stretch of a day, and cannot have a pause in them.');
    return undefined;
  }
  findings.changed(
    parts,
    `Texts are sent from ${clock(awake.from)} to ${clock(awake.to)} by the clock of each person, also of those whose time zone Pinpoint did not know; the others wait.`,
  );
  return awake;
}

/** Returns the time outside quiet time; empty when that is two stretches of a day. */
function outside(start: number, end: number): Minutes {
  if (start > end) return { from: end, to: start };
  if (start === 0) return { from: end, to: MINUTES_A_DAY };
  return end === MINUTES_A_DAY - 1 ? { from: 0, to: start } : { from: 0, to: 0 };
}

function readOpenHours({ findings }: Context, open: Part): (Minutes & { days: Weekday[] }) | undefined {
  const days: Weekday[] = [];
  const rules: Minutes[] = [];
  for (const [name, day] of open.members) {
    const weekday = Object.hasOwn(DAY_NAMES, name) ? DAY_NAMES[name] : undefined;
    const ofDay = day.items.map(readRule);
    const [rule] = ofDay;
    if (weekday === undefined || ofDay.length > 1 || (ofDay.length === 1 && !rule)) {
      findings.left(
        open,
        'Sending hours are one stretch for all days: open hours of this form are not taken over.',
      );
      return undefined;
    }
    if (!rule) continue;
    days.push(weekday);
    rules.push(rule);
  }
  const from = Math.max(...rules.map((rule) => rule.from));
  const to = Math.min(...rules.map((rule) => rule.to));
  if (from >= to || rules.length === 0) {
    findings.left(
      open,
      'The open hours of the days have no hour in common, and sending hours are the same on all days.',
    );
    return undefined;
  }
  const isSame = rules.every((rule) => rule.from === from && rule.to === to);
  const what = `Texts are sent from ${clock(from)} to ${clock(to)} on ${WEEKDAYS.filter((day) => days.includes(day)).join(', ')}`;
  if (isSame) findings.taken(open, `${what}.`);
  else findings.changed(open, `${what}: the hours that all of these days have in common.`);
  return { from, to, days: WEEKDAYS.filter((day) => days.includes(day)) };
}

function readRule(rule: Part): Minutes | undefined {
  const [from, to] = ['StartTime', 'EndTime'].map((name) =>
    readTimeOfDay(/^T?(\d\d:\d\d)(?::00)?$/.exec(rule.at(name).text ?? '')?.[1] ?? ''),
  );
  if (from === undefined || to === undefined) return undefined;
  const end = to === 0 || to === MINUTES_A_DAY - 1 ? MINUTES_A_DAY : to;
  return from < end ? { from, to: end } : undefined;
}
