import { countOf, formatCount } from '../format/numbers';

interface Shown {
  count: number;
  page: number;
  pagesCount: number;
  hasMore: boolean;
  /** Sums of what is shown, in words: "1,234 recipients". */
  totals: readonly string[];
}

/** Describes how many rows of a list are shown, and what they add up to. Rows of other pages are never counted. */
export function describeShown({ count, page, pagesCount, hasMore, totals }: Shown): string {
  const hasPages = pagesCount > 1 || hasMore;
  const place = hasPages ? `, page ${formatCount(page)}` : '';
  const sums = totals.length === 0 ? '' : ` Of the ${formatCount(count)} shown: ${totals.join(', ')}.`;
  return `${hasPages ? '' : 'All '}${countOf(count, 'row')} shown${place}.${sums}`.replace(
    /^All 1 row/,
    '1 row',
  );
}

/** Adds up a number of each item. */
export const sumOf = <T>(items: readonly T[], read: (item: T) => number | undefined): number =>
  items.reduce((sum, item) => sum + (read(item) ?? 0), 0);
