import type { Usage } from '../../api/schemas';
import { countryName } from '../../format/countries';
import { countOf, formatDollars, formatShare } from '../../format/numbers';

type Source = Usage['sources'][number];

const KINDS: Record<Exclude<Source['kind'], 'campaign' | 'automation'>, string> = {
  broadcast: 'Broadcasts',
  batch: 'Batches',
  message: 'Single texts and replies',
  service: 'Opt-in texts and automatic answers',
  other: 'All others',
};

/** Share of a budget from which on the overview warns as well. */
const NEARLY_SPENT = 0.8;

/** Returns the name of a source, with the screen that shows it if there is one. */
export function describeSource(source: Source): { text: string; screen?: string } {
  switch (source.kind) {
    case 'campaign':
    case 'automation': {
      const { kind, id = '', name = id } = source;
      return { text: name, screen: `${kind}s/${id}` };
    }
    default:
      return { text: KINDS[source.kind] };
  }
}

/** Returns the name of a country; `other` is not told, or one of many. */
export const describeCountry = (code: string): string => (code === 'other' ? 'Not known' : countryName(code));

/** Returns how a forecast is made. */
export const describeForecast = ({ basedOnDays }: NonNullable<Usage['forecast']>): string =>
  basedOnDays === 1
    ? 'If each day is as the first'
    : `The ${countOf(basedOnDays, 'day')} so far, and their average for each other day`;

/** Describes the budget of the month beside what is spent and foreseen; `undefined` without one. */
export function describeBudget({
  budget,
  total,
  forecast,
}: Pick<Usage, 'budget' | 'total' | 'forecast'>):
  | { type: 'error' | 'warning' | 'success'; text: string }
  | undefined {
  if (budget === undefined) return undefined;
  const text = `${formatShare(total.price, budget)} of the budget of ${formatDollars(budget)} are spent`;
  if (total.price >= budget) return { type: 'error', text };
  if (forecast !== undefined && forecast.price > budget)
    return { type: 'warning', text: `${text}. The forecast is above it` };
  return { type: total.price >= budget * NEARLY_SPENT ? 'warning' : 'success', text };
}

/** Returns a month and those before it, `YYYY-MM`, the newest first. */
export function monthsUntil(month: string, count: number): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, number - 1 - back, 1)).toISOString().slice(0, 'YYYY-MM'.length),
  );
}
