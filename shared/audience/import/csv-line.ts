import { stringify } from 'csv-stringify/sync';
import { escapeCell } from './formula-cell';

/** Writes a line of CSV. Cells with spaces around them are quoted, because an import trims cells without quotes. */
export const csvLine = (cells: readonly string[], delimiter = ','): string =>
  stringify([cells.map(escapeCell)], { delimiter, quoted_match: /^\s|\s$|[\r\n]/ });
