import { readDay } from '../../../../shared/calendar/calendar-day';
import { instantOfReader } from '../../format/reader-clock';

/** Filter of a log, as it is chosen. */
export interface AuditFilterState {
  actor: string;
  action: string;
  target: string;
  /** Days on the shown clock, both included. */
  fromDay: string;
  toDay: string;
}

export const NO_FILTER: AuditFilterState = { actor: '', action: '', target: '', fromDay: '', toDay: '' };

export const isFiltered = (filter: AuditFilterState) => Object.values(filter).some((part) => part !== '');

/** Returns false for a period that ends before it begins, which the service refuses. */
export const isInOrder = ({ fromDay, toDay }: AuditFilterState) =>
  !isDay(fromDay) || !isDay(toDay) || fromDay <= toDay;

const isDay = (day: string) => readDay(day) !== undefined;
const MINUTE_MS = 60_000;

/** Returns the query of a filter: its days begin and end on the shown clock. */
export function queryOfFilter({ actor, action, target, fromDay, toDay }: AuditFilterState) {
  return {
    ...(actor.trim() !== '' && { actor: actor.trim() }),
    ...(action !== '' && { action }),
    ...(target.trim() !== '' && { target: target.trim() }),
    ...(isDay(fromDay) && { from: instantOfReader(`${fromDay}T00:00`) }),
    ...(isDay(toDay) && { to: lastMomentOf(toDay) }),
  };
}

function lastMomentOf(day: string): string {
  return new Date(Date.parse(instantOfReader(`${day}T23:59`)) + MINUTE_MS - 1).toISOString();
}
