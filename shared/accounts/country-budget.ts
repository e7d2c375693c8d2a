import { number, object, optional } from 'valibot';
import { ServiceError } from '../errors/service-error';
import { countryOf, isOfCountry, type PhoneCountry } from '../phone-numbers/country';
import type { E164 } from '../phone-numbers/e164';
import type { Platform } from '../platform/platform';
import { defineItem } from '../platform/store/define-item';
import { updateExpression } from '../platform/store/expressions';
import type { Item } from '../platform/store/item';
import { countryTextsKey } from '../platform/store/keys';
import type { Table, TransactItem, UpdateInput } from '../platform/store/table';
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
  value: object({
    texts: optional(number(), 0),
    /** Time of the last text that was counted, epoch milliseconds. */
    countedAtMs: optional(number(), 0),
  }),
});

type Budgeted = Pick<Account, 'id' | 'countryBudgets'>;

/** Budget of a country: the most texts in a UTC day. */
export interface CountryBudget {
  country: PhoneCountry;
  most: number;
}

/** Budget of which nothing is left, since a time in epoch milliseconds. */
export interface UsedUpBudget {
  country: PhoneCountry;
  sinceMs: number;
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

/** Builds the update that counts texts, whose condition fails when they do not fit. */
function countTexts(
  accountId: string,
  options: { budget: CountryBudget; texts: number; now: Date },
): UpdateInput {
  const { budget, texts, now } = options;
  return countOfDay(budgetKey(accountId, budget, now), {
    now,
    counted: { texts: { added: texts, most: budget.most } },
    set: { countedAtMs: now.getTime() },
  });
}

/**
 * Takes as much of a country's budget as is left, up to `texts`. A plain update: the texts of an account to one country
 * would conflict in transactions.
 *
 * @returns what was taken, which can be nothing; then also since when
 */
export async function takeBudget(
  table: Table,
  options: { accountId: string; budget: CountryBudget; texts: number; now: Date },
): Promise<TakenBudget & { usedUpSinceMs?: number }> {
  const { accountId, budget, now } = options;
  const taken = { accountId, day: dayOf(now), country: budget.country };
  let { texts } = options;
  for (;;) {
    const result = await table.update(countTexts(accountId, { budget, texts, now }));
    if (result.written) return { ...taken, texts };
    texts = Math.min(texts, leftOf(budget, result.found));
    const { countedAtMs = 0 } = countryTextsItem.readIfAny(result.found) ?? {};
    if (texts === 0) return { ...taken, texts, usedUpSinceMs: countedAtMs };
  }
}

/** Gives back what was taken for texts that are not sent. Not idempotent. */
export async function returnBudget(table: Table, { accountId, texts, ...place }: TakenBudget): Promise<void> {
  if (texts <= 0) return;
  await table.update({
    Key: countryTextsKey(accountId, place),
    ...updateExpression({ add: { texts: -texts } }),
    ConditionExpression: 'attribute_exists(pk)',
  });
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
  return [{ Update: countTexts(account.id, { budget, texts, now }) }];
}

/** Place of one text in the budget of its country. */
export interface BudgetPlace {
  /** Takes the place, once; every country without a budget has one. Returns the budget when nothing is left. */
  take: () => Promise<UsedUpBudget | undefined>;
  /** Keeps the place: the text is accepted. */
  keep: () => void;
}

/**
 * Runs `send`, which sends one text, with its place in the budget of its country. A place that was taken and not kept
 * is given back when the send is refused or was made before; after any other error it stays counted, since the text may
 * have been accepted.
 */
export async function withinBudget<Result>(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  { account, to }: { account: Budgeted; to: E164 },
  send: (place: BudgetPlace) => Promise<Result>,
): Promise<Result> {
  const budget = budgetFor(account, to);
  let [isTaken, unused]: [boolean, TakenBudget | undefined] = [false, undefined];
  const giveBack = async () => unused && returnBudget(table.unrecorded, unused);
  const take = async () => {
    if (!budget || isTaken) return undefined;
    const options = { accountId: account.id, budget, texts: 1, now: clock.now() };
    const { usedUpSinceMs: sinceMs, ...taken } = await takeBudget(table.unrecorded, options);
    if (sinceMs !== undefined) return { country: budget.country, sinceMs };
    [isTaken, unused] = [true, taken];
    return undefined;
  };
  const keep = () => void (unused = undefined);
  try {
    const result = await send({ take, keep });
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
