import { WEEKDAYS } from '../../../calendar/sending-hours';

/** Moment of a schedule: an instant, and what a clock shows at it. */
export interface Moment {
  atMs: number;
  /** Such as `2026-12-01T10:00`. */
  localTime: string;
  timeOfDay: string;
  weekday: (typeof WEEKDAYS)[number];
  dayOfMonth: number;
}

const ISO = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;
const OFFSET = /^(?:UTC)?(?:Z|([+-])(\d{2})(?::?(\d{2}))?)?$/;
const MS_A_MINUTE = 60_000;

/**
 * Reads a time of a schedule.
 *
 * @param offset offset of the clock, such as `UTC-07`; absent: the offset in the text, else UTC
 * @returns `undefined` for a text that is no time
 */
export function readMoment(text: string, offset?: string): Moment | undefined {
  const [, wall, zone] = ISO.exec(text) ?? [];
  if (wall === undefined) return undefined;
  const clockMinutes = readOffset(offset ?? zone ?? 'UTC');
  const zoneMinutes = zone === undefined ? clockMinutes : readOffset(zone);
  const wallMs = Date.parse(`${wall}Z`);
  if (clockMinutes === undefined || zoneMinutes === undefined || Number.isNaN(wallMs)) return undefined;
  const atMs = wallMs - zoneMinutes * MS_A_MINUTE;
  const shown = new Date(atMs + clockMinutes * MS_A_MINUTE);
  const localTime = shown.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
  return {
    atMs,
    localTime,
    timeOfDay: localTime.slice(-'HH:MM'.length),
    weekday: WEEKDAYS[(shown.getUTCDay() + 6) % WEEKDAYS.length] ?? 'MON',
    dayOfMonth: shown.getUTCDate(),
  };
}

/** @returns minutes ahead of UTC */
function readOffset(text: string): number | undefined {
  const match = OFFSET.exec(text);
  if (!match) return undefined;
  const [, sign, hours = '0', minutes = '0'] = match;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
