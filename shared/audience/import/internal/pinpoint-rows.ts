import { isDeepStrictEqual } from 'node:util';
import { DateTime } from 'luxon';
import { type CsvRecord, openCsv } from './csv-records';
import { unescapeCell } from '../formula-cell';
import { problemsOf } from './csv-rows';
import { REJECTED_REASON_COLUMN, REJECTED_ROW_COLUMN } from '../column-names';
import { canonicalField } from '../import-columns';
import { readLines, readObject } from './json-rows';
import { isPinpointHeader, separateHeaders } from './separate-headers';
import { separateObjects } from './separate-objects';
import { readJsonList } from './json-list';
import { UnreadableFileError } from '../problem';
import { isListField, readValue, type ValueReading } from './read-value';
import {
  type ColumnNames,
  type Endpoint,
  type FileDescription,
  ignoreColumns,
  type ReadingOptions,
  type SourceRow,
} from '../source-row';
import { checkTimeZone, noteJsonList } from './warnings';

/** Field for the time zone of an endpoint; the API has no such field. */
export const TIME_ZONE_FIELD = 'timeZone';

/** Contact fields by the path in an endpoint. */
const FIELDS: Readonly<Record<string, string>> = {
  'Location.City': 'address.city',
  'Location.Region': 'address.state',
  'Location.PostalCode': 'address.postalCode',
  'Location.Country': 'address.country',
  'Demographic.Timezone': TIME_ZONE_FIELD,
};

/** Paths that the import reads elsewhere, or that contacts have no field for. */
const KNOWN_PATHS =
  /^(?:Address|ApplicationId|ChannelType|CohortId|CreationDate|EffectiveDate|EndpointStatus|Id|OptOut|RequestId|User\.UserId|Location\..*|Demographic\..*|Metrics\..*)$/;

/**
 * Reads endpoint exports of Amazon Pinpoint: JSON lines or CSV, also several files joined, each CSV file with its
 * header. `mapping` chooses the attributes that become fields.
 *
 * **Source:** rules E5; Amazon Pinpoint API Reference, "Export Jobs" and EndpointResponse.
 */
export async function* readPinpointRows(
  text: AsyncGenerator<string>,
  options: ReadingOptions,
  description: FileDescription,
): AsyncGenerator<SourceRow> {
  const { isJson, all } = await peek(text);
  const reading = { ...options, columns: columnNamesOf(options) };
  yield* isJson ? readJson(all, reading, description) : readCsv(all, reading, description);
}

interface EndpointReading extends ReadingOptions {
  columns: ColumnNames;
}

/** Returns the paths of an endpoint by the fields that they fill. */
function columnNamesOf(options: ReadingOptions): ColumnNames {
  const paths = [...Object.entries(FIELDS), ...Object.entries(options.mapping)];
  return new Map([
    ['phoneNumber', 'Address'],
    ['optedOut', 'OptOut'],
    ...paths.map(([path, field]) => [canonicalField(field, options) ?? field, path] as const),
  ]);
}

/** Most white space before the first row, in characters. */
const MOST_PEEKED = 64 * 1024;

