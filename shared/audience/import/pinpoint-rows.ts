import { isDeepStrictEqual } from 'node:util';
import { DateTime, IANAZone } from 'luxon';
import { type CustomFieldSchema, visibleFields } from '../custom-fields/custom-field-schema';
import { type CsvRecord, openCsv } from './csv-records';
import { unescapeCell } from './csv-line';
import { problemsOf } from './csv-rows';
import {
  canonicalField,
  CUSTOM_FIELD_PREFIX,
  REJECTED_REASON_COLUMN,
  REJECTED_ROW_COLUMN,
} from './import-columns';
import { readLines, readObject } from './json-rows';
import { isPinpointHeader, separateHeaders } from './separate-headers';
import { separateObjects } from './separate-objects';
import { UnreadableFileError } from './problem';
import { readValue } from './read-value';
import {
  type Endpoint,
  type FileDescription,
  ignoreColumns,
  type ReadingOptions,
  type SourceRow,
} from './source-row';

/** The time zone that an endpoint names; not a field of the API. */
export const TIME_ZONE_FIELD = 'timeZone';

/** What of an endpoint becomes which field, by its path. */
const FIELDS: Readonly<Record<string, string>> = {
  'Location.City': 'address.city',
  'Location.Region': 'address.state',
  'Location.PostalCode': 'address.postalCode',
  'Location.Country': 'address.country',
  'Demographic.Timezone': TIME_ZONE_FIELD,
};

/** What the import reads besides, or knows that no contact has it. */
const KNOWN_PATHS =
  /^(?:Address|ApplicationId|ChannelType|CohortId|CreationDate|EffectiveDate|EndpointStatus|Id|OptOut|RequestId|User\.UserId|Location\..*|Demographic\..*|Metrics\..*)$/;

/**
 * Reads endpoint exports of Amazon Pinpoint: JSON lines or CSV, also several files one after another, each CSV file with its
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
  yield* isJson ? readJson(all, options, description) : readCsv(all, options, description);
}

async function peek(text: AsyncGenerator<string>) {
  let beginning = '';
  while (beginning.trim() === '') {
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
  options: ReadingOptions,
  description: FileDescription,
): AsyncGenerator<SourceRow> {
  for await (const { row, line } of separateObjects(readLines(text))) {
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
  options: ReadingOptions,
  description: FileDescription,
): AsyncGenerator<SourceRow> {
  const file = await openCsv(
    separateHeaders(text),
    (names) => names.filter((name) => KNOWN_PATHS.test(name)).length,
  );
  let { header } = file;
  if (!isPinpointHeader(header)) {
    throw new UnreadableFileError(
      'The file is no endpoint export of Amazon Pinpoint: its header has no columns ChannelType and Address.',
    );
  }
  description.table = { ...file, header };
  for await (const record of file.records) {
    const names = withoutMark(record.cells);
    if (isPinpointHeader(names)) {
      header = isDeepStrictEqual(names, file.header) ? file.header : names;
      continue;
    }
    yield toRow(record, { header, isFirstHeader: header === file.header, options, description });
  }
}

/** Each file may bring its byte order mark. */
const withoutMark = ([first = '', ...others]: readonly string[]) => [first.replace(/^\ufeff/, ''), ...others];

function toRow(
  { row, cells }: CsvRecord,
  reading: {
    header: string[];
    isFirstHeader: boolean;
    options: ReadingOptions;
    description: FileDescription;
  },
): SourceRow {
  const { header, isFirstHeader, options, description } = reading;
  const flat = new Map<string, unknown>();
  for (const [index, path] of header.entries()) {
    const text = unescapeCell(cells[index] ?? '');
    if (text !== '') flat.set(path, text);
  }
  const problems = problemsOf(cells, header.length);
  const original = { type: 'cells' as const, cells, ...(!isFirstHeader && { header }) };
  return { row, problems, original, ...readEndpoint(flat, options, description) };
}

/** `{User: {UserId}}` has the path `User.UserId`; the lists of attributes stay lists. */
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
  options: ReadingOptions,
  description: FileDescription,
): Pick<SourceRow, 'values' | 'endpoint'> {
  const address = textOf(flat.get('Address'));
  const channel = channelOf(flat);
  const endpoint: Endpoint = {
    channel,
    effectiveAtMs: readTimeMs(textOf(flat.get('EffectiveDate'))),
    ...(flat.has('User.UserId') && { userId: textOf(flat.get('User.UserId')) }),
    ...(channel === 'EMAIL' && { email: address }),
  };
  const values = new Map<string, unknown>();
  if (channel === 'SMS') {
    values.set('phoneNumber', address);
    // Pinpoint knows NONE besides, which is no consent.
    if (textOf(flat.get('OptOut')).toUpperCase() === 'ALL') values.set('optedOut', true);
  }
  for (const [path, value] of flat) {
    const mapped = options.mapping[path];
    const field = mapped === undefined ? FIELDS[path] : canonicalField(mapped, options.schema);
    if (field === undefined) {
      const isKnown =
        KNOWN_PATHS.test(path) || path === REJECTED_ROW_COLUMN || path === REJECTED_REASON_COLUMN;
      if (!isKnown) ignoreColumns(description, [path]);
    } else if (channel === 'SMS') {
      const read = readAttribute(field, value, options.schema);
      if (read !== undefined) values.set(field, read);
    }
  }
  return { values, endpoint };
}

/** Voice endpoints have phone numbers as well, and no consent to texts. */
function channelOf(flat: ReadonlyMap<string, unknown>): Endpoint['channel'] {
  if (textOf(flat.get('EndpointStatus')).toUpperCase() === 'INACTIVE') return 'other';
  const channel = textOf(flat.get('ChannelType')).toUpperCase();
  return channel === 'SMS' || channel === 'EMAIL' ? channel : 'other';
}

/** Attributes are lists of texts, also of one. */
function readAttribute(field: string, value: unknown, schema: CustomFieldSchema): unknown {
  const texts = (Array.isArray(value) ? value : [value])
    .filter((one) => one !== null && one !== undefined && one !== '')
    .map(textOf);
  if (texts.length === 0) return undefined;
  const isList = visibleFields(schema).some(
    ({ label, type }) => type === 'MULTI_SELECT' && field === `${CUSTOM_FIELD_PREFIX}${label}`,
  );
  if (isList && texts.length > 1) return [...new Set(texts)];
  const text = texts.join(', ');
  if (field === TIME_ZONE_FIELD) return IANAZone.isValidZone(text) ? text : undefined;
  return readValue(field, text, schema);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/** A time without a zone is UTC's. */
function readTimeMs(text: string): number {
  if (text === '') return 0;
  const time = DateTime.fromISO(text.replace(' ', 'T'), { zone: 'utc' });
  return time.isValid ? time.toMillis() : 0;
}
