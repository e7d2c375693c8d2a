import { escapeHtml, inlineMarkdown } from './reference-text';

/** The part of JSON Schema that the page shows. */
export interface ShownSchema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Readonly<Record<string, ShownSchema>>;
  required?: readonly string[];
  items?: ShownSchema;
  oneOf?: readonly ShownSchema[];
  additionalProperties?: boolean | ShownSchema;
}

/** Field of an object, nested ones with dotted names. */
interface ShownField {
  path: string;
  isRequired: boolean;
  schema: ShownSchema;
}

/** Returns the fields of an object and of the objects in it; none for any other schema. */
export function fieldsOf(schema: ShownSchema, prefix = ''): ShownField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix + name;
    const nested = property.items?.properties ? property.items : property;
    return [
      { path, isRequired: schema.required?.includes(name) ?? false, schema: property },
      ...fieldsOf(nested, property.items?.properties ? `${path}[].` : `${path}.`),
    ];
  });
}

/** Returns the variants of a schema that are objects; none for any other schema. */
export function variantsOf({ oneOf = [] }: ShownSchema): ShownSchema[] {
  return oneOf.filter(({ properties }) => properties !== undefined);
}

/** Renders a table of an object's fields; for any other schema its type in words. */
export function renderSchema(schema: ShownSchema): string {
  const variants = variantsOf(schema);
  if (variants.length > 0) return variants.map(renderVariant).join('');
  const rows = fieldsOf(schema).map(fieldRow);
  if (rows.length === 0) return `<p>${renderType(schema)}</p>`;
  return `<table class="fields"><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function renderVariant(schema: ShownSchema): string {
  return `<details><summary>${inlineMarkdown(schema.description ?? '')}</summary>${renderSchema(schema)}</details>`;
}

function fieldRow({ path, isRequired, schema }: ShownField): string {
  return `<tr><td><code>${escapeHtml(path)}</code>${isRequired ? ' <em>required</em>' : ''}</td><td>${renderType(schema)}</td><td>${inlineMarkdown(schema.description ?? '')}</td></tr>`;
}

export const renderType = (schema: ShownSchema) => inlineMarkdown(describeType(schema));

/** Describes type and limits in words, in CommonMark. */
export function describeType(schema: ShownSchema): string {
  const parts = [typeName(schema), ...limitsOf(schema)];
  return parts.filter((part) => part !== '').join(', ');
}

function typeName(schema: ShownSchema): string {
  if (schema.$ref !== undefined) return linkTo(schema.$ref);
  if (schema.oneOf) return schema.oneOf.map(typeName).join(' or ');
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.map(code).join(' or ');
  if (schema.type === 'array') return `array of ${schema.items ? typeName(schema.items) : 'anything'}`;
  return typeof schema.type === 'string' ? schema.type : (schema.type?.join(' or ') ?? '');
}

function limitsOf(schema: ShownSchema): string[] {
  return [
    range(schema.minLength, schema.maxLength, 'characters'),
    range(schema.minItems, schema.maxItems, 'items'),
    range(schema.minimum, schema.maximum, ''),
    schema.format ?? '',
    schema.pattern === undefined ? '' : code(schema.pattern),
    schema.default === undefined ? '' : `default ${code(schema.default)}`,
  ];
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  const format = (value: number) => value.toLocaleString('en-US');
  const text =
    least !== undefined && most !== undefined
      ? `${format(least)} to ${format(most)}`
      : most !== undefined
        ? `up to ${format(most)}`
        : least !== undefined
          ? `at least ${format(least)}`
          : '';
  return text === '' ? '' : `${text} ${unit}`.trim();
}

export function linkTo(reference: string): string {
  const name = reference.split('/').at(-1) ?? '';
  return `[${name}](#schema-${name})`;
}

const code = (value: unknown) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
