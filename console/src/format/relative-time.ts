import { formatDate } from './dates';

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' });
const now = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Distance from which on a date says more than a number of days. */
const FAR_MS = 45 * DAY_MS;

/**
 * Formats a time by its distance from now, such as “3 hours ago” or “in 5 days”; one that is far away by its date. Whole
 * units that have passed count, so that “in 2 days” is never less than two days. “Yesterday” would be the day before by the
 * calendar, which these 24 hours are not.
 */
export function formatRelative(iso: string, nowMs: number): string {
  const distanceMs = Date.parse(iso) - nowMs;
  const sizeMs = Math.abs(distanceMs);
  if (Number.isNaN(sizeMs) || sizeMs >= FAR_MS) return formatDate(iso);
  if (sizeMs >= DAY_MS) return inUnits(distanceMs, DAY_MS, 'day');
  if (sizeMs >= HOUR_MS) return inUnits(distanceMs, HOUR_MS, 'hour');
  if (sizeMs >= MINUTE_MS) return inUnits(distanceMs, MINUTE_MS, 'minute');
  return now.format(0, 'second');
}

const inUnits = (distanceMs: number, unitMs: number, unit: Intl.RelativeTimeFormatUnit) =>
  relative.format(Math.trunc(distanceMs / unitMs), unit);
