import { number, object, optional, string } from 'valibot';
import { countOfDay, dayOf } from '../accounts/count-of-day';
import { secondsToNextDay } from '../accounts/daily-quota';
import { ServiceError } from '../errors/service-error';
import { queueCountryExceeded } from '../events/country-event';
import type { E164 } from '../phone-numbers/e164';
import type { Platform } from '../platform/platform';
import { commit, required } from '../platform/store/commit';
import { defineItem } from '../platform/store/define-item';
import { updateExpression } from '../platform/store/expressions';
import type { Item } from '../platform/store/item';
import { countryTextsKey } from '../platform/store/keys';
import type { Table, TransactItem, UpdateInput } from '../platform/store/table';
import {
  type CountryLimit,
  findCountryLimit,
  liftToldJump,
  type Limited,
  type LimitedCountry,
} from './country-limit';

/** Reason why a text over the limit of its country is not sent. */
export const COUNTRY_BUDGET = 'country_budget';

/**
 * Texts of an account to a country on a UTC day, counted while something bounds them. The count is never too low: it also
 * has texts of workers that died before they could send them.
 */
const countryTextsItem = defineItem({
  entity: 'countryTexts',
  key: ({ accountId, ...place }: { accountId: string; day: string; country: string }) =>
    countryTextsKey(accountId, place),
  value: object({
    texts: optional(number(), 0),
    /** Time of the last text that was counted, epoch milliseconds. */
    countedAtMs: optional(number(), 0),
    /** Reason for which the account was told on this day that the texts exceed a limit. */
    told: optional(string()),
  }),
});

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/** Limit of which nothing is left, since a time in epoch milliseconds. */
export interface UsedUpLimit {
  country: LimitedCountry;
  sinceMs: number;
}

/** Texts to a country, taken from its limit of a day, that are about to be sent. */
export interface TakenTexts {
  accountId: string;
  day: string;
  country: LimitedCountry;
  texts: number;
}

/** Builds the update that counts texts. Its condition fails when they do not fit. */
function countTexts(
  accountId: string,
  { limit, texts, now }: { limit: CountryLimit; texts: number; now: Date },
): UpdateInput {
  return countOfDay(limitKey(accountId, limit, now), {
    now,
    counted: { texts: { added: texts, most: limit.most } },
    set: { countedAtMs: now.getTime() },
  });
}

/**
 * Takes as many texts to a country as its limit has left, up to `texts`. A plain update: the texts of an account to one
 * country would conflict in transactions. The first time on a day that not all fit, the account is told.
 *
 * @returns what was taken, which can be nothing; then also since when
 */
export async function takeTexts(
  deps: Deps,
  options: { accountId: string; limit: CountryLimit; texts: number },
): Promise<TakenTexts & { usedUpSinceMs?: number }> {
  const { accountId } = options;
  const now = deps.clock.now();
  const taken = { accountId, day: dayOf(now), country: options.limit.country };
  let { limit, texts } = options;
  for (;;) {
    const result = await deps.table.update(countTexts(accountId, { limit, texts, now }));
    if (result.written) return { ...taken, texts };
    const lifted = await exceedLimit(deps, { accountId, limit, found: result.found });
    if (lifted) limit = lifted;
    else texts = Math.min(texts, leftOf(limit, result.found));
    const { countedAtMs = 0 } = countryTextsItem.readIfAny(result.found) ?? {};
    if (texts === 0) return { ...taken, texts, usedUpSinceMs: countedAtMs };
  }
}

/**
 * Gives back what was taken for texts that are not sent. As a transaction it is applied once, also when its response is
 * lost and it is sent again. Call it once for what was taken.
 */
export async function returnTexts(table: Table, { accountId, texts, ...place }: TakenTexts): Promise<void> {
  if (texts <= 0) return;
  const update = {
    Key: countryTextsKey(accountId, place),
    ...updateExpression({ add: { texts: -texts } }),
    ConditionExpression: 'attribute_exists(pk)',
  };
  await commit(table, [{ write: { Update: update }, onFail: 'noCounter' }]);
}

