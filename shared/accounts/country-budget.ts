import { number, object, optional } from 'valibot';
import { ServiceError } from '../errors/service-error';
import { countryOf, isOfCountry, type PhoneCountry } from '../phone-numbers/country';
import type { E164 } from '../phone-numbers/e164';
import type { Platform } from '../platform/platform';
import { defineItem } from '../platform/store/define-item';
import type { Item } from '../platform/store/item';
import { countryTextsKey } from '../platform/store/keys';
import type { Table, TransactItem } from '../platform/store/table';
import type { Account } from './account';
import { secondsToNextDay } from './daily-quota';
import { countOfDay, dayOf } from './internal/count-of-day';

/** Reason why a text over the budget of its country is not sent. */
export const COUNTRY_BUDGET = 'country_budget';

/**
 * Texts of an account to a country on a UTC day, counted while the country has a budget. The count is never too low: it
 * also has texts of workers that died before they could send them.
 */
const countryTextsItem = defineItem({
  entity: 'countryTexts',
  key: ({ accountId, ...place }: { accountId: string; day: string; country: string }) =>
    countryTextsKey(accountId, place),
  value: object({ texts: optional(number(), 0) }),
});

type Budgeted = Pick<Account, 'id' | 'countryBudgets'>;

/** Budget of a country: the most texts in a UTC day. */
export interface CountryBudget {
  country: PhoneCountry;
  most: number;
}

/** Part of a country's budget of a day, taken for texts that are about to be sent. */
export interface TakenBudget {
  accountId: string;
  day: string;
  country: PhoneCountry;
  texts: number;
}

/**
 * Returns the budget that a text to the number counts against; `undefined` when its country has none. A number without a
 * country counts against the first budget of its calling code.
 *
 * **Source:** rules E7.
 */
export function budgetFor(
  { countryBudgets }: Pick<Account, 'countryBudgets'>,
  to: E164,
): CountryBudget | undefined {
  const countries = Object.keys(countryBudgets) as PhoneCountry[];
  if (countries.length === 0) return undefined;
  const country = countryOf(to) ?? countries.find((one) => isOfCountry(to, [one]));
  const most = country && countryBudgets[country];
  return country === undefined || most === undefined ? undefined : { country, most };
}

/**
 * Takes as much of a country's budget as is left, up to `texts`. A plain update: the texts of an account to one country
 * would conflict in transactions.
 *
 * @returns what was taken, which can be nothing
 */
export async function takeBudget(
  table: Table,
  options: { accountId: string; budget: CountryBudget; texts: number; now: Date },
): Promise<TakenBudget> {
  const { accountId, budget, now } = options;
  const { country, most } = budget;
  const place = { accountId, day: dayOf(now), country };
  let { texts } = options;
  while (texts > 0) {
    const counted = { texts: { added: texts, most } };
    const result = await table.update(countOfDay(countryTextsItem.key(place), { now, counted }));
    if (result.written) break;
    texts = Math.min(texts, leftOf(budget, result.found));
  }
  return { ...place, texts: Math.max(0, texts) };
}

/** Gives back what was taken for texts that are not sent. Not idempotent. */
export async function returnBudget(table: Table, taken: TakenBudget, now: Date): Promise<void> {
  if (taken.texts <= 0) return;
  const counted = { texts: { added: -taken.texts, most: Number.MAX_SAFE_INTEGER } };
  await table.update(countOfDay(countryTextsItem.key(taken), { now, counted }));
}

/** Returns how many texts a budget has room for, by its counter. */
export function leftOf({ most }: CountryBudget, counter: Item | undefined): number {
  return Math.max(0, most - (countryTextsItem.readIfAny(counter)?.texts ?? 0));
}

/** Returns the key of the counter of a budget on a day. */
export const budgetKey = (accountId: string, { country }: CountryBudget, now: Date) =>
  countryTextsKey(accountId, { day: dayOf(now), country });

/**
 * Builds the write that counts texts of the service itself against the budget of their country; none when it has no
 * budget. Its condition fails when they do not fit.
 */
export function takeOwnTexts(options: {
  account: Budgeted;
  to: E164;
  texts: number;
  now: Date;
}): TransactItem[] {
  const { account, to, texts, now } = options;
  const budget = budgetFor(account, to);
  if (!budget) return [];
  const counted = { texts: { added: texts, most: budget.most } };
  return [{ Update: countOfDay(budgetKey(account.id, budget, now), { now, counted }) }];
}

/**
 * Runs `send`, which sends one text, with the budget of its country. What was taken and not used is given back when the
 * send is refused or was made before; after any other error it stays counted, since the text may have been accepted.
 *
 * @throws ServiceError DailyQuotaReached, from `take`, when nothing is left
 */
export async function withinBudget<Result>(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  { account, to }: { account: Budgeted; to: E164 },
  send: (place: { take: () => Promise<void>; use: () => void }) => Promise<Result>,
): Promise<Result> {
  const budget = budgetFor(account, to);
  let taken: TakenBudget | undefined;
  const giveBack = async () => {
    if (taken) await returnBudget(table.unrecorded, taken, clock.now());
    taken = undefined;
  };
  const take = async () => {
    if (!budget || taken) return;
    const now = clock.now();
    taken = await takeBudget(table.unrecorded, { accountId: account.id, budget, texts: 1, now });
    if (taken.texts === 0) throw budgetReached(budget.country, now);
  };
  const use = () => void (taken = undefined);
  try {
    const result = await send({ take, use });
    await giveBack();
    return result;
  } catch (error) {
    if (error instanceof ServiceError) await giveBack();
    throw error;
  }
}

/** Returns the texts of this UTC day to the countries that have a budget. */
export async function countryTextsToday(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  { id: accountId, countryBudgets }: Budgeted,
): Promise<Partial<Record<PhoneCountry, number>>> {
  const countries = Object.keys(countryBudgets) as PhoneCountry[];
  const day = dayOf(clock.now());
  const items = await table.batchGet(
    countries.map((country) => countryTextsKey(accountId, { day, country })),
  );
  return Object.fromEntries(
    countries.map((country, index) => [country, countryTextsItem.readIfAny(items[index])?.texts ?? 0]),
  );
}

/** Returns the error for a text whose country has no budget left. */
export function textOverBudget(account: Budgeted, { to, now }: { to: E164; now: Date }): ServiceError {
  const budget = budgetFor(account, to);
  if (!budget) throw new Error('A country without a budget refused a text');
  return budgetReached(budget.country, now);
}

/** Returns the error for a country whose budget of the day is used up. **Source:** rules E7. */
export function budgetReached(country: PhoneCountry, now: Date): ServiceError {
  return new ServiceError('DailyQuotaReached', {
    cause: 'countryBudget',
    details: { reason: COUNTRY_BUDGET, country },
    retryAfterSeconds: secondsToNextDay(now),
  });
}
