import { InvalidArgumentError } from 'commander';
import { readHours } from '../../shared/calendar/hours-text';
import type { SendingHours } from '../../shared/calendar/sending-hours';
import type { Account } from '../../shared/accounts/account';
import type { RetentionDays } from '../../shared/accounts/retention';
import { isSendableText } from '../../shared/content/rules/invalid-characters';
import {
  MAX_AMOUNT,
  MAX_MARKETING_CAP_HOURS,
  MAX_MARKETING_CAP_MESSAGES,
  BRAND_PATTERN,
  MAX_DAILY_CAP,
  MAX_NUMBER_RATE,
  MIN_DAILY_CAP,
  MAX_RETENTION_DAYS,
} from '../../shared/limits';
import {
  type E164,
  parseE164,
  parseNumber,
  parseSender,
  type SenderId,
  type SenderNumber,
} from '../../shared/phone-numbers/e164';
import { isTimeZone } from '../../shared/time-zones/time-zone';

/** Option parsers for commander: each returns the value, or throws an error that says what it expected. */

/** Returns a parser of whole numbers; the end of its sentence names a word that is taken besides. */
export const parseBetween =
  (minimum: number, maximum: number, orWord = '') =>
  (raw: string): number => {
    const number = Number(raw);
    if (!/^\d+$/.test(raw) || number < minimum || number > maximum) {
      const [least, most] = [minimum, maximum].map((bound) => bound.toLocaleString('en-US'));
      throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}${orWord}.`);
    }
    return number;
  };

export const parseWholeNumber = parseBetween(0, MAX_AMOUNT);

export function parseCount(raw: string): number {
  const number = Number(raw);
  if (!/^\d+$/.test(raw) || !Number.isSafeInteger(number) || number === 0) {
    throw new InvalidArgumentError('Expected a whole number, 1 or more.');
  }
  return number;
}

export function parseRetentionDays(raw: string): RetentionDays {
  return raw === 'none' ? 'none' : parseBetween(1, MAX_RETENTION_DAYS, ', or none')(raw);
}

/** Parses `2/24`: the number of messages within a number of hours. */
export function parseMarketingCap(raw: string): NonNullable<Account['marketingCap']> {
  const [, messages = 0, hours = 0] = (/^(\d{1,6})\/(\d{1,4})$/.exec(raw) ?? []).map(Number);
  const isCount = (number: number, most: number) => number >= 1 && number <= most;
  if (!isCount(messages, MAX_MARKETING_CAP_MESSAGES) || !isCount(hours, MAX_MARKETING_CAP_HOURS)) {
    throw new InvalidArgumentError(
      `Expected n/hours, such as 2/24, or none; n at most ${MAX_MARKETING_CAP_MESSAGES} and hours at most ${MAX_MARKETING_CAP_HOURS}.`,
    );
  }
  return { messages, hours };
}

/** Parses a number of credits, which a minus sign takes from the account. */
export function parseSignedNumber(raw: string): number {
  const number = Number(raw);
  if (!/^[+-]?\d+$/.test(raw) || Math.abs(number) > MAX_AMOUNT) {
    throw new InvalidArgumentError(
      `Expected a whole number, such as 100 or -5, of at most ${MAX_AMOUNT.toLocaleString('en-US')}.`,
    );
  }
  return number;
}

/** Parses the messages per second of a number; `none` leaves the pace to the provider. */
export function parseRate(raw: string): number | 'none' {
  if (raw === 'none') return raw;
  const number = Number(raw);
  if (!/^\d+$/.test(raw) || number === 0 || number > MAX_NUMBER_RATE) {
    throw new InvalidArgumentError(
      `Expected a whole number a second from 1 to ${MAX_NUMBER_RATE.toLocaleString('en-US')}, or none.`,
    );
  }
  return number;
}

/** Daily cap as given, with the brand whose numbers share it; `null`: none. */
export interface GivenCap {
  dailyCap: number | null;
  brand: string | null;
}

/** Parses the daily cap of a number, `N` or `BRAND=N`; `none` takes it away. */
export function parseDailyCap(raw: string): GivenCap {
  if (raw === 'none') return { dailyCap: null, brand: null };
  const [, brand = null, digits = ''] = /^(?:(.*)=)?(\d+)$/.exec(raw) ?? [];
  const dailyCap = Number(digits);
  const isBrand = brand === null || new RegExp(BRAND_PATTERN).test(brand);
  if (!isBrand || dailyCap < MIN_DAILY_CAP || dailyCap > MAX_DAILY_CAP) {
    throw new InvalidArgumentError(
      `Expected message parts a day from ${MIN_DAILY_CAP} to ${MAX_DAILY_CAP.toLocaleString('en-US')}, with the name of a brand before, ` +
        'such as acme=10000, or none.',
    );
  }
  return { dailyCap, brand };
}

/** Parses an IANA zone, such as America/Chicago; a bare offset is refused, because it has no summer time. */
export function parseTimeZone(raw: string): string {
  if (!isTimeZone(raw)) {
    throw new InvalidArgumentError('Expected an IANA time zone, such as America/Chicago.');
  }
  return raw;
}

export function parsePhone(raw: string): E164 {
  const phone = parseE164(raw);
  if (phone === undefined) {
    throw new InvalidArgumentError('Expected a phone number in E.164 form, such as +12125550123.');
  }
  return phone;
}

export function parseSenderNumber(raw: string): SenderNumber {
  const number = parseNumber(raw);
  if (number === undefined) {
    throw new InvalidArgumentError(
      'Expected a phone number in E.164 form, such as +12125550123, or a short code of 5 to 6 digits.',
    );
  }
  return number;
}

/** Parses what texts are sent from: a number of the account, or one of its senders. */
export function parseFrom(raw: string): SenderNumber | SenderId {
  const from = parseSender(raw);
  if (from === undefined) {
    throw new InvalidArgumentError(
      'Expected a phone number in E.164 form, such as +12125550123, a short code of 5 to 6 digits, or the id of a sender, such as snd_….',
    );
  }
  return from;
}

/** Parses a time with its zone, such as 2026-03-01T12:00:00Z, or a day in UTC. */
export function parseTime(raw: string): Date {
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(raw);
  const time = new Date(raw);
  if (!isTime || Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError(
      'Expected a time such as 2026-03-01T12:00:00Z, or a day such as 2026-03-01.',
    );
  }
  return time;
}

/** Returns a parser of durations such as 36h or 90d, in hours. */
export const parseHours =
  ({ least, most }: { least: number; most: number }) =>
  (raw: string): number => {
    const [, count, unit] = /^(\d{1,6})([hd])$/.exec(raw.trim()) ?? [];
    const hours = Number(count) * (unit === 'd' ? 24 : 1);
    if (count === undefined || hours < least || hours > most) {
      throw new InvalidArgumentError(`Expected hours or days such as 36h or 90d, ${least} to ${most} hours.`);
    }
    return hours;
  };

/** Parses hours of a week, such as MON-FRI 09:00-17:00. */
export function parseHoursOfWeek(raw: string): SendingHours {
  const hours = readHours(raw);
  if (hours === undefined) {
    throw new InvalidArgumentError(
      'Expected hours such as 09:00-17:00, or with days MON-FRI 09:00-17:00; they end after they begin, at 24:00 at the latest.',
    );
  }
  return hours;
}

/** Parses a name. An option in its place means that the value was forgotten. */
export function parseName(raw: string): string {
  const name = raw.trim();
  if (name === '' || name.startsWith('--')) throw new InvalidArgumentError('Expected a name.');
  return name;
}

/** Lets an empty string pass the parser: it clears the setting. */
export function orEmpty<T>(parse: (raw: string) => T): (raw: string) => T | '' {
  return (raw) => (raw === '' ? '' : parse(raw));
}

/**
 * Returns a parser of texts of at most so many characters.
 *
 * @param pattern form of the whole text; absent: any
 */
export function parseText(maxCharacters: number, pattern?: RegExp): (raw: string) => string {
  return (raw) => {
    if ([...raw].length > maxCharacters) {
      throw new InvalidArgumentError(`Expected at most ${maxCharacters} characters.`);
    }
    if (pattern !== undefined && !pattern.test(raw)) {
      throw new InvalidArgumentError(`Expected the form ${pattern.source}.`);
    }
    if (!isSendableText(raw)) throw new InvalidArgumentError('Expected no control characters.');
    return raw;
  };
}

/** Returns a parser of a sentence of at most so many characters. An option in its place means that it was forgotten. */
export const parseNote = (maxCharacters: number) => (raw: string) => parseText(maxCharacters)(parseName(raw));

/** Returns a parser that accepts a text unchanged when it has the required form. */
export function checked(isValid: (raw: string) => boolean, expectation: string): (raw: string) => string {
  return (raw) => {
    if (!isValid(raw)) throw new InvalidArgumentError(expectation);
    return raw;
  };
}
