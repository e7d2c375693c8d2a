import { SUPPORTED_TIME_ZONES } from '../../audience/contacts/time-zone-names';
import { readInstant } from '../../calendar/instant';
import { isTimeZone } from '../../time-zones/time-zone';
import { instantOf, type WallMs } from '../../time-zones/wall-clock';

/** Schedule at one instant for all, or at a wall-clock time: of one zone, or of each recipient. */
export type Schedule =
  | { at: string }
  | {
      /** Wall-clock time, such as `2026-12-01T10:00`. */
      localTime: string;
      /** IANA name, or `recipient`. */
      timeZone: string;
    };

/**
 * First time that is refused. Later times, such as the expiry, are derived from a schedule, and times sort as texts
 * only while a year has four digits.
 */
const TOO_LATE_MS = Date.UTC(9999, 0, 1);
const TOO_LATE = 'must be before the year 9999';

const LOCAL_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/;

/** @returns `undefined` for a text that is not a date and time */
export function readLocalTime(text: string): WallMs | undefined {
  const parts = LOCAL_TIME.exec(text)?.slice(1).map(Number);
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts;
  const wall = Date.UTC(year, month - 1, day, hour, minute);
  // `Date` turns 30 February into 2 March.
  return new Date(wall).toISOString().startsWith(text) ? wall : undefined;
}

/** Returns when a schedule is due for a recipient of a zone; without a schedule, this is when the campaign begins. */
export function dueAt(
  schedule: Schedule | undefined,
  options: { startedAtMs: number; recipientZone: string },
): number {
  if (!schedule) return options.startedAtMs;
  if ('at' in schedule) return Date.parse(schedule.at);
  const { localTime, timeZone } = schedule;
  return instantOf(
    timeZone === 'recipient' ? options.recipientZone : timeZone,
    readLocalTime(localTime) ?? 0,
  );
}

/** Zones of an account, besides those that the service derives. */
export interface AccountZones {
  /** Zone for contacts without one. */
  timeZone?: string | undefined;
  /** Zones that imports gave to contacts. */
  contactTimeZones?: readonly string[];
}

/** Returns every zone that a recipient can be in. */
export const zonesOf = ({ timeZone = 'UTC', contactTimeZones = [] }: AccountZones): string[] => [
  ...SUPPORTED_TIME_ZONES,
  timeZone,
  ...contactTimeZones,
];

/** Returns the first and the last moment of a schedule, over every zone that a recipient can be in. */
export function scheduledBetween(
  schedule: Schedule | undefined,
  options: { startedAtMs: number; account: AccountZones },
): { firstMs: number; lastMs: number } {
  const { startedAtMs, account } = options;
  const moments = zonesOf(account).map((recipientZone) => dueAt(schedule, { startedAtMs, recipientZone }));
  return { firstMs: Math.min(...moments), lastMs: Math.max(...moments) };
}

/**
 * @returns the reason for the refusal, as part of a sentence after the name of the place; `undefined` for a valid
 *   schedule
 */
export function refuseSchedule(schedule: Schedule): { pointer: string; reason: string } | undefined {
  if ('at' in schedule) {
    const pointer = '/schedule/at';
    const atMs = readInstant(schedule.at);
    if (atMs === undefined)
      return { pointer, reason: 'must be an ISO time with a zone, such as 2026-12-01T10:00:00Z' };
    return atMs < TOO_LATE_MS ? undefined : { pointer, reason: TOO_LATE };
  }
  const pointer = '/schedule/localTime';
  const wallMs = readLocalTime(schedule.localTime);
  if (wallMs === undefined) return { pointer, reason: 'must be a date and time, such as 2026-12-01T10:00' };
  if (wallMs >= TOO_LATE_MS) return { pointer, reason: TOO_LATE };
  if (schedule.timeZone !== 'recipient' && !isTimeZone(schedule.timeZone))
    return { pointer: '/schedule/timeZone', reason: 'must be an IANA time zone or "recipient"' };
  return undefined;
}
