import {
  type ArchivedField,
  archivedFields,
  ARCHIVE_SCHEMA_VERSION,
} from '../../shared/events/archived-event';
import { EVENT_TYPES, type EventType } from '../../shared/events/event-types';

interface Column {
  name: string;
  /** Type in Athena. */
  type: 'string' | 'bigint' | 'double';
  /** Paths of the fields that it has, such as `message.id`. */
  fields: Set<string>;
  events: Set<EventType>;
}

/** Renders the table of columns for `docs/event-archive.md`, and the fields that are no columns. */
export function renderArchiveColumns(): string {
  const leftOut = new Set(
    allFields().flatMap(({ path, column }) => (column === undefined ? [code(path.join('.'))] : [])),
  );
  const rows = columns().map(({ name, type, fields, events }) => {
    const among = events.size === EVENT_TYPES.length ? 'all' : [...events].map(code).join(', ');
    return `| ${code(name)} | ${type} | ${[...fields].map(code).join(', ')} | ${among} |`;
  });
  return [
    '| Column | Type | Field of the event | Events |',
    '|---|---|---|---|',
    `| \`schemaVersion\` | bigint | ${ARCHIVE_SCHEMA_VERSION}; goes up when a column changes its meaning or goes away | all |`,
    ...rows,
    '',
    `Fields that are in no column: ${[...leftOut].sort().join(', ')}.`,
  ].join('\n');
}

/** Renders the statement that makes a table of the archive in Athena. */
export function renderAthenaTable(): string {
  const declared = [{ name: 'schemaVersion', type: 'bigint' }, ...columns()];
  return [
    '```sql',
    'CREATE EXTERNAL TABLE events (',
    declared.map(({ name, type }) => `  \`${name}\` ${type}`).join(',\n'),
    ')',
    'PARTITIONED BY (day string)',
    "ROW FORMAT SERDE 'org.openx.data.jsonserde.JsonSerDe'",
    "LOCATION 's3://BUCKET/events/'",
    'TBLPROPERTIES (',
    "  'projection.enabled' = 'true',",
    "  'projection.day.type' = 'date',",
    "  'projection.day.format' = 'yyyy-MM-dd',",
    "  'projection.day.range' = '2026-01-01,NOW',",
    "  'storage.location.template' = 's3://BUCKET/events/day=${day}/'",
    ');',
    '```',
  ].join('\n');
}

const allFields = () =>
  EVENT_TYPES.flatMap((event) => archivedFields(event).map((field) => ({ event, ...field })));

function columns(): Column[] {
  const found = new Map<string, Column>();
  for (const { event, path, column: name, schema } of allFields()) {
    if (name === undefined) continue;
    const type = typeOf(schema);
    const column = found.get(name) ?? { name, type, fields: new Set(), events: new Set() };
    if (column.type !== type) throw new Error(`The column ${name} is ${column.type} and ${type}`);
    column.fields.add(path.join('.'));
    column.events.add(event);
    found.set(name, column);
  }
  return [...found.values()];
}

function typeOf({ type, const: constant }: ArchivedField['schema']): Column['type'] {
  if (type === 'integer' || typeof constant === 'number') return 'bigint';
  return type === 'number' ? 'double' : 'string';
}

const code = (text: string) => `\`${text}\``;
