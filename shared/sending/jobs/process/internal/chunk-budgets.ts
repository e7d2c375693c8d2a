import { budgetFor, COUNTRY_BUDGET, returnBudget, takeBudget } from '../../../../accounts/country-budget';
import type { CountryBudget, TakenBudget } from '../../../../accounts/country-budget';
import { epochMs } from '../../../../platform/clock';
import { type ChunkDeps, type ChunkWork, recipientAt } from './chunk-work';
import { type Ready, type Screened, skipped } from './send-to-recipients';

type Deps = Pick<ChunkDeps, 'table' | 'clock'>;

/**
 * Takes budgets of countries for recipients whose message may be handed over, and skips those for whom nothing is left.
 * A worker holds what a send batch does not use for the next ones, until `returnHeldBudgets`.
 *
 * **Source:** rules E7.
 */
export async function keepWithinBudgets(deps: Deps, work: ChunkWork, screened: Screened): Promise<Screened> {
  const wanted = new Map<string, { budget: CountryBudget; ready: Ready[] }>();
  for (const one of screened.ready) {
    const budget = budgetAt(work, one.position);
    if (!budget) continue;
    const { ready } = wanted.get(budget.country) ?? { ready: [] };
    wanted.set(budget.country, { budget, ready: [...ready, one] });
  }
  const over = new Set<Ready>();
  for (const { budget, ready } of wanted.values()) {
    const held = await holdAtLeast(deps, work, { budget, texts: ready.length });
    for (const one of ready.slice(held)) over.add(one);
  }
  if (over.size === 0) return screened;
  const atMs = epochMs(deps.clock);
  const results = new Map(screened.results);
  for (const { position } of over) results.set(position, skipped(COUNTRY_BUDGET, atMs));
  return { ...screened, ready: screened.ready.filter((one) => !over.has(one)), results };
}

const budgetAt = (work: ChunkWork, position: number) =>
  budgetFor(work.account, recipientAt(work, position).to);

/** @returns number of texts to the country that the worker holds afterwards */
async function holdAtLeast(
  { table, clock }: Deps,
  work: ChunkWork,
  { budget, texts }: { budget: CountryBudget; texts: number },
): Promise<number> {
  const { country } = budget;
  const { accountId } = work.job;
  const now = clock.now();
  const held = work.heldBudgets.get(country);
  const missing = texts - (held?.texts ?? 0);
  if (missing <= 0) return texts;
  const taken = await takeBudget(table, { accountId, budget, texts: missing, now });
  const isNewDay = held !== undefined && held.day !== taken.day;
  if (isNewDay) await returnBudget(table, held);
  const kept = isNewDay ? 0 : (held?.texts ?? 0);
  work.heldBudgets.set(country, { ...taken, texts: kept + taken.texts });
  return kept + taken.texts;
}

/** Uses up what is held for recipients whose message was handed over, or may have been. */
export function useHeldBudgets(work: ChunkWork, positions: Iterable<number>): void {
  for (const position of positions) {
    const country = budgetAt(work, position)?.country;
    const held: TakenBudget | undefined = country && work.heldBudgets.get(country);
    if (held) work.heldBudgets.set(held.country, { ...held, texts: held.texts - 1 });
  }
}

/** Gives back what the worker holds and has not used. What it cannot give back stays counted. */
export async function returnHeldBudgets(
  deps: Pick<ChunkDeps, 'table' | 'log'>,
  work: ChunkWork,
): Promise<void> {
  try {
    for (const held of work.heldBudgets.values()) await returnBudget(deps.table, held);
  } catch (error) {
    deps.log.error('Budgets of countries were not given back', error);
  }
  work.heldBudgets.clear();
}
