import { EVENT_TYPES, eventSchema } from '../../shared/events/event-types';

interface Schema {
  description?: string;
  enum?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
}

/** Renders the tables of `docs/events.md`: the types of events, and their fields. */
export function renderEvents(): string {
  const schemas = EVENT_TYPES.map((type) => [type, eventSchema(type)] as const);
  const fields = new Map<string, { name: string; text: string; types: string[] }>();
  for (const [type, { properties }] of schemas) {
    for (const [name, schema] of Object.entries<Schema>(properties)) {
      const text = describe(schema);
      const { types } = fields.get(name + text) ?? { types: [] };
      fields.set(name + text, { name, text, types: [...types, code(type)] });
    }
  }
  const rows = [...fields.values()].map(({ name, text, types }) => {
    const among = types.length === EVENT_TYPES.length ? 'all' : types.join(', ');
    return `| ${code(name)} | ${among} | ${text} |`;
  });
  return [
    '| Type | Meaning |',
    '|---|---|',
    ...schemas.map(([type, { description }]) => `| ${code(type)} | ${description} |`),
    '',
    '| Field | Types | Meaning |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
}

function describe({ description, enum: values, properties }: Schema): string {
  const parts = Object.entries(properties ?? {}).map(([name, { enum: among, properties: inner }]) => {
    const names = among ?? Object.keys(inner ?? {});
    return names.length > 0 ? `${code(name)} (${names.map(code).join(', ')})` : code(name);
  });
  const listed = description && !values ? [] : [...(values ?? []).map(code), ...parts];
  return [listed.join(', '), description].filter(Boolean).join('. ');
}

const code = (text: string) => `\`${text}\``;
