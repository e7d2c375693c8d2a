import type { Readable } from 'node:stream';
import { type Info, parse } from 'csv-parse';
import {
  type CustomFieldDefinition,
  type CustomFieldSchema,
  normalizeLabel,
  visibleFields,
} from '../custom-fields/custom-field-schema';
import { CONTACT_FIELD_NAMES, CONTACT_FIELDS, isContactFieldName } from '../contacts/contact-fields';
import type { ImportRow } from './import-row';

const NO_PHONE_NUMBER =
  'is the header and has no column phoneNumber (commas part columns): the rest of the file is not read';
/** `address.city`: a part of a field that has a column for each of its parts. */
const PARTS_COLUMN = new RegExp(
  `^(?:${CONTACT_FIELD_NAMES.filter((name) => CONTACT_FIELDS[name].column === 'parts').join('|')})\\.`,
);
const OPEN_QUOTE = 'has a quote that is never closed: the rest of the file is not read';

/**
 * Reads a CSV file whose header names the fields of a contact: `phoneNumber`, `firstName`, `address.city`,
 * `customFields.<label>`. An empty cell says nothing. Text becomes what the field takes: `true` and `false`, numbers,
 * and several options separated by `;` or `|`.
 *
 * Lines that cannot be read are rows with a reason. A header without `phoneNumber`, and a quote that is never closed,
 * end the reading: the last row says so.
 *
 * **Source:** rules 2.3.
 */
export async function* readCsv(input: Readable, schema: CustomFieldSchema): AsyncGenerator<ImportRow> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
  });
  let isRestUnreadable = false;
  parser.on('skip', () => (isRestUnreadable = true));
  input.on('error', (error) => parser.destroy(error));
  input.pipe(parser);

  let columns: string[] | undefined;
  let line = 0;
  let linesCountedTwice = 0;
  for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: string[] }>) {
    // The parser counts a CRLF inside a cell as two lines.
    linesCountedTwice += record.join().split('\r\n').length - 1;
    line = info.lines - linesCountedTwice;
    if (columns) {
      yield readCells({ line, columns, cells: record, schema });
      continue;
    }
    columns = record.map((name) => name.trim());
    if (!columns.includes('phoneNumber')) {
      yield { line, reason: NO_PHONE_NUMBER, isRestUnread: true };
      return;
    }
  }
  if (isRestUnreadable) yield { line: line + 1, reason: OPEN_QUOTE, isRestUnread: true };
}

function readCells(options: {
  line: number;
  columns: string[];
  cells: string[];
  schema: CustomFieldSchema;
}): ImportRow {
  const { line, columns, cells, schema } = options;
  if (cells.length !== columns.length) {
    return { line, reason: `has ${cells.length} cells where the header has ${columns.length}` };
  }
  // The parser puts this character wherever the bytes are no UTF-8.
  if (cells.some((cell) => cell.includes('\ufffd'))) return { line, reason: 'is not valid UTF-8' };
  const filled = columns
    .map((column, index): [string, string] => [column, cells[index] ?? ''])
    .filter(([, cell]) => cell !== '');
  const under = (prefix: string) =>
    filled
      .filter(([column]) => column.startsWith(prefix))
      .map(([column, cell]): [string, string] => [column.slice(prefix.length), cell]);
  const ofContact = filled.filter(([column]) => !PARTS_COLUMN.test(column));
  const address = under('address.');
  const customFields = under('customFields.').map(([label, cell]) => [
    label,
    readCustomFieldCell(findField(schema, label), cell),
  ]);
  return {
    line,
    record: Object.fromEntries<unknown>([
      ...ofContact.map(([name, cell]) => [name, readContactCell(name, cell)] as const),
      ...(address.length > 0 ? [['address', Object.fromEntries(address)] as const] : []),
      ...(customFields.length > 0 ? [['customFields', Object.fromEntries(customFields)] as const] : []),
    ]),
  };
}

function readContactCell(name: string, cell: string): unknown {
  if (name === 'phoneNumber') return cell.trim();
  const isBoolean = isContactFieldName(name) && CONTACT_FIELDS[name].column === 'boolean';
  return isBoolean ? readBoolean(cell) : cell;
}

function findField(schema: CustomFieldSchema, label: string): CustomFieldDefinition | undefined {
  return visibleFields(schema).find((field) => normalizeLabel(field.label) === normalizeLabel(label));
}

/** Text that is no value of the field's type stays text, for the field's own rules to refuse. */
function readCustomFieldCell(field: CustomFieldDefinition | undefined, cell: string): unknown {
  switch (field?.type) {
    case 'NUMBER':
      return NUMBER_PATTERN.test(cell.trim()) ? Number(cell) : cell;
    case 'BOOLEAN':
      return readBoolean(cell);
    case 'MULTI_SELECT':
      return readOptions(field, cell);
    default:
      return cell;
  }
}

const NUMBER_PATTERN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function readBoolean(cell: string): unknown {
  const text = cell.trim().toLowerCase();
  return text === 'true' || text === 'false' ? text === 'true' : cell;
}

function readOptions(field: CustomFieldDefinition, cell: string): string[] {
  if (field.options.includes(cell)) return [cell];
  return cell
    .split(cell.includes('|') ? '|' : ';')
    .map((option) => option.trim())
    .filter((option) => option !== '');
}

const LINE_FEED = 0x0a;

/** Reads a file with one JSON object on each line, its keys those of a contact; empty lines are passed over. */
export async function* readJsonLines(input: Readable): AsyncGenerator<ImportRow> {
  let line = 0;
  for await (const bytes of splitLines(input)) {
    line += 1;
    const row = readJsonLine(bytes, line);
    if (row) yield row;
  }
}

function readJsonLine(bytes: Buffer, line: number): ImportRow | undefined {
  let text: string;
  try {
    // Passes over a byte order mark as well.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { line, reason: 'is not valid UTF-8' };
  }
  if (text.trim() === '') return undefined;
  try {
    return { line, record: JSON.parse(text) as unknown };
  } catch {
    return { line, reason: 'is not valid JSON' };
  }
}

/** Only line feeds end a line: JSON text may hold every other separator. */
async function* splitLines(input: Readable): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of input as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(chunk as Buffer);
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      yield Buffer.concat([...rest, bytes.subarray(start, end)]);
      rest = [];
      start = end + 1;
    }
    rest.push(bytes.subarray(start));
  }
  yield Buffer.concat(rest);
}
