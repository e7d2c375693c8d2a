import { readInstantOrDay } from '../calendar/instant';
import { invalidRequest } from '../errors/service-error';
import type { MessageFilter } from '../texts/list-messages';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 24 * 60 * 60 * 1000;
const SECOND_MS = 1000;

/**
 * Reads Twilio's filters by date: `DateSent` is a day by UTC, `DateSent<` and `DateSent>` are inclusive, and also take a
 * time.
 *
 * @throws ServiceError InvalidRequest
 */
export function readSentRange(query: Record<string, string>): Pick<MessageFilter, 'sentSince' | 'sentUntil'> {
  const on = readMoment('DateSent', query.sentOn);
  const before = readMoment('DateSent<', query.sentBefore);
  const after = readMoment('DateSent>', query.sentAfter);
  const dayOf = on && startOfDay(on.start);
  const since = [dayOf, after?.start].filter((time) => time !== undefined);
  const until = [dayOf && endOfDay(dayOf), before?.end].filter((time) => time !== undefined);
  return {
    ...(since.length > 0 && { sentSince: new Date(Math.max(...since.map(Number))).toISOString() }),
    ...(until.length > 0 && { sentUntil: new Date(Math.min(...until.map(Number))).toISOString() }),
  };
}

/** Returns the first and the last moment of a day, or of a second. */
function readMoment(name: string, text: string | undefined): { start: Date; end: Date } | undefined {
  if (text === undefined) return undefined;
  const startMs = readInstantOrDay(text);
  if (startMs === undefined) {
    throw invalidRequest({ pointer: `?${name}`, reason: 'must be a date, YYYY-MM-DD, or a time' });
  }
  const start = new Date(startMs);
  if (DATE.test(text)) return { start, end: endOfDay(start) };
  return { start, end: new Date(Math.floor(start.getTime() / SECOND_MS) * SECOND_MS + SECOND_MS - 1) };
}

const startOfDay = (time: Date) => new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);
const endOfDay = (day: Date) => new Date(day.getTime() + DAY_MS - 1);
