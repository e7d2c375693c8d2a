import type { ContactImport } from './import-item';

/** Progress of an import: rows of the file once they are counted, and the time that the remaining ones take. */
interface Progress {
  totalRows?: number;
  secondsLeft?: number;
}

/**
 * Returns the progress of an import. The time left is known while rows are imported, by the pace since the first of them.
 *
 * **Source:** rules E5.
 */
export function progressOf(
  { status, rows, totalRows, pacedFrom }: Pick<ContactImport, 'status' | 'rows' | 'totalRows' | 'pacedFrom'>,
  now: Date,
): Progress {
  if (totalRows === undefined) return {};
  const left = totalRows - rows;
  if (status !== 'running' || pacedFrom === undefined || rows === 0 || left < 0) return { totalRows };
  const elapsedSeconds = Math.max(0, now.getTime() - Date.parse(pacedFrom)) / 1000;
  return { totalRows, secondsLeft: Math.ceil((elapsedSeconds * left) / rows) };
}
