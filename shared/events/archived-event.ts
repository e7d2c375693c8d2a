import { createHmac } from 'node:crypto';
import { isRecord } from '../platform/is-record';
import { eventSchema, isEventType, type EventType } from './event-types';
import { type ArchiveMark, archiveMarkOf } from './internal/archive-marks';

/** Goes up when a column of the archive changes its meaning or is removed; new columns come without it. */
export const ARCHIVE_SCHEMA_VERSION = 1;

/** Line of the log that tells how many events could not be archived; the stack counts it. */
export const NOT_ARCHIVED = 'Events not archived';

/** Column with the hash of the person whom an event is about. */
const PERSON_COLUMN = 'person';

/** Event as the archive has it. */
export interface ArchivedEvent {
  /** UTC day of the event's own time, `YYYY-MM-DD`. */
  day: string;
  /** JSON without a line break. */
  line: string;
}

interface Schema {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  pattern?: string;
  maxLength?: number;
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
}

/** Field of an event, and its place in the archive. */
export interface ArchivedField {
  /** Names that lead to it in the event. */
  path: string[];
  /** Absent: the field has no mark, and is left out. */
  mark: ArchiveMark | undefined;
  /** Column that has its value; absent for a field that is left out. */
  column: string | undefined;
  isRequired: boolean;
  schema: Schema;
}

const fieldsByType = new Map<EventType, ArchivedField[]>();

/** Lists the fields of a type of event; those of objects inside it one by one: `job.counts.sent` is `jobCountsSent`. */
export function archivedFields(type: EventType): ArchivedField[] {
  const known = fieldsByType.get(type) ?? fieldsOf(eventSchema(type), []);
  fieldsByType.set(type, known);
  return known;
}

function fieldsOf({ properties = {}, required = [] }: Schema, before: string[]): ArchivedField[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = [...before, name];
    if (schema.properties) return fieldsOf(schema, path);
    const mark = archiveMarkOf(schema);
    return [{ path, mark, column: columnOf(path, mark), isRequired: required.includes(name), schema }];
  });
}

function columnOf(path: string[], mark: ArchiveMark | undefined): string | undefined {
  if (mark === 'person') return PERSON_COLUMN;
  if (mark !== 'kept') return undefined;
  return path
    .map((name, index) => (index === 0 ? name : name.charAt(0).toUpperCase() + name.slice(1)))
    .join('');
}

/**
 * Builds the line of an event for the archive: its fields as columns, without those that it does not define and without
 * texts that people write.
 *
 * @param options.event as it was put on the bus
 * @param options.personKey key that the person's number is hashed with; absent: the number is left out
 * @returns `undefined` for what is no event of the service as its definition describes it
 */
export function archiveEvent(options: {
  event: unknown;
  personKey: Buffer | undefined;
}): ArchivedEvent | undefined {
  const { event, personKey } = options;
  if (!isRecord(event) || typeof event.type !== 'string' || !isEventType(event.type)) return undefined;
  const columns: Record<string, unknown> = { schemaVersion: ARCHIVE_SCHEMA_VERSION };
  for (const { path, mark, column, isRequired, schema } of archivedFields(event.type)) {
    const value = valueAt(event, path);
    if (column === undefined) continue;
    // Messages and contacts of erased people have nulls.
    const isAbsent = value === undefined || (value === null && path.length > 1);
    if (isAbsent ? value === undefined && isRequired : !isOf(schema, value)) return undefined;
    if (isAbsent) continue;
    if (mark === 'kept') columns[column] = value;
    else if (personKey)
      columns[column] = hashPerson(personKey, `${event.accountId as string}/${value as string}`);
  }
  return { day: (event.time as string).slice(0, 'YYYY-MM-DD'.length), line: JSON.stringify(columns) };
}

const hashPerson = (key: Buffer, address: string) =>
  createHmac('sha256', key).update(address, 'utf8').digest('hex');

const valueAt = (event: Record<string, unknown>, path: string[]): unknown =>
  path.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), event);

/** Returns true for a value as the schema describes it: only such a value is known to name no person. */
function isOf(schema: Schema, value: unknown): boolean {
  if ('const' in schema) return value === schema.const;
  if (schema.enum) return schema.enum.includes(value);
  if (schema.type === 'integer') return Number.isSafeInteger(value);
  if (schema.type === 'number') return typeof value === 'number';
  return (
    typeof value === 'string' &&
    value.length <= (schema.maxLength ?? Infinity) &&
    (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value))
  );
}
