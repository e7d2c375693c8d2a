import { InvalidArgumentError } from 'commander';
import { parse as parseCsv } from 'csv-parse/sync';
import { readHours } from '../../shared/calendar/hours-text';
import type { SendingHours } from '../../shared/calendar/sending-hours';
import { CONTENT_CATEGORIES, type ContentCategory } from '../../shared/content/rules/content-category';
import type { Account } from '../../shared/accounts/account';
import { lowestLimitOf } from '../../shared/accounts/rate-limit';
import type { RetentionDays } from '../../shared/accounts/retention';
import {
  MAX_AMOUNT,
  MAX_MARKETING_CAP_HOURS,
  MAX_MARKETING_CAP_MESSAGES,
  MAX_NUMBER_RATE,
  MAX_RETENTION_DAYS,
  type RateLimitBucket,
  RATE_LIMITS,
} from '../../shared/limits';
import { parsePhoneCountry, type PhoneCountry } from '../../shared/phone-numbers/country';
import {
  type E164,
  parseE164,
  parseNumber,
  parseSender,
  type SenderId,
  type SenderNumber,
} from '../../shared/phone-numbers/e164';
import { parseMember, type SenderMember } from '../../shared/senders/sender';
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

/** Parses `BUCKET=n`, repeatable, several separated by commas. */
export function collectRateLimits(
  raw: string,
  earlier: Partial<Record<RateLimitBucket, number>> = {},
): Partial<Record<RateLimitBucket, number>> {
  return splitList(raw).reduce(addRateLimit, earlier);
}

function addRateLimit(
  earlier: Partial<Record<RateLimitBucket, number>>,
  raw: string,
): Partial<Record<RateLimitBucket, number>> {
  const buckets = Object.keys(RATE_LIMITS) as RateLimitBucket[];
  const [, name = '', limit = ''] = /^([^=]*)=(.*)$/s.exec(raw) ?? [];
  const bucket = buckets.find((one) => one === name);
  if (bucket === undefined || !/^\d+$/.test(limit) || Number(limit) > MAX_AMOUNT) {
    throw new InvalidArgumentError(
      `Expected BUCKET=n, n a whole number of at most ${MAX_AMOUNT.toLocaleString('en-US')}, BUCKET one of ${buckets.join(', ')}.`,
    );
  }
  if (Number(limit) < lowestLimitOf(bucket)) {
    throw new InvalidArgumentError(`Expected ${bucket}=n, n at least ${lowestLimitOf(bucket)}.`);
  }
  return { ...earlier, [bucket]: Number(limit) };
}

/** Parses categories, repeatable, several separated by commas; `none` starts over with an empty list. */
export function collectContentCategories(raw: string, earlier: ContentCategory[] = []): ContentCategory[] {
  return splitList(raw).reduce(addContentCategory, earlier);
}

function addContentCategory(earlier: ContentCategory[], raw: string): ContentCategory[] {
  if (raw === 'none') return [];
  const category = CONTENT_CATEGORIES.find((candidate) => candidate === raw);
  if (category === undefined) {
    throw new InvalidArgumentError(`Expected one of ${CONTENT_CATEGORIES.join(', ')}, or none.`);
  }
  return [...new Set([...earlier, category])];
}

/** Parses countries, repeatable, several separated by commas; `all` starts over with an empty list. */
export function collectCountries(raw: string, earlier: PhoneCountry[] = []): PhoneCountry[] {
  return splitList(raw).reduce(addCountry, earlier);
}

function addCountry(earlier: PhoneCountry[], raw: string): PhoneCountry[] {
  if (raw.toLowerCase() === 'all') return [];
  const country = parsePhoneCountry(raw);
  if (country === undefined) {
    throw new InvalidArgumentError('Expected the two letters of a country, such as US, or all.');
  }
  return [...new Set([...earlier, country])];
}

/** Parses budgets `GB=500`, repeatable, several separated by commas; `none` starts over without any. */
export function collectCountryBudgets(
  raw: string,
  earlier: Partial<Record<PhoneCountry, number>> = {},
): Partial<Record<PhoneCountry, number>> {
  return splitList(raw).reduce(addCountryBudget, earlier);
}

function addCountryBudget(
  earlier: Partial<Record<PhoneCountry, number>>,
  raw: string,
): Partial<Record<PhoneCountry, number>> {
  if (raw.toLowerCase() === 'none') return {};
  const [, code = '', budget = ''] = /^([^=]*)=(\d+)$/.exec(raw) ?? [];
  const country = parsePhoneCountry(code);
  if (country === undefined || budget === '' || Number(budget) > MAX_AMOUNT) {
    throw new InvalidArgumentError(
      `Expected COUNTRY=n, COUNTRY its two letters, n a whole number of at most ${MAX_AMOUNT.toLocaleString('en-US')}, or none.`,
    );
  }
  return { ...earlier, [country]: Number(budget) };
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

/** Collects the members of a sender, each as `+12065550100`, `pool:NAME` or `id:NAME`, with or without `=US,CA`. */
export function collectMembers(raw: string, before: SenderMember[] = []): SenderMember[] {
  const member = parseMember(raw);
  if (member === undefined) {
    throw new InvalidArgumentError(
      'Expected a number of the account, pool:NAME or id:NAME (at most 11 letters and digits, one of them a letter), with or without countries, such as +12065550100=US,CA.',
    );
  }
  return [...before, member];
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

/** Returns a parser of repeatable options: every value, in order; several separated by commas. */
export function collect<T>(parse: (raw: string) => T): (raw: string, earlier?: T[]) => T[] {
  return (raw, earlier = []) => [...earlier, ...splitList(raw).map((value) => parse(value))];
}

/** Help of options that `collect` reads. */
export const LIST_HELP = 'several separated by commas, or the option repeated; "a, b" in quotes is one';

/** Splits a line of CSV: a value that contains a comma stands in double quotes. */
function splitList(raw: string): string[] {
  if (!/[",]/.test(raw)) return [raw];
  try {
    const options = { trim: true, relax_quotes: true, record_delimiter: ['\0'] };
    const records: string[][] = parseCsv(raw, options);
    return records[0] ?? [];
  } catch {
    throw new InvalidArgumentError('A double quote at the beginning of a value has to be closed at its end.');
  }
}
