import { insertSection, readSection } from '../../lib/generate/write-generated';
import { COLUMNS, type PageRow, type RowHead, rowNotRunYet } from './page-row';

export const PAGE = 'docs/performance.md';
const SECTION = { name: 'simulate', command: 'npm run simulate -- --write' };
const NAMES = Object.keys(COLUMNS) as Array<keyof PageRow>;

/** Renders the table of the page. */
export function renderTable(rows: readonly PageRow[]): string {
  const lines = rows.map((row) => renderLine(NAMES.map((name) => row[name])));
  return [renderLine(Object.values(COLUMNS)), `|${'---|'.repeat(NAMES.length)}`, ...lines].join('\n');
}

/**
 * Reads the rows of the page back.
 *
 * @throws Error when the table has other columns
 */
export function readRows(page: string): PageRow[] {
  const table = readSection(page, SECTION);
  if (table === '') return [];
  const [head = '', , ...lines] = table.split('\n');
  if (head !== renderLine(Object.values(COLUMNS))) throw new Error(`Other columns on ${PAGE}: ${head}`);
  return lines.map((line) => {
    const cells = line.split(/(?<!\\)\|/).slice(1, -1);
    if (cells.length !== NAMES.length) throw new Error(`${cells.length} cells on ${PAGE}: ${line}`);
    const texts = cells.map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
    return Object.fromEntries(NAMES.map((name, index) => [name, texts[index]])) as PageRow;
  });
}

/** Returns the page with these rows as its table. */
export const insertRows = (page: string, rows: readonly PageRow[]): string =>
  insertSection(page, SECTION, renderTable(rows));

/**
 * Returns a row for each workload, in the order of the code: the latest, else the earlier one as it stands, else one
 * that says that there are no figures.
 */
export function mergeRows(
  workloads: readonly RowHead[],
  { earlier, latest }: { earlier: readonly PageRow[]; latest: readonly PageRow[] },
): PageRow[] {
  return workloads.map((workload) => {
    const isIts = (row: PageRow) => row.workload === workload.name;
    return latest.find(isIts) ?? earlier.find(isIts) ?? rowNotRunYet(workload);
  });
}

const renderLine = (cells: readonly string[]): string =>
  `|${cells.map((cell) => ` ${cell.replaceAll(/\s+/g, ' ').replaceAll('|', String.raw`\|`)} |`).join('')}`;
