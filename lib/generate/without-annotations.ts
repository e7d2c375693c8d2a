/** Keywords that say something and check nothing. `documented` is what only the document says: the code checks it. */
const ANNOTATIONS = new Set(['title', 'description', 'examples', 'documented']);
/** Keywords whose value has schemas by names, which may be those of annotations. */
const SCHEMAS_BY_NAME = new Set(['properties', 'patternProperties', '$defs']);
/** Keywords whose value is no schema. */
const DATA = new Set(['enum', 'const', 'default']);

/** Returns the schema without its annotations: a validator holds all of it, and each cold start reads them. */
export function withoutAnnotations(schema: object): object {
  if (Array.isArray(schema))
    return schema.map((one) => (isObject(one) ? withoutAnnotations(one) : one) as unknown);
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !ANNOTATIONS.has(keyword))
      .map(([keyword, value]: [string, unknown]) => {
        if (!isObject(value) || DATA.has(keyword)) return [keyword, value];
        if (!SCHEMAS_BY_NAME.has(keyword)) return [keyword, withoutAnnotations(value)];
        const named = Object.entries(value).map(([name, one]: [string, unknown]) => [
          name,
          isObject(one) ? withoutAnnotations(one) : one,
        ]);
        return [keyword, Object.fromEntries(named) as object];
      }),
  );
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
