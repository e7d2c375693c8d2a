import { DateTime } from 'luxon';
import { WEEKDAYS } from '../../../shared/calendar/sending-hours';
import type { BookedAutomation } from './automation-books';
import type { PlannedTrigger } from './automation-plans';
import type { PlannedAutomation } from './automation-traffic';
import type { Evidence } from './books';
import { logOf } from './consent-books';
import { isUndoubted, mayLeave, startedMs, wasStopped } from './entry-books';
import { momentOf } from './local-times';
import type { WorldAccount } from './seeded-account';

type DateTrigger = Extract<PlannedTrigger, { date: unknown }>;
type RepeatedTrigger = Extract<PlannedTrigger, { every: unknown }>;

/** Moment at which a person should enter, with the name of the entry, and the moment from which they must be found. */
interface DueEntry {
  entry: string;
  atMs: number;
  beginsMs: number;
}

/** Time that the service has to find people before the automation is stopped. */
const FINDS_WITHIN_MS = 2 * 60_000;

/**
 * Finds people who entered by a date or a run that there is not, or too early; and those who did not although their
 * moment came while the automation ran. **Source:** rules E10.2, E10.7.
 */
export function findWrongTimedEntries(
  evidence: Evidence,
  { automation, people }: BookedAutomation,
  { planned, trigger }: { planned: PlannedAutomation; trigger: DateTrigger | RepeatedTrigger },
): string[] {
  const { account, entry: limit, endedAtMs = -Infinity } = planned;
  const isRepeated = 'every' in trigger;
  const from = startedMs(planned);
  const dueOf = (phone: string) =>
    isRepeated ? runsOf(trigger, { account, phone, from, endedAtMs }) : turnsOf(trigger, account, phone);
  const wrong = people.flatMap(({ phoneNumber, entry, enteredAt, isExpected, status, reason }) => {
    const name = `${phoneNumber} in ${automation.id} by ${entry}`;
    const due = dueOf(phoneNumber).find((one) => one.entry === entry);
    if (!due) return [`${name}: it is no time of its trigger`];
    if (isExpected) return status === 'exited' ? [] : [`${name} is ${status} without having entered`];
    // Who opts out leaves at once, also while they wait for their moment.
    if (status === 'exited' && reason === 'opted_out') return [];
    return Date.parse(enteredAt) < due.atMs ? [`${name} entered too early, at ${enteredAt}`] : [];
  });
  if (people.some(({ isExpected }) => !isExpected))
    evidence.world.moments.meet(isRepeated ? 'enteredByRun' : 'enteredByDate');
  if (wasStopped(planned)) return wrong;
  const candidates = isRepeated
    ? account.members.filter((phone) => account.favorites.includes(phone))
    : [...account.birthdays.keys()].filter((phone) => account.members.includes(phone));
  for (const phone of candidates) {
    if (mayLeave(evidence, planned, phone) || !isUndoubted(logOf(evidence, account, phone))) continue;
    const ways = people.filter((one) => one.phoneNumber === phone);
    for (const { entry, beginsMs } of dueOf(phone)) {
      if (beginsMs <= from || beginsMs > endedAtMs - FINDS_WITHIN_MS) continue;
      const isEnough = limit === 'once' ? ways.length > 0 : ways.some((one) => one.entry === entry);
      if (!isEnough) wrong.push(`${phone} was forgotten by ${automation.id} at ${entry}`);
    }
  }
  return wrong;
}

/** Returns the moments of a person's birthdays, one for each year. */
function turnsOf(
  { offsetDays, at }: DateTrigger,
  { birthdays, zones }: WorldAccount,
  phone: string,
): DueEntry[] {
  const birthday = birthdays.get(phone);
  const zone = zones.get(phone) ?? 'UTC';
  if (birthday === undefined) return [];
  return [2025, 2026, 2027].map((year) => {
    // None of these years is a leap year.
    const day = birthday === '02-29' ? '02-28' : birthday;
    const date = DateTime.fromISO(`${year}-${day}`, { zone: 'utc' }).plus({ days: offsetDays }).toISODate();
    const atMs = momentOf(zone, `${date}T${at}`);
    return { entry: String(year), atMs, beginsMs: atMs };
  });
}

/** Returns a person's moments of the runs, from the day before the start on. A run begins where its time comes first: in UTC. */
function runsOf(
  trigger: RepeatedTrigger,
  {
    account: { zones },
    phone,
    from,
    endedAtMs,
  }: { account: WorldAccount; phone: string; from: number; endedAtMs: number },
): DueEntry[] {
  if (!Number.isFinite(from)) return [];
  const runs: DueEntry[] = [];
  const last = DateTime.fromMillis(Math.max(from, endedAtMs), { zone: 'utc' }).plus({ days: 1 });
  let day = DateTime.fromMillis(from, { zone: 'utc' }).minus({ days: 1 });
  for (; day <= last; day = day.plus({ days: 1 })) {
    if (!isDayOf(trigger, day)) continue;
    const entry = `${day.toISODate()}T${trigger.at}`;
    const atMs = momentOf(zones.get(phone) ?? 'UTC', entry);
    runs.push({ entry, atMs, beginsMs: momentOf('UTC', entry) });
  }
  return runs;
}

function isDayOf({ every, on }: RepeatedTrigger, day: DateTime): boolean {
  if (every === 'day') return true;
  if (every === 'week') return Array.isArray(on) && on.includes(WEEKDAYS[day.weekday - 1] ?? '');
  return day.day === Math.min(Number(on), day.daysInMonth ?? 31);
}
