import { dayOf } from '../../../../accounts/count-of-day';
import {
  type CountryLimit,
  findCountryLimit,
  type LimitedCountry,
  limitedCountry,
} from '../../../../budgets/country-limit';
import { COUNTRY_BUDGET, returnTexts, takeTexts } from '../../../../budgets/take-texts';
import { epochMs } from '../../../../platform/clock';
import { type ChunkDeps, type ChunkWork, recipientAt } from './chunk-work';
import { type Ready, type Screened, skipped } from './send-to-recipients';

type Deps = Pick<ChunkDeps, 'table' | 'clock' | 'ids'>;

/**
 * Takes texts from the limits of countries for recipients whose message may be handed over, and skips those for whom
 * nothing is left. A worker holds what a send batch does not use for the next ones, until `returnHeldTexts`.
 *
 * **Source:** rules E7.
 */
export async function keepWithinLimits(deps: Deps, work: ChunkWork, screened: Screened): Promise<Screened> {
  const wanted = new Map<string, { limit: CountryLimit; ready: Ready[] }>();
  for (const one of screened.ready) {
    const limit = await findCountryLimit(deps, work.account, recipientAt(work, one.position).to);
    if (!limit) continue;
    const { ready } = wanted.get(limit.country) ?? { ready: [] };
    wanted.set(limit.country, { limit, ready: [...ready, one] });
  }
  const over = new Set<Ready>();
  for (const { limit, ready } of wanted.values()) {
    const held = await holdAtLeast(deps, work, { limit, texts: ready.length });
    for (const one of ready.slice(held)) over.add(one);
  }
  if (over.size === 0) return screened;
  const atMs = epochMs(deps.clock);
  const results = new Map(screened.results);
  for (const { position } of over) results.set(position, skipped(COUNTRY_BUDGET, atMs));
  return { ...screened, ready: screened.ready.filter((one) => !over.has(one)), results };
}

/** @returns number of texts to the country that the worker holds afterwards, at most `texts` */
async function holdAtLeast(
  deps: Deps,
  work: ChunkWork,
  { limit, texts }: { limit: CountryLimit; texts: number },
): Promise<number> {
  const { country } = limit;
  const { accountId } = work.job;
  const held = await heldToday(deps, work, country);
  const missing = texts - held;
  if (missing <= 0) return texts;
  const taken = await takeTexts(deps, { accountId, limit, texts: missing });
  const isSameDay = work.heldTexts.get(country)?.day === taken.day;
  const kept = isSameDay ? held : 0;
  work.heldTexts.set(country, { accountId, country, day: taken.day, texts: kept + taken.texts });
  // Midnight came between: those that were held are of the day before.
  if (held > kept) return holdAtLeast(deps, work, { limit, texts });
  return kept + taken.texts;
}

/** Gives back what is held of another day, and returns what is held of this one. */
async function heldToday(
  { table, clock }: Deps,
  { heldTexts }: ChunkWork,
  country: LimitedCountry,
): Promise<number> {
  const held = heldTexts.get(country);
  if (held === undefined || held.day === dayOf(clock.now())) return held?.texts ?? 0;
  // It is not held any more, also when giving it back fails: it would be given back twice.
  heldTexts.delete(country);
  await returnTexts(table, held);
  return 0;
}

/** Uses up what is held for recipients whose message was handed over, or may have been. */
export function useHeldTexts(work: ChunkWork, positions: Iterable<number>): void {
  for (const position of positions) {
    const country = limitedCountry(work.account, recipientAt(work, position).to);
    const held = country && work.heldTexts.get(country);
    if (held) work.heldTexts.set(held.country, { ...held, texts: held.texts - 1 });
  }
}

/** Gives back what the worker holds and has not used. What it cannot give back stays counted. */
export async function returnHeldTexts(
  deps: Pick<ChunkDeps, 'table' | 'log'>,
  work: ChunkWork,
): Promise<void> {
  try {
    for (const held of work.heldTexts.values()) await returnTexts(deps.table, held);
  } catch (error) {
    deps.log.error('Texts to countries were not given back', error);
  }
  work.heldTexts.clear();
}