/**
 * Tells the account that not all texts to a country fit into its limit: an event, once a day for each reason.
 *
 * @param options.found counter that refused some
 * @returns the limit without a bound where texts are told only; `undefined` where they stop
 */
export async function exceedLimit(
  deps: Deps,
  options: { accountId: string; limit: CountryLimit; found: Item | undefined },
): Promise<CountryLimit | undefined> {
  const { accountId, limit, found } = options;
  const { table, ids } = deps;
  const now = deps.clock.now();
  if (countryTextsItem.readIfAny(found)?.told !== limit.reason) {
    const update = {
      Key: limitKey(accountId, limit, now),
      ...updateExpression({ set: { told: limit.reason } }),
      ConditionExpression: 'attribute_not_exists(#told) OR #told <> :told',
    };
    await commit(table.unrecorded, [
      { write: { Update: update }, onFail: 'toldBefore' },
      ...required([queueCountryExceeded(ids, { accountId, limit, day: dayOf(now), now })]),
    ]);
  }
  return limit.stops ? undefined : liftToldJump(deps, { accountId, limit });
}

/** Returns how many texts a limit has room for, by its counter. */
export function leftOf({ most }: Pick<CountryLimit, 'most'>, counter: Item | undefined): number {
  return Math.max(0, most - (countryTextsItem.readIfAny(counter)?.texts ?? 0));
}

/** Returns the key of the counter of a country on a day. */
export const limitKey = (accountId: string, { country }: CountryLimit, now: Date) =>
  countryTextsKey(accountId, { day: dayOf(now), country });

/**
 * Builds the write that counts texts of the service itself to a country. Its condition fails when they do not fit; call
 * `exceedLimit` then.
 */
export function takeOwnTexts(options: {
  accountId: string;
  limit: CountryLimit | undefined;
  texts: number;
  now: Date;
}): TransactItem[] {
  const { accountId, limit, texts, now } = options;
  return limit ? [{ Update: countTexts(accountId, { limit, texts, now }) }] : [];
}

/** Place of one text within the limit of its country. */
export interface CountryPlace {
  /** Takes the place, once; every country without a limit has one. Returns the limit when nothing is left. */
  take: () => Promise<UsedUpLimit | undefined>;
  /** Keeps the place: the text is accepted. */
  keep: () => void;
}

/**
 * Runs `send`, which sends one text, with its place within the limit of its country. A place that was taken and not kept
 * is given back when the send is refused or was made before; after any other error it stays counted, since the text may
 * have been accepted.
 */
export async function withinLimit<Result>(
  deps: Deps,
  { account, to }: { account: Limited; to: E164 },
  send: (place: CountryPlace) => Promise<Result>,
): Promise<Result> {
  const table = deps.table.unrecorded;
  let [isTaken, unused]: [boolean, TakenTexts | undefined] = [false, undefined];
  const giveBack = async () => {
    const taken = unused;
    unused = undefined;
    if (taken) await returnTexts(table, taken);
  };
  const take = async () => {
    const limit = isTaken ? undefined : await findCountryLimit(deps, account, to);
    if (!limit) return undefined;
    const options = { accountId: account.id, limit, texts: 1 };
    const { usedUpSinceMs: sinceMs, ...taken } = await takeTexts({ ...deps, table }, options);
    if (sinceMs !== undefined) return { country: limit.country, sinceMs };
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
  { id: accountId, countryBudgets }: Pick<Limited, 'id' | 'countryBudgets'>,
): Promise<Record<string, number>> {
  const countries = Object.keys(countryBudgets);
  const day = dayOf(clock.now());
  const items = await table.batchGet(
    countries.map((country) => countryTextsKey(accountId, { day, country })),
  );
  return Object.fromEntries(
    countries.map((country, index) => [country, countryTextsItem.readIfAny(items[index])?.texts ?? 0]),
  );
}

/** Returns the error for a country to which no more texts go on this day. **Source:** rules E7. */
export function limitReached(country: LimitedCountry, now: Date): ServiceError {
  return new ServiceError('DailyQuotaReached', {
    cause: 'countryBudget',
    details: { reason: COUNTRY_BUDGET, country },
    retryAfterSeconds: secondsToNextDay(now),
  });
}
