import { type CountryLimit, findCountryLimit, type LimitedCountry } from '../../../budgets/country-limit';
import { returnTexts, type TakenTexts, takeTexts } from '../../../budgets/take-texts';
import type { Platform } from '../../../platform/platform';
import type { ImportScope } from '../import-scope';
import type { ImportCandidate } from './import-row';

/** Texts that rows of a batch may still send to countries with a limit. */
export type TextsByCountry = Map<LimitedCountry, number>;

/**
 * Takes from the limits of countries all texts that the rows of a batch can send; which of them do is known only when the
 * batch is written.
 */
export async function takeBatchTexts(
  deps: Pick<Platform, 'table' | 'clock' | 'ids'>,
  { scope, candidates }: { scope: ImportScope; candidates: ImportCandidate[] },
): Promise<TakenTexts[]> {
  const { accountId, enrolment, isDryRun } = scope;
  if (!enrolment || isDryRun) return [];
  const wanted = new Map<LimitedCountry, { limit: CountryLimit; texts: number }>();
  for (const { phoneNumber, optedOut } of candidates) {
    const limit = optedOut ? undefined : await findCountryLimit(deps, enrolment.account, phoneNumber);
    if (!limit) continue;
    const { texts } = wanted.get(limit.country) ?? { texts: 0 };
    wanted.set(limit.country, { limit, texts: texts + 1 });
  }
  return Promise.all([...wanted.values()].map(async (one) => takeTexts(deps, { accountId, ...one })));
}

export const textsByCountry = (taken: TakenTexts[]): TextsByCountry =>
  new Map(taken.map(({ country, texts }) => [country, texts]));

/** Gives back what the rows left. */
export async function returnBatchTexts(
  { table }: Pick<Platform, 'table'>,
  { taken, left }: { taken: TakenTexts[]; left: TextsByCountry },
): Promise<void> {
  for (const one of taken) await returnTexts(table, { ...one, texts: left.get(one.country) ?? 0 });
}
