/**
 * Finds errors in an answer of AWS, by the schema in the SDK's clients (`DescribePhoneNumbersResult$`): unknown
 * members, missing required ones, and wrong types. The SDK itself ignores them.
 */
export function findSchemaFaults(schema: unknown, value: unknown, place = ''): string[] {
  const resolved: unknown = typeof schema === 'function' ? (schema as () => unknown)() : schema;
  if (typeof resolved === 'number') return scalarFaults(resolved, value, place);
  const [kind, , , , ...rest] = resolved as [number, string, string, unknown, ...unknown[]];
  switch (kind) {
    case LIST:
      return listFaults(rest[0], value, place);
    case MAP:
      return mapFaults(rest[1], value, place);
    case STRUCTURE:
      return structureFaults(rest as StructureParts, value, place);
    default:
      throw new Error(`${place}: a schema of the kind ${kind}`);
  }
}

const [LIST, MAP, STRUCTURE] = [1, 2, 3];
const [LIST_OF, MAP_OF] = [64, 128];
const SCALARS: Readonly<Record<number, string>> = { 0: 'string', 1: 'number', 2: 'boolean', 4: 'number' };

type StructureParts = [names: string[], schemas: unknown[], required?: number];

function scalarFaults(schema: number, value: unknown, place: string): string[] {
  if (schema >= MAP_OF) return mapFaults(schema - MAP_OF, value, place);
  if (schema >= LIST_OF) return listFaults(schema - LIST_OF, value, place);
  const type = SCALARS[schema];
  if (type === undefined) throw new Error(`${place}: a scalar of the kind ${schema}`);
  return typeof value === type ? [] : [`${place} is no ${type}`];
}

function listFaults(schema: unknown, value: unknown, place: string): string[] {
  if (!Array.isArray(value)) return [`${place} is no list`];
  return value.flatMap((item, index) => findSchemaFaults(schema, item, `${place}[${index}]`));
}

function mapFaults(schema: unknown, value: unknown, place: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${place} is no map`];
  return Object.entries(value).flatMap(([name, part]) => findSchemaFaults(schema, part, `${place}.${name}`));
}

function structureFaults(
  [names, schemas, required = 0]: StructureParts,
  value: unknown,
  place: string,
): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${place} is no structure`];
  const has = (name: string) => (value as Record<string, unknown>)[name] !== undefined;
  return [
    ...names.slice(0, required).flatMap((name) => (has(name) ? [] : [`${place}.${name} is missing`])),
    ...Object.entries(value).flatMap(([name, part]) => {
      const index = names.indexOf(name);
      return index < 0
        ? [`${place}.${name} is unknown`]
        : findSchemaFaults(schemas[index], part, `${place}.${name}`);
    }),
  ];
}
