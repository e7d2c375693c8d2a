import { ADDRESS_FIELDS } from '../contacts/address';
import { CONTACT_FIELD_NAMES, CONTACT_FIELDS } from '../contacts/contact-fields';
import { type CustomFieldSchema, normalizeLabel, visibleFields } from '../custom-fields/custom-field-schema';
import type { Tag } from '../groups/group';
import { findColumnAlias } from './column-aliases';
import { CUSTOM_FIELD_PREFIX, READ_ONLY_COLUMNS } from './column-names';

/** Column of the tags of the membership; only in an import into a group. */
export const TAGS_FIELD = 'tags';

/** Names of contact fields that a column can fill, besides `customFields.<label>`. */
export const IMPORT_FIELDS: readonly string[] = [
  'phoneNumber',
  ...CONTACT_FIELD_NAMES.filter((name) => CONTACT_FIELDS[name].column !== 'parts'),
  ...ADDRESS_FIELDS.map((field) => `address.${field}`),
  'optedOut',
  'optedOutAt',
  TAGS_FIELD,
];

export type ColumnMapping = Readonly<Record<string, string>>;

/** Settings that decide the fields of columns. */
export interface ColumnReading {
  mapping: ColumnMapping;
  schema: CustomFieldSchema;
  /** Tags of the group that the contacts join; absent without a group, and then tags have no column. */
  groupTags?: readonly Tag[] | undefined;
}

/** Result of reading the columns of a file. */
interface Columns {
  /** Field of each column; `undefined`: not imported. */
  fields: Array<string | undefined>;
  /** Names of columns that are not imported, though the caller may have meant them to be. */
  ignored: string[];
  /** Names that several columns share; the first of them fills the field. */
  repeated: string[];
  /** Columns of `mapping` that are among them. */
  mapped: string[];
}

/**
 * Finds the contact field of each column: by `mapping`, by the API's own name, by a custom field's label, or by a
 * common name of such a column. Among several columns for one field, the most specific one counts.
 *
 * **Source:** rules E5.
 */
export function resolveColumns(names: readonly string[], reading: ColumnReading): Columns {
  const mapped = new Map(
    Object.entries(reading.mapping).map(([column, field]) => [columnKey(column), field]),
  );
  const found = names.map((name, index) => ({ name, index, ...findField(name, { mapped, reading }) }));
  const best = new Map<string, (typeof found)[number]>();
  for (const column of found) {
    const rival = column.field === undefined ? undefined : best.get(column.field);
    if (column.field !== undefined && (!rival || column.rank < rival.rank)) best.set(column.field, column);
  }
  const fields = found.map(({ field, index }) => {
    return field !== undefined && best.get(field)?.index === index ? field : undefined;
  });
  const present = new Set(names.map(columnKey));
  const read = new Set(found.filter(({ index }) => fields[index] !== undefined).map(({ name }) => name));
  const left = found
    .filter(({ name, index }) => fields[index] === undefined && name !== '' && !READ_ONLY_COLUMNS.has(name))
    .map(({ name }) => name);
  return {
    fields,
    ignored: left.filter((name) => !read.has(name)),
    repeated: [...new Set(left.filter((name) => read.has(name)))],
    mapped: Object.keys(reading.mapping).filter((column) => present.has(columnKey(column))),
  };
}

/** Returns the names of a file's columns by the fields that they fill. */
export const columnNames = (
  fields: ReadonlyArray<string | undefined>,
  names: readonly string[],
): ReadonlyMap<string, string> =>
  new Map(
    fields.flatMap((field, index) => (field === undefined ? [] : [[field, names[index] ?? field] as const])),
  );

/** Finds the field of a column. Among several columns for one field, the one with the lowest `rank` counts. */
function findField(
  name: string,
  { mapped, reading }: { mapped: ReadonlyMap<string, string>; reading: Omit<ColumnReading, 'mapping'> },
): { field: string | undefined; rank: number } {
  const byMapping = mapped.get(columnKey(name));
  if (byMapping !== undefined) return { field: canonicalField(byMapping, reading), rank: -2 };
  if (READ_ONLY_COLUMNS.has(name)) return { field: undefined, rank: 0 };
  const canonical = canonicalField(name, reading);
  if (canonical !== undefined) return { field: canonical, rank: -1 };
  const found = findColumnAlias(name);
  const alias = found && isField(found.field, reading) ? found : undefined;
  if (alias?.field === 'phoneNumber') return alias;
  const label = customFieldOf(name, reading.schema);
  return label === undefined ? (alias ?? { field: undefined, rank: 0 }) : { field: label, rank: -1 };
}

/** Returns true for a field of this import. Tags belong to memberships, which only an import into a group creates. */
const isField = (name: string, { groupTags }: Pick<ColumnReading, 'groupTags'>) =>
  name === TAGS_FIELD ? groupTags !== undefined : IMPORT_FIELDS.includes(name);

/**
 * Returns a field by the API's own name, with a custom field's label as it is defined; `undefined` for anything else.
 */
export function canonicalField(name: string, reading: Omit<ColumnReading, 'mapping'>): string | undefined {
  const { schema } = reading;
  if (isField(name, reading)) return name;
  return name.startsWith(CUSTOM_FIELD_PREFIX)
    ? customFieldOf(name.slice(CUSTOM_FIELD_PREFIX.length), schema)
    : undefined;
}

function customFieldOf(label: string, schema: CustomFieldSchema): string | undefined {
  const field = visibleFields(schema).find((one) => normalizeLabel(one.label) === normalizeLabel(label));
  return field && `${CUSTOM_FIELD_PREFIX}${field.label}`;
}

const columnKey = (name: string) => name.trim().toLowerCase();
