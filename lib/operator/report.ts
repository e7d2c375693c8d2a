import type { AuditEntry } from '../../shared/audit/audit-entry';

export type Cell = string | number | boolean | undefined;

/** Result of a command: as a JSON value, and as a table for people. */
export interface Report {
  json: unknown;
  head?: string[];
  rows: Cell[][];
  /** A sentence after the table, or instead of one without rows. */
  note?: string;
  /** Reason why the command still counts as failed: printed on stderr, with a non-zero exit. */
  failure?: string | undefined;
  /** Old and new values for the audit log. */
  changes?: AuditEntry['changes'];
  /** Further accounts whose audit logs get the command, with the values that differ there. */
  alsoIn?: Array<{ accountId: string } & Pick<AuditEntry, 'related' | 'changes'>>;
}

/** Renders the output of `--json`: one value, and nothing else. */
export function renderJson(report: Report): string {
  return `${JSON.stringify(report.json, undefined, 2)}\n`;
}

export async function renderText(report: Report): Promise<string> {
  const note = report.note === undefined ? '' : `${printable(report.note)}\n`;
  if (report.rows.length === 0) return note;
  const { default: Table } = await import('cli-table3');
  const table = new Table({
    ...(report.head && { head: report.head }),
    style: { head: [], border: [], compact: true },
  });
  table.push(...report.rows.map((row) => row.map((cell) => printable(cellText(cell)))));
  return `${table.toString()}\n${note}`;
}

function cellText(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return String(cell);
}

/** Replaces control characters: names and texts from the API's clients must not control the operator's terminal. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (character) => (character === '\n' ? '\n' : '\uFFFD'));
}
