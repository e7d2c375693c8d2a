/** Returns a request's schema as the document shows it: with public formats instead of the service's own. */
export function publicSchema(schema: object): object {
  return withPublicFormats(schema) as object;
}

/** Returns the schema that the document shows for a part of a request that the code checks. */
function namedSchema(value: {
  $comment?: unknown;
  type?: unknown;
  description?: unknown;
}): object | undefined {
  const { $comment: comment, type, description } = value;
  if (typeof comment !== 'string') return undefined;
  const [name, orNull] = comment.split(' or ');
  const reference = { $ref: name };
  return orNull === 'null' || Array.isArray(type)
    ? { oneOf: [reference, { type: 'null' }], description }
    : { ...reference, description };
}

const PUBLIC_FORMATS: Readonly<Record<string, string | undefined>> = {
  'http-url': 'uri',
  'link-target': 'uri',
  'media-type': undefined,
  text: undefined,
  country: undefined,
};

function withPublicFormats(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPublicFormats);
  if (typeof value !== 'object' || value === null) return value;
  const named = namedSchema(value);
  if (named) return named;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
      if (key === 'documented') return Object.entries(inner ?? {});
      if (key !== 'format' || typeof inner !== 'string' || !(inner in PUBLIC_FORMATS)) {
        return [[key, withPublicFormats(inner)]];
      }
      const format = PUBLIC_FORMATS[inner];
      return format === undefined ? [] : [[key, format]];
    }),
  );
}
