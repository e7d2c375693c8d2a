import { describeError, mayHaveGoneOut } from '../api/request-error';
import type { FailedItem } from './run-each';

/** Groups the rows with which something failed by the reason, in words. */
export function failuresByReason<T>(
  failed: readonly FailedItem<T>[],
  labelOf: (item: T) => string,
): { reason: string; labels: string[] }[] {
  const byReason = new Map<string, string[]>();
  for (const { item, error } of failed) {
    const reason = describeFailure(error);
    byReason.set(reason, [...(byReason.get(reason) ?? []), labelOf(item)]);
  }
  return [...byReason].map(([reason, labels]) => ({ reason, labels }));
}

/** Describes why it failed, and says so when it may have been done all the same. */
const describeFailure = (error: unknown): string =>
  mayHaveGoneOut(error)
    ? `${describeError(error)} It may have been done all the same.`
    : describeError(error);
