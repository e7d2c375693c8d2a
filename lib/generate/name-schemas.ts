import { isDeepStrictEqual } from 'node:util';
import { mapValues } from './map-values';

interface Schema {
  readonly [keyword: string]: unknown;
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
}
type Schemas = Record<string, Schema>;

/**
 * Returns the schemas of a document with a name for each object and each variant: client generators number those
 * without one. An object is named after the schema and property that have it, or by its `title`; one with the content of
 * a schema that has a name already refers to that. A variant is named after the constant that distinguishes it.
 *
 * Booleans that can only be `true` become plain ones, because generators make enumerations of strings of them. Closed
 * objects say so by `unevaluatedProperties`.
 *
 * @throws Error when two schemas have the same name
 */
export function nameSchemas(schemas: Readonly<Record<string, object>>): Schemas {
  const named: Schemas = {};
  const given = Object.entries(schemas as Schemas);
  const names = new Map(given.map(([name, schema]) => [contentOf(simplify(schema)), name]));

  /** Returns a reference to the schema, which gets the name unless another one has its content. */
  const refer = (schema: Schema, name: string): Schema => {
    const known = names.get(contentOf(schema));
    const { description } = schema;
    if (known !== undefined) {
      return { $ref: refOf(known), ...(description !== undefined && { description }) };
    }
    add(schema.title ?? name, schema);
    return { $ref: refOf(schema.title ?? name) };
  };
  const add = (name: string, schema: Schema) => {
    const { title: _, ...untitled } = schema;
    const found = nameInside(untitled, name);
    if (name in named && !isDeepStrictEqual(named[name], found)) {
      throw new Error(`Two schemas of the OpenAPI document would be named ${name}: give one of them a title`);
    }
    named[name] = found;
  };
  const nameOrKeep = (schema: Schema, name: string): Schema => {
    if (schema.oneOf || schema.anyOf)
      return isNullable(schema) ? nameInside(schema, name) : refer(schema, name);
    if (!schema.properties) return nameInside(schema, schema.title ?? name);
    if (schema.type === 'object') return refer(schema, name);
    const { description, ...object } = schema;
    const reference = refer({ ...object, type: 'object' }, name);
    return { oneOf: [reference, { type: 'null' }], ...(description !== undefined && { description }) };
  };
  /** Names a variant, and what is in a variant that is a list: openapi-generator warns of a list of plain types. */
  const referVariant = (variant: Schema, name: string): Schema =>
    refer(
      variant.items && !variant.items.$ref
        ? { ...variant, items: refer(variant.items, `${name}Item`) }
        : variant,
      name,
    );
  /** Names what is inside a schema that has a name. */
  const nameInside = (schema: Schema, name: string): Schema => {
    const { properties, items, additionalProperties, oneOf, anyOf } = schema;
    const variants = oneOf ?? anyOf;
    const referred = variants?.map((variant, index) =>
      variant.$ref !== undefined || variant.type === 'null' || isNullable(schema)
        ? nameOrKeep(variant, name)
        : referVariant(variant, variantName(variants, index, name)),
    );
    const discriminator = variants && discriminatorOf(variants, referred ?? []);
    return {
      ...schema,
      ...(properties && {
        properties: mapValues(properties, (inner, key) => nameOrKeep(inner, name + capitalized(key))),
      }),
      ...(items && { items: nameOrKeep(items, `${name}Item`) }),
      ...(typeof additionalProperties === 'object' && {
        additionalProperties: nameOrKeep(additionalProperties, `${name}Value`),
      }),
      ...(referred && { [oneOf ? 'oneOf' : 'anyOf']: referred }),
      ...(discriminator && { discriminator }),
    };
  };
  for (const [name, schema] of given) add(name, simplify(schema));
  return named;
}

/** Returns true for a value of one schema that may also be null. */
const isNullable = ({ oneOf }: Schema) => oneOf?.length === 2 && oneOf[1]?.type === 'null';

const refOf = (name: string) => `#/components/schemas/${name}`;
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const wordsOf = (text: string) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join('');

/** Returns the content of a schema, without what describes it. */
function contentOf({ description: _, title: __, ...schema }: Schema): string {
  return JSON.stringify(schema);
}

/** Returns the schema in forms that client generators understand. */
function simplify(schema: Schema): Schema {
  const { properties, items, additionalProperties, oneOf, anyOf } = schema;
  const { additionalProperties: _, ...others } = withPlainValues(schema);
  return {
    ...others,
    // As strict, but for `allOf`, which the document does not have. openapi-generator warns of the other keyword.
    ...(additionalProperties === false && { unevaluatedProperties: false }),
    ...(properties && { properties: mapValues(properties, simplify) }),
    ...(items && { items: simplify(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: simplify(additionalProperties) }),
    ...(oneOf && { oneOf: oneOf.map(simplify) }),
    ...(anyOf && { anyOf: anyOf.map(simplify) }),
  };
}

/** Adds the type that the values of an enumeration or a constant have, and takes those of booleans out. */
function withPlainValues(schema: Schema): Schema {
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  if (values.length === 0) return schema;
  const { enum: _, const: __, ...others } = schema;
  const types = [...new Set(values.map(typeOf))];
  const type = schema.type ?? (types.length === 1 ? String(types[0]) : types);
  return types.includes('boolean') ? { type, ...others } : { type, ...schema };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'number' ? 'integer' : typeof value;
}

const NAMES_OF_TYPES: Readonly<Record<string, string | undefined>> = {
  string: 'Text',
  integer: 'Number',
  number: 'Number',
  boolean: 'Flag',
  array: 'List',
};

/** Returns the name of a variant: by its title, or the constant by which it differs. */
function variantName(variants: readonly Schema[], index: number, name: string): string {
  const variant = variants[index];
  if (!variant?.properties) return name + (NAMES_OF_TYPES[String(variant?.type)] ?? '');
  const property = distinctProperty(variants);
  const value = variant.title ?? (property && variant.properties[property]?.const);
  if (typeof value !== 'string') {
    throw new Error(`A variant of ${name} needs a title: it becomes its name in the OpenAPI document`);
  }
  return variant.title ?? name + wordsOf(value);
}

/** Returns the property that has another constant in each variant. */
function distinctProperty(variants: readonly Schema[]): string | undefined {
  const candidates = Object.keys(variants[0]?.properties ?? {});
  return candidates.find((property) => {
    const values = variants.map(({ properties }) => properties?.[property]?.const);
    const isOfAll = variants.every(({ required }) => required?.includes(property));
    return (
      isOfAll && values.every((value) => typeof value === 'string') && new Set(values).size === values.length
    );
  });
}

function discriminatorOf(variants: readonly Schema[], referred: readonly Schema[]): object | undefined {
  const propertyName = distinctProperty(variants);
  if (propertyName === undefined) return undefined;
  const entries = variants.map(({ properties }, index) => [
    String(properties?.[propertyName]?.const),
    referred[index]?.$ref,
  ]);
  return { propertyName, mapping: Object.fromEntries(entries) as object };
}
