/**
 * Reads which items of a batch a function with `ReportBatchItemFailures` reports as failed.
 *
 * An empty answer in any form is a success. A malformed one fails the whole batch, as in Lambda: a repeated item is
 * better than a lost one.
 *
 * @param answer what the function returned
 * @param identifiers of the batch's items
 */
export function readBatchItemFailures(answer: unknown, identifiers: readonly string[]): Set<string> | 'all' {
  if (answer === null || answer === undefined) return new Set();
  if (typeof answer !== 'object') return 'all';
  const { batchItemFailures: failures } = answer as { batchItemFailures?: unknown };
  if (failures === null || failures === undefined) return new Set();
  if (!Array.isArray(failures)) return 'all';
  const known = new Set(identifiers);
  const failed = failures.map(
    (failure: unknown) => (failure as { itemIdentifier?: unknown } | null)?.itemIdentifier,
  );
  return failed.every((identifier) => typeof identifier === 'string' && known.has(identifier))
    ? new Set(failed as string[])
    : 'all';
}
