import type { SegmentPreview } from '../api/schemas';
import { countOf, formatCount } from '../format/numbers';

type Count = Pick<SegmentPreview, 'isComplete' | 'estimate' | 'matched' | 'sendable'>;

/** Returns a figure of a count: the number, an estimate of it, or how many there are at least. */
export function figureOf(count: Count, of: 'matched' | 'sendable'): string {
  const { isComplete, estimate } = count;
  if (isComplete) return formatCount(count[of]);
  return estimate === undefined ? `At least ${formatCount(count[of])}` : `About ${formatCount(estimate[of])}`;
}

/** Returns how many contacts a rule finds, in words. */
export const describeFound = (count: Count): string =>
  count.isComplete ? countOf(count.matched, 'contact') : `${figureOf(count, 'matched')} contacts`;

/** Sentence on how far a count is. */
export function describeProgress({ isComplete, estimate, matched }: Count, isCounting: boolean): string {
  if (isComplete) return isCounting ? 'Counting again…' : 'Counted just now.';
  const soFar = `${formatCount(matched)} matched so far`;
  const within =
    estimate === undefined ? '' : `; the estimate is right to within ${formatCount(estimate.error)}`;
  return isCounting ? `Counting on: ${soFar}${within}.` : `Counting ran out of time: ${soFar}${within}.`;
}
