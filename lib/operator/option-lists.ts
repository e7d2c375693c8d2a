import { InvalidArgumentError } from 'commander';
import { parse as parseCsv } from 'csv-parse/sync';
import { lowestLimitOf } from '../../shared/accounts/rate-limit';
import { CONTENT_CATEGORIES, type ContentCategory } from '../../shared/content/rules/content-category';
import { MAX_AMOUNT, type RateLimitBucket, RATE_LIMITS } from '../../shared/limits';
import { parsePhoneCountry, type PhoneCountry } from '../../shared/phone-numbers/country';
import { parseMember, type SenderMember } from '../../shared/senders/sender';
import { parseEmail } from '../../shared/users/email';

/** Option parsers for commander of options that are repeated: each adds a value, or throws an error that says what it expected. */

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

/** Returns a parser of e-mail addresses, repeatable, several separated by commas; `none` starts over without any. */
export const collectEmails =
  (maximum: number) =>
  (raw: string, earlier: string[] = []): string[] => {
    const emails = splitList(raw).reduce(addEmail, earlier);
    if (emails.length <= maximum) return emails;
    throw new InvalidArgumentError(`Expected at most ${maximum} addresses.`);
  };

function addEmail(earlier: string[], raw: string): string[] {
  if (raw.toLowerCase() === 'none') return [];
  const email = parseEmail(raw);
  if (email === undefined) {
    throw new InvalidArgumentError('Expected an e-mail address, such as ann@example.com, or none.');
  }
  return [...new Set([...earlier, email])];
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
