import { ADDRESS_FIELDS } from '../contacts/address';
import { CONTACT_FIELD_NAMES, CONTACT_FIELDS } from '../contacts/contact-fields';
import { type CustomFieldSchema, normalizeLabel, visibleFields } from '../custom-fields/custom-field-schema';
import type { Tag } from '../groups/group';
import { findColumnAlias } from './column-aliases';

/** Tags of the membership that an import into a group gives. */
export const TAGS_FIELD = 'tags';

/** The names of contact fields that a column can fill, beside `customFields.<label>`. */
export const IMPORT_FIELDS: readonly string[] = [
  'phoneNumber',
  ...CONTACT_FIELD_NAMES.filter((name) => CONTACT_FIELDS[name].column !== 'parts'),
  ...ADDRESS_FIELDS.map((field) => `address.${field}`),
  'optedOut',
  'optedOutAt',
  TAGS_FIELD,
];
export const CUSTOM_FIELD_PREFIX = 'customFields.';

/** Columns of the file of rejects that a mended file still has. */
export const REJECTED_ROW_COLUMN = 'rejectedRow';
export const REJECTED_REASON_COLUMN = 'rejectedReason';

/** Column of the zone that the service has derived. */
export const DERIVED_ZONE_COLUMN = 'tz';

/** What the service tells of a contact and no one writes: an export can be imported as it is. */
const READ_ONLY_FIELDS: ReadonlySet<string> = new Set([
  'id',
  DERIVED_ZONE_COLUMN,
  'groups',
  'pendingGroups',
  'createdAt',
  REJECTED_ROW_COLUMN,
  REJECTED_REASON_COLUMN,
]);

export type ColumnMapping = Readonly<Record<string, string>>;

/** What decides on the fields of columns. */
export interface ColumnReading {
  mapping: ColumnMapping;
  schema: CustomFieldSchema;
  /** Of the group that the contacts join; absent without one: there is no column for tags then. */
  groupTags?: readonly Tag[] | undefined;
}

/** What becomes of the columns of a file. */
export interface Columns {
  /** By column; `undefined`: not imported. */
  fields: Array<string | undefined>;
  /** Names of the columns that the import leaves out and the caller may have meant. */
  ignored: string[];
  /** Names that several columns have, of which the first fills its field. */
  repeated: string[];
}

/**
 * Finds the contact field of each column: as `mapping` says, by the API's own name, by a custom field's label, or by a
 * name that people give such a column. Of several columns for one field the most telling one counts.
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
  const read = new Set(found.filter(({ index }) => fields[index] !== undefined).map(({ name }) => name));
  const left = found
    .filter(({ name, index }) => fields[index] === undefined && name !== '' && !READ_ONLY_FIELDS.has(name))
    .map(({ name }) => name);
  return {
    fields,
    ignored: left.filter((name) => !read.has(name)),
    repeated: [...new Set(left.filter((name) => read.has(name)))],
  };
}

/** The columns of a file by the fields that they fill. */
export const columnNames = (
  fields: ReadonlyArray<string | undefined>,
  names: readonly string[],
): ReadonlyMap<string, string> =>
  new Map(
    fields.flatMap((field, index) => (field === undefined ? [] : [[field, names[index] ?? field] as const])),
  );

/** `rank`: of several columns for one field the lowest counts. */
function findField(
  name: string,
  { mapped, reading }: { mapped: ReadonlyMap<string, string>; reading: Omit<ColumnReading, 'mapping'> },
): { field: string | undefined; rank: number } {
  const byMapping = mapped.get(columnKey(name));
  if (byMapping !== undefined) return { field: canonicalField(byMapping, reading), rank: -2 };
  if (READ_ONLY_FIELDS.has(name)) return { field: undefined, rank: 0 };
  const canonical = canonicalField(name, reading);
  if (canonical !== undefined) return { field: canonical, rank: -1 };
  const found = findColumnAlias(name);
  const alias = found && isField(found.field, reading) ? found : undefined;
  if (alias?.field === 'phoneNumber') return alias;
  const label = customFieldOf(name, reading.schema);
  return label === undefined ? (alias ?? { field: undefined, rank: 0 }) : { field: label, rank: -1 };
}

/** Memberships have tags, and only an import into a group makes them. */
const isField = (name: string, { groupTags }: Pick<ColumnReading, 'groupTags'>) =>
  name === TAGS_FIELD ? groupTags !== undefined : IMPORT_FIELDS.includes(name);

/** A field by the API's own name, with a custom field's label as it is defined; `undefined` for anything else. */
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
