import { ADDRESS_FIELDS } from '../../audience/contacts/address';
import { CONTACT_FIELD_NAMES, CONTACT_FIELDS } from '../../audience/contacts/contact-fields';
import { type CustomFieldSchema, visibleFields } from '../../audience/custom-fields/custom-field-schema';
import { csvLine } from '../../audience/import/csv-line';
import type { ExportFormat } from '../export-item';

type Answer = Record<string, unknown>;

/** Writes a contact as a line that an import reads back unchanged. **Source:** rules E5. */
export function contactLine(format: ExportFormat, contact: Answer, columns: readonly string[]): string {
  if (format === 'jsonl') return `${JSON.stringify(contact)}\n`;
  return csvLine(columns.map((column) => cellOf(valueAt(contact, column))));
}

/** Returns the columns of a CSV file of contacts. */
export function contactColumns(schema: CustomFieldSchema): string[] {
  return [
    'phoneNumber',
    ...CONTACT_FIELD_NAMES.filter((name) => CONTACT_FIELDS[name].column !== 'parts'),
    ...ADDRESS_FIELDS.map((field) => `address.${field}`),
    ...visibleFields(schema).map(({ label }) => `customFields.${label}`),
    'optedOutAt',
    'setAsideAt',
    'setAsideReason',
    'tz',
    'groups',
    'id',
    'createdAt',
  ];
}

function valueAt(contact: Answer, column: string): unknown {
  const [parent, part] = [column.slice(0, column.indexOf('.')), column.slice(column.indexOf('.') + 1)];
  if (!column.includes('.')) return contact[column];
  const parts = contact[parent] as Answer | undefined;
  return parts && Object.hasOwn(parts, part) ? parts[part] : undefined;
}

/** Options that contain the separator are written as JSON; groups are written as ids. */
function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return JSON.stringify(value);
  const texts = value.map((one: unknown) => (typeof one === 'string' ? one : (one as { id: string }).id));
  const isPlain = texts.every((text) => !/[;|[\]]|^\s|\s$/.test(text));
  return isPlain ? texts.join(';') : JSON.stringify(texts);
}
