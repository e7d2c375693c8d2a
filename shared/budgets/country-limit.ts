import type { Account } from '../accounts/account';
import { isOptInCountryEnabled } from '../accounts/enabled-countries';
import { dayOf } from '../accounts/count-of-day';
import { COUNTRY_JUMP_DAYS, COUNTRY_JUMP_FACTOR, COUNTRY_JUMP_FLOOR } from '../limits';
import { countryOf, isOfCountry, type PhoneCountry } from '../phone-numbers/country';
import type { E164, SenderNumber } from '../phone-numbers/e164';
import type { Platform } from '../platform/platform';
import { Remembered } from '../platform/store/remembered';
import type { Table } from '../platform/store/table';
import { listNumbers } from '../senders/number-store';
import { readCountryTexts } from '../statistics/daily-statistics';
import { OTHER } from '../statistics/usage';

/** Account settings that bound texts by country. */
export type Limited = Pick<Account, 'id' | 'countryBudgets' | 'countryJumpStop' | 'createdAt'>;

/** Numbers that tell no country, for which only jumps are looked for: satellite and international networks. */
const NO_COUNTRY = 'ZZ';
export type LimitedCountry = PhoneCountry | typeof NO_COUNTRY;

/** Most texts to a country in a UTC day. */
export interface CountryLimit {
  country: LimitedCountry;
  most: number;
  /** `budget`: set by the operator. `jump`: ten times what is usual. */
  reason: 'budget' | 'jump';
  /** False where more texts than `most` go out, and are only told: jumps in the countries of the account's own numbers. */
  stops: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the country as which texts to a number are counted; `undefined` when nothing bounds them. A number without a
 * country counts against the first budget of its calling code, by the alphabet.
 *
 * **Source:** rules E7.
 */
export function limitedCountry(
  { countryBudgets, countryJumpStop }: Pick<Limited, 'countryBudgets' | 'countryJumpStop'>,
  to: E164,
): LimitedCountry | undefined {
  const budgeted = (Object.keys(countryBudgets) as PhoneCountry[]).sort();
  if (budgeted.length === 0 && !countryJumpStop) return undefined;
  const country = countryOf(to) ?? budgeted.find((one) => isOfCountry(to, [one])) ?? NO_COUNTRY;
  return countryJumpStop || budgeted.some((one) => one === country) ? country : undefined;
}

// What was sent on the days before does not change, and the numbers of an account seldom do.
const jumpLimits = new Remembered<CountryLimit>();

/**
 * Returns the limit of texts to the country of a number: its budget, or else, when jumps are looked for, ten times the
 * texts of a usual day. The usual day is read once a day by each process.
 *
 * @returns `undefined` when nothing bounds them
 */
export async function findCountryLimit(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  account: Limited,
  to: E164,
): Promise<CountryLimit | undefined> {
  const country = limitedCountry(account, to);
  if (country === undefined) return undefined;
  const budget = country === NO_COUNTRY ? undefined : account.countryBudgets[country];
  if (budget !== undefined) return { country, most: budget, reason: 'budget', stops: true };
  const now = clock.now();
  const name = rememberedAs(account.id, country, now);
  const known = jumpLimits.get(table, name);
  if (known) return known;
  const limit = await readJumpLimit(table, { account, country, to, now });
  jumpLimits.set(table, name, limit);
  return limit;
}

/** Highest value of a counter that nothing bounds. */
const NO_BOUND = Number.MAX_SAFE_INTEGER;

/** Takes the bound off a jump that is told only, for this process and day. */
export function liftToldJump(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  { accountId, limit }: { accountId: string; limit: CountryLimit },
): CountryLimit {
  const lifted = { ...limit, most: NO_BOUND };
  jumpLimits.set(table, rememberedAs(accountId, limit.country, clock.now()), lifted);
  return lifted;
}

const rememberedAs = (accountId: string, country: LimitedCountry, now: Date) =>
  `${accountId} ${dayOf(now)} ${country}`;

async function readJumpLimit(
  table: Table,
  { account, country, to, now }: { account: Limited; country: LimitedCountry; to: E164; now: Date },
): Promise<CountryLimit> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const [byCountry, numbers] = await Promise.all([
    readCountryTexts(table, { accountId: account.id, from: before(COUNTRY_JUMP_DAYS), to: before(1) }),
    listNumbers(table, account.id),
  ]);
  const own = numbers.map(({ number }) => number as SenderNumber);
  return {
    country,
    most: jumpLimit({
      texts: byCountry.get(country === NO_COUNTRY ? OTHER : country) ?? 0,
      accountAgeMs: now.getTime() - Date.parse(account.createdAt),
    }),
    reason: 'jump',
    stops: !isOptInCountryEnabled({ countries: [] }, { to, numbers: own }),
  };
}

/**
 * Returns how many texts to a country are no jump.
 *
 * @param options.texts texts to the country on the seven days before
 * @param options.accountAgeMs an account that is younger than seven days has as many days as it is old
 *
 * **Source:** rules E7.
 */
export function jumpLimit({ texts, accountAgeMs }: { texts: number; accountAgeMs: number }): number {
  const days = Math.min(COUNTRY_JUMP_DAYS, Math.max(1, Math.floor(accountAgeMs / DAY_MS)));
  return Math.max(COUNTRY_JUMP_FLOOR, Math.ceil((COUNTRY_JUMP_FACTOR * texts) / days));
}
