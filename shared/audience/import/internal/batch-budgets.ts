import {
  budgetFor,
  type CountryBudget,
  returnBudget,
  takeBudget,
  type TakenBudget,
} from '../../../accounts/country-budget';
import type { PhoneCountry } from '../../../phone-numbers/country';
import type { Platform } from '../../../platform/platform';
import type { ImportScope } from '../import-scope';
import type { ImportCandidate } from './import-row';

type Deps = Pick<Platform, 'table' | 'clock'>;

/** Texts that rows of a batch may still send to countries with a budget. */
export type TextsByCountry = Map<PhoneCountry, number>;

/**
 * Takes the budgets of countries for all texts that the rows of a batch can send; which of them do is known only when
 * the batch is written.
 */
export async function takeBudgets(
  { table, clock }: Deps,
  { scope, candidates }: { scope: ImportScope; candidates: ImportCandidate[] },
): Promise<TakenBudget[]> {
  const { accountId, enrolment, isDryRun } = scope;
  if (!enrolment || isDryRun) return [];
  const wanted = new Map<PhoneCountry, CountryBudget & { texts: number }>();
  for (const { phoneNumber, optedOut } of candidates) {
    const budget = optedOut ? undefined : budgetFor(enrolment.account, phoneNumber);
    if (!budget) continue;
    const { texts } = wanted.get(budget.country) ?? { texts: 0 };
    wanted.set(budget.country, { ...budget, texts: texts + 1 });
  }
  const now = clock.now();
  return Promise.all(
    [...wanted.values()].map(async ({ texts, ...budget }) =>
      takeBudget(table, { accountId, budget, texts, now }),
    ),
  );
}

export const textsByCountry = (taken: TakenBudget[]): TextsByCountry =>
  new Map(taken.map(({ country, texts }) => [country, texts]));

/** Gives back what the rows left of the budgets. */
export async function returnBudgets(
  { table }: Pick<Platform, 'table'>,
  { taken, left }: { taken: TakenBudget[]; left: TextsByCountry },
): Promise<void> {
  for (const one of taken) await returnBudget(table, { ...one, texts: left.get(one.country) ?? 0 });
}