async function peek(text: AsyncGenerator<string>) {
  let beginning = '';
  while (beginning.length < MOST_PEEKED && beginning.trim() === '') {
    const next = await text.next();
    if (next.done) break;
    beginning += next.value;
  }
  const all = async function* () {
    yield beginning;
    yield* text;
  };
  return { isJson: /^\ufeff?\s*\{/.test(beginning), all: all() };
}

async function* readJson(
  text: AsyncGenerator<string>,
  options: EndpointReading,
  description: FileDescription,
): AsyncGenerator<SourceRow> {
  for await (const { row, line } of separateObjects(readLines(text, options))) {
    const parsed = readObject(line);
    if ('cause' in parsed) {
      yield { row, values: new Map(), problems: [parsed], original: { type: 'text', text: line } };
      continue;
    }
    const original = { type: 'object' as const, value: parsed.value };
    yield { row, problems: [], original, ...readEndpoint(flatten(parsed.value), options, description) };
  }
}

async function* readCsv(
  text: AsyncGenerator<string>,
  options: EndpointReading,
  description: FileDescription,
): AsyncGenerator<SourceRow> {
  const file = await openCsv(separateHeaders(text), {
    countKnown: (names) => names.filter((name) => KNOWN_PATHS.test(name)).length,
    reading: options,
  });
  let { header } = file;
  if (!isPinpointHeader(header)) {
    throw new UnreadableFileError(
      'The file is no endpoint export of Amazon Pinpoint: its header has no columns ChannelType and Address.',
    );
  }
  description.table = { ...file, header };
  let columns = columnsOf(header, options, description);
  for await (const record of file.records) {
    const names = withoutMark(record.cells);
    if (isPinpointHeader(names)) {
      header = isDeepStrictEqual(names, file.header) ? file.header : names;
      columns = columnsOf(header, options, description);
      continue;
    }
    yield toRow(record, { header, columns, isFirstHeader: header === file.header, options, description });
  }
}

/** Column of a CSV file, worked out once. */
interface PinpointColumn {
  path: string;
  /** True when an earlier column has the same name. */
  isRepeated: boolean;
  /** True when its field takes no list. */
  isText: boolean;
}

function columnsOf(
  header: readonly string[],
  options: EndpointReading,
  { notices }: FileDescription,
): PinpointColumn[] {
  const seen = new Set<string>();
  return header.map((path) => {
    if (Object.hasOwn(options.mapping, path)) notices.mappedColumns.add(path);
    const isRepeated = path !== '' && seen.has(path);
    if (isRepeated) notices.repeatedColumns.add(path);
    seen.add(path);
    const field = fieldOf(path, options);
    return { path, isRepeated, isText: field !== undefined && !isListField(field, options.schema) };
  });
}

/** Removes a byte order mark, which each of the joined files can have. */
const withoutMark = ([first = '', ...others]: readonly string[]) => [first.replace(/^\ufeff/, ''), ...others];

function toRow(
  { row, cells }: CsvRecord,
  reading: {
    header: string[];
    columns: readonly PinpointColumn[];
    isFirstHeader: boolean;
    options: EndpointReading;
    description: FileDescription;
  },
): SourceRow {
  const { header, columns, isFirstHeader, options, description } = reading;
  const flat = new Map<string, unknown>();
  for (const [index, { path, isRepeated, isText }] of columns.entries()) {
    const text = unescapeCell(cells[index] ?? '');
    if (text === '') continue;
    // The first of several columns with one name is read; an opt-out counts in any of them.
    if (isRepeated && !(path === 'OptOut' && text.toUpperCase() === 'ALL')) continue;
    const list = isText ? readJsonList(text) : undefined;
    if (list) noteJsonList(description.notices, path);
    flat.set(path, list ?? text);
  }
  const problems = problemsOf(cells, header.length);
  const original = { type: 'cells' as const, cells, ...(!isFirstHeader && { header }) };
  return { row, problems, original, ...readEndpoint(flat, options, description) };
}

/** Flattens an endpoint: `{User: {UserId}}` has the path `User.UserId`; lists of attributes stay lists. */
function flatten(value: Record<string, unknown>, prefix = ''): Map<string, unknown> {
  const flat = new Map<string, unknown>();
  for (const [name, part] of Object.entries(value)) {
    const isObject = typeof part === 'object' && part !== null && !Array.isArray(part);
    if (!isObject) flat.set(prefix + name, part);
    else
      for (const [path, leaf] of flatten(part as Record<string, unknown>, `${prefix}${name}.`))
        flat.set(path, leaf);
  }
  return flat;
}

function readEndpoint(
  flat: ReadonlyMap<string, unknown>,
  options: EndpointReading,
  description: FileDescription,
): Pick<SourceRow, 'values' | 'columns' | 'endpoint'> {
  const address = textOf(flat.get('Address'));
  const channel = channelOf(flat);
  const endpoint: Endpoint = {
    channel,
    isInactive: textOf(flat.get('EndpointStatus')).toUpperCase() === 'INACTIVE',
    effectiveAtMs: readTimeMs(textOf(flat.get('EffectiveDate'))),
    ...(flat.has('User.UserId') && { userId: textOf(flat.get('User.UserId')) }),
    ...(channel === 'EMAIL' && { email: address }),
  };
  const values = new Map<string, unknown>();
  if (channel === 'SMS') {
    values.set('phoneNumber', address);
    // The other value of Pinpoint is NONE, which is not consent.
    if (textOf(flat.get('OptOut')).toUpperCase() === 'ALL') values.set('optedOut', true);
  }
  for (const [path, value] of flat) {
    if (Object.hasOwn(options.mapping, path)) description.notices.mappedColumns.add(path);
    const field = fieldOf(path, options);
    if (field === undefined) {
      const isKnown =
        KNOWN_PATHS.test(path) || path === REJECTED_ROW_COLUMN || path === REJECTED_REASON_COLUMN;
      if (!isKnown) ignoreColumns(description, [path]);
    } else if (channel === 'SMS' && !endpoint.isInactive) {
      const read = readAttribute(field, value, { ...options, notices: description.notices });
      if (read !== undefined) values.set(field, read);
    }
  }
  return { values, columns: options.columns, endpoint };
}

/** Returns the contact field that an attribute of an endpoint fills. */
function fieldOf(path: string, options: ReadingOptions): string | undefined {
  const mapped = options.mapping[path];
  return mapped === undefined ? FIELDS[path] : canonicalField(mapped, options);
}

/** Returns the channel of an endpoint. Voice endpoints have phone numbers too, but no consent to texts. */
function channelOf(flat: ReadonlyMap<string, unknown>): Endpoint['channel'] {
  const channel = textOf(flat.get('ChannelType')).toUpperCase();
  return channel === 'SMS' || channel === 'EMAIL' ? channel : 'other';
}

/** Reads an attribute, which is a list of texts, also for a single one. */
function readAttribute(field: string, value: unknown, reading: ValueReading): unknown {
  const texts = (Array.isArray(value) ? value : [value])
    .filter((one) => one !== null && one !== undefined && one !== '')
    .map(textOf);
  if (texts.length === 0) return undefined;
  if (texts.length > 1 && isListField(field, reading.schema)) return [...new Set(texts)];
  const text = texts.join(', ');
  return field === TIME_ZONE_FIELD ? readTimeZone(text, reading) : readValue(field, text, reading);
}

/** Returns a valid time zone only, because Amazon Pinpoint accepts any text as one. */
const readTimeZone = (text: string, { notices }: ValueReading): string | undefined =>
  checkTimeZone(notices, text) ? text : undefined;

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/** Reads a time, in UTC unless it has a zone; epoch milliseconds. */
function readTimeMs(text: string): number {
  if (text === '') return 0;
  const time = DateTime.fromISO(text.replace(' ', 'T'), { zone: 'utc' });
  return time.isValid ? time.toMillis() : 0;
}
