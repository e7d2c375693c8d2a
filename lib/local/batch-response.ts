/**
 * Which items of a batch a function with `ReportBatchItemFailures` names as failed.
 *
 * Nothing named, in whatever form, is a success. An answer that makes no sense fails the whole batch, as in Lambda:
 * better once too often than never.
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
