import { MAX_JSON_DEPTH } from '../../../limits';
import { ADDRESS_FIELDS } from '../../contacts/address';
import { DERIVED_ZONE_COLUMN } from '../column-names';
import { columnNames, resolveColumns } from '../import-columns';
import { NOT_UTF8 } from './csv-rows';
import type { Problem } from '../problem';
import { readValue, type ValueReading } from './read-value';
import { checkRowCount, isTooDeep, type TextReading } from './reading-limits';
import {
  type ColumnNames,
  type FileDescription,
  ignoreColumns,
  type ReadingOptions,
  type SourceRow,
} from '../source-row';
import { checkTimeZone } from './warnings';

/** Longest line; a longer one cannot be a contact. */
const MAX_LINE_CHARACTERS = 256 * 1024;

/**
 * Reads a file with one JSON object on each line, whose keys are those of a contact or common names for them. Empty
 * lines are skipped.
 *
 * **Source:** rules E5.
 */
export async function* readJsonRows(
  text: AsyncGenerator<string>,
  options: ReadingOptions,
  description: FileDescription,
): AsyncGenerator<SourceRow> {
  const resolve = rememberColumns(options, { ...options, notices: description.notices });
  for await (const { row, line } of readLines(text, options)) {
    const parsed = readObject(line);
    if ('cause' in parsed) {
      yield { row, values: new Map(), problems: [parsed], original: { type: 'text', text: line } };
      continue;
    }
    const { value } = parsed;
    const { values, columns, ignored } = resolve(value);
    ignoreColumns(description, ignored);
    yield { row, values, problems: [], columns, original: { type: 'object', value } };
  }
}

/** Splits text into lines at CRLF, LF and CR. JSON text may contain every other separator, such as U+2028. */
export async function* readLines(
  text: AsyncGenerator<string>,
  reading: TextReading,
): AsyncGenerator<{ row: number; line: string }> {
  let row = 0;
  let rest = '';
  const take = (line: string) => {
    checkRowCount(++row, reading);
    const plain = row === 1 ? line.replace(/^\ufeff/, '') : line;
    return plain.trim() === '' ? undefined : { row, line: plain };
  };
  for await (const chunk of text) {
    const text = rest + chunk;
    // The line feed of a carriage return at the end may be in the next chunk.
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const taken = take(line);
      if (taken) yield taken;
    }
    // The beginning of a line that is too long is enough to refuse it.
    if (rest.length > 2 * MAX_LINE_CHARACTERS) rest = rest.slice(0, MAX_LINE_CHARACTERS + 1);
  }
  if (rest === '') return;
  for (const line of rest.split('\r')) {
    const taken = take(line);
    if (taken) yield taken;
  }
}

export function readObject(line: string): { value: Record<string, unknown> } | Problem {
  if (line.length > MAX_LINE_CHARACTERS) return { cause: 'is longer than 256 KB' };
  if (line.includes(NOT_UTF8)) return { cause: 'is not valid UTF-8' };
  try {
    const value = JSON.parse(line) as unknown;
    if (isTooDeep(value)) return { cause: `has objects or lists nested more than ${MAX_JSON_DEPTH} deep` };
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { value: value as Record<string, unknown> } : { cause: 'must be a JSON object' };
  } catch {
    return { cause: 'is not valid JSON' };
  }
}

type Values = { values: Map<string, unknown>; columns: ColumnNames; ignored: string[] };

/** Resolves the columns of a line, and again only when the keys change: the lines of a file have the same keys. */
function rememberColumns(
  options: ReadingOptions,
  reading: ValueReading,
): (value: Record<string, unknown>) => Values {
  let lastKeys = '';
  let last = { names: [] as string[], resolved: resolveColumns([], options), columns: columnNames([], []) };
  return (value) => {
    const flat = flatten(value);
    const keys = JSON.stringify([...flat.keys()]);
    if (keys !== lastKeys) {
      const names = [...flat.keys()];
      const resolved = resolveColumns(names, options);
      for (const column of resolved.mapped) reading.notices.mappedColumns.add(column);
      last = { names, resolved, columns: columnNames(resolved.fields, names) };
      lastKeys = keys;
    }
    const values = new Map<string, unknown>();
    for (const [index, name] of last.names.entries()) {
      const field = last.resolved.fields[index];
      const value = flat.get(name);
      if (field !== undefined) values.set(field, readJsonValue(field, value, reading));
      else if (name === DERIVED_ZONE_COLUMN && typeof value === 'string' && value !== '')
        checkTimeZone(reading.notices, value);
    }
    return { values, columns: last.columns, ignored: last.resolved.ignored };
  };
}

/**
 * Flattens an object: `{address: {city}}` has the column `address.city`; `{address: null}` clears all parts of the
 * address.
 */
function flatten(value: Record<string, unknown>): Map<string, unknown> {
  const flat = new Map<string, unknown>();
  for (const [name, part] of Object.entries(value)) {
    const hasParts = name === 'address' || name === 'customFields';
    if (name === 'address' && part === null) {
      for (const field of ADDRESS_FIELDS) flat.set(`address.${field}`, null);
    } else if (!hasParts || typeof part !== 'object' || part === null || Array.isArray(part)) {
      flat.set(name, part);
    } else {
      for (const [inner, leaf] of Object.entries(part)) flat.set(`${name}.${inner}`, leaf);
    }
  }
  return flat;
}

const TEXTS_OF_DIGITS: ReadonlySet<string> = new Set(['phoneNumber', 'address.postalCode']);

/** Reads a value of a field. An empty text clears the field, as in a request. */
function readJsonValue(field: string, value: unknown, reading: ValueReading): unknown {
  if (TEXTS_OF_DIGITS.has(field) && typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? readValue(field, value, reading) : value;
}
