import type { Usage } from '../../api/schemas';
import { countryName } from '../../format/countries';
import { countOf } from '../../format/numbers';

type Source = Usage['sources'][number];

const KINDS: Record<Exclude<Source['kind'], 'campaign' | 'automation'>, string> = {
  broadcast: 'Broadcasts',
  batch: 'Batches',
  message: 'Single texts and replies',
  service: 'Opt-in texts and automatic answers',
  other: 'All others',
};

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

/** Returns a month and those before it, `YYYY-MM`, the newest first. */
export function monthsUntil(month: string, count: number): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, number - 1 - back, 1)).toISOString().slice(0, 'YYYY-MM'.length),
  );
}
