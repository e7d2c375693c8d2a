import { REJECTED_REASON_COLUMN, REJECTED_ROW_COLUMN } from '../../../../shared/audience/import/column-names';
import type { RejectedRow } from './rejected-row';

type Values = Record<string, unknown>;

/** Keys whose parts are fields of a contact, as an import reads them. */
const WITH_PARTS = ['address', 'customFields'];

/**
 * Reads rejected lines of a JSON file. Their columns are the keys of all of them; `address.city` is a part. A line that
 * is no object, or is too long for the file of rejects, is left out: it has nothing to correct.
 */
export function parseJsonRejects(
  lines: readonly string[],
  count: number,
): { columns: string[]; rows: RejectedRow[] } {
  const found = lines.slice(0, count).flatMap((line) => readLine(line));
  const columns = [...new Set(found.flatMap(({ object }) => [...flatten(object).keys()]))];
  const rows = found.map(({ row, object }) => {
    const flat = flatten(object);
    return { row, object, cells: columns.map((column) => textOf(flat.get(column))) };
  });
  return { columns, rows };
}

function readLine(line: string): Array<{ row: number; object: Values }> {
  const value = parse(line);
  if (!isObject(value)) return [];
  const { [REJECTED_ROW_COLUMN]: row, [REJECTED_REASON_COLUMN]: _reason, rejectedText, ...object } = value;
  const isCorrectable =
    typeof row === 'number' && rejectedText === undefined && Object.keys(object).length > 0;
  return isCorrectable ? [{ row, object }] : [];
}

function flatten(object: Values): Map<string, unknown> {
  return new Map(
    Object.entries(object).flatMap(([name, value]) =>
      WITH_PARTS.includes(name) && isObject(value)
        ? Object.entries(value).map(([part, leaf]): [string, unknown] => [`${name}.${part}`, leaf])
        : [[name, value] satisfies [string, unknown]],
    ),
  );
}

/** Writes corrected rows, one object on each line. Values that were not changed stay as they are. */
export const writeJsonLines = (columns: readonly string[], rows: readonly RejectedRow[]): string =>
  rows.map((row) => `${JSON.stringify(correct(columns, row))}\n`).join('');

function correct(columns: readonly string[], { cells, object = {} }: RejectedRow): Values {
  const flat = flatten(object);
  const corrected = structuredClone(object);
  for (const [index, column] of columns.entries()) {
    const text = cells[index] ?? '';
    const before = flat.get(column);
    if (text !== textOf(before)) put(corrected, column, valueOf(text, before));
  }
  return corrected;
}

function put(object: Values, column: string, value: unknown): void {
  const [name = '', part] = splitPart(column);
  const parts = object[name];
  if (part === undefined) object[name] = value;
  else if (isObject(parts)) parts[part] = value;
  else object[name] = { [part]: value };
}

/** Splits `address.city`. Any other key may have a dot of its own. */
function splitPart(column: string): string[] {
  const name = WITH_PARTS.find((one) => column.startsWith(`${one}.`));
  return name === undefined ? [column] : [name, column.slice(name.length + 1)];
}

/** Returns the value of a text; a number or a list that was changed is one still, if it can be. */
function valueOf(text: string, before: unknown): unknown {
  if (before === undefined || before === null || typeof before === 'string') return text;
  const value = parse(text);
  return value === undefined ? text : value;
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
