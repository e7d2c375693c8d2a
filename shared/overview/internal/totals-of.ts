import { type Statistics, sumOf } from '../../statistics/daily-statistics';

/**
 * Adds up the days. A job counts what it sent part by part, so reports of the current part can arrive before it is
 * counted.
 */
export function totalsOf(series: readonly Statistics[]): Statistics {
  const { sent, ...others } = sumOf(series);
  return { ...others, sent: Math.max(sent, others.delivered + others.undelivered) };
}
