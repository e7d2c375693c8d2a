import type { ImportReport } from '../../shared/audience/import/import-contacts';
import { describeProblems, type Problem } from '../../shared/audience/import/problem';
import type { Report } from './report';

const MOST_ROWS_SHOWN = 8;
const MOST_VALUES_SHOWN = 3;

/** Reports an import: for people by cause, for programs row by row. */
export function reportImport(
  report: ImportReport,
  options: { rejectedPath?: string | undefined; isDryRun?: true | undefined; failure?: string } = {},
): Report {
  const { created, updated, unchanged, skipped, duplicates, optedOut, rejectedRows } = report;
  const { ignoredColumns, warnings } = report;
  return {
    json: {
      imported: created,
      updated,
      unchanged,
      skipped,
      duplicates,
      optedOut,
      warnings,
      ignoredColumns,
      rejected: rejectedRows.map(({ row, problems }) => ({ line: row, reason: describeProblems(problems) })),
    },
    head: ['rejected because', 'such as', 'count', 'rows'],
    rows: causesOf(rejectedRows).map(({ cause, values, rows }) => [
      cause,
      showSome(
        [...values].map((value) => JSON.stringify(value)),
        MOST_VALUES_SHOWN,
      ),
      rows.length,
      showSome(rows.map(String), MOST_ROWS_SHOWN),
    ]),
    note: [
      ...(ignoredColumns.length > 0 ? [`Not imported: ${columnsText(ignoredColumns)}.`] : []),
      ...warnings.map(withOptionNames),
      ...(duplicates > 0 ? [duplicatesText(report)] : []),
      ...(optedOut > 0 ? [optOutsText(optedOut)] : []),
      ...(rejectedRows.length > 0 ? [rejectsText(options.rejectedPath)] : []),
      `Imported ${created}, updated ${updated}, unchanged ${unchanged}, skipped ${skipped}, rejected ${rejectedRows.length}.`,
      ...(options.isDryRun ? ['Nothing was changed: without --dry-run it is imported.'] : []),
    ].join('\n'),
    failure: options.failure ?? describeFailure(report),
  };
}

interface Cause {
  cause: string;
  values: Set<string>;
  rows: number[];
}

/** Groups rejected rows by cause, those with the most rows first. */
function causesOf(rejectedRows: ReadonlyArray<{ row: number; problems: Problem[] }>): Cause[] {
  const byCause = new Map<string, Cause>();
  for (const { row, problems } of rejectedRows) {
    for (const { cause, value } of problems) {
      const known = byCause.get(cause) ?? { cause, values: new Set(), rows: [] };
      known.rows.push(row);
      if (value !== undefined && known.values.size <= MOST_VALUES_SHOWN) known.values.add(value);
      byCause.set(cause, known);
    }
  }
  return [...byCause.values()].sort((a, b) => b.rows.length - a.rows.length);
}

function columnsText(names: readonly string[]): string {
  return names.length === 1
    ? `the column ${JSON.stringify(names[0])}`
    : `the columns ${names.map((name) => JSON.stringify(name)).join(', ')}`;
}

function duplicatesText({ duplicates, duplicateRows }: ImportReport): string {
  const rows = `${duplicateRows.length === 1 ? 'row' : 'rows'} ${showSome(duplicateRows.map(String), MOST_ROWS_SHOWN)}`;
  return `Of several rows with one phone number the last one counts: ${duplicates} skipped, ${rows}.`;
}

/** Replaces the property that API callers set by the operator's option. */
const withOptionNames = (warning: string) => warning.replace(/\bdateFormat "(\w+)"/, '--date-format $1');

const optOutsText = (count: number) =>
  `The file opts out ${count.toLocaleString('en-US')} phone number${count === 1 ? '' : 's'}: nothing is sent to ${count === 1 ? 'it' : 'them'}.`;

const rejectsText = (path: string | undefined) =>
  path === undefined
    ? 'To mend the rejected rows, run it again with --rejected FILE, which writes them there.'
    : `The rejected rows are in ${path}: mend them there and import that file.`;

function showSome(texts: readonly string[], most: number): string {
  const shown = texts.slice(0, most).join(', ');
  return texts.length > most ? `${shown} …` : shown;
}

/** Describes a failed import. Single rejected rows are no failure: they are listed, and the rest is imported. */
function describeFailure({ created, updated, unchanged, skipped, rejectedRows }: ImportReport) {
  if (created + updated + unchanged + skipped > 0) return undefined;
  return rejectedRows.length > 0 ? 'Every row was rejected.' : 'The file has no contacts.';
}
