import { readFileSync } from 'node:fs';

type Json = Readonly<Record<string, unknown>>;

/** Places where a text has no bound: pages for people, which no program reads. */
const UNBOUNDED = [/\/content\/text\/(?:html|markdown|plain)\/schema$/];

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Parts of a document in which values stand, not schemas. */
const VALUES = ['example', 'examples', 'enum', 'const', 'default', 'value', 'links', 'mapping'];

/** Returns the places of texts and lists without a bound. */
function findUnbounded(value: unknown, place = ''): string[] {
  if (!isObject(value)) return [];
  const inside = Object.entries(value).flatMap(([name, inner]) =>
    VALUES.includes(name) && !place.endsWith('/properties') ? [] : findUnbounded(inner, `${place}/${name}`),
  );
  if (place.endsWith('/properties')) return inside;
  const types = [value.type].flat();
  const isListed = 'enum' in value || 'const' in value;
  return [
    ...(types.includes('string') && !isListed && value.maxLength === undefined
      ? [`${place}: maxLength`]
      : []),
    ...(types.includes('array') && value.maxItems === undefined ? [`${place}: maxItems`] : []),
    ...inside,
  ];
}

const document = JSON.parse(readFileSync('shared/http/generated/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, { responses: Record<string, { headers?: Json }> }>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
);

describe('the OpenAPI document for clients', () => {
  // A place that is told here has to say how long its text or list can be: in its JSON schema, as the service enforces it
  // (`maxLength`, `maxItems`, or a `pattern` with an end, from which `maxLength` follows). What code checks and no schema, and
  // answers with another error code, says it under `documented`. An answer names the limit of shared/limits.ts that makes it
  // true. See docs/how-to.md, "A route".
  it('bounds each text and each list of requests, answers, webhooks and headers', () => {
    const unbounded = findUnbounded(document).filter(
      (place) => !UNBOUNDED.some((exception) => exception.test(place.replace(/: \w+$/, ''))),
    );
    expect(unbounded).toEqual([]);
  });

  it('is walked over to its leaves', () => {
    const text = { type: ['string', 'null'] };
    const schema = {
      properties: { enum: { type: 'array', items: text }, value: { maxLength: 3, type: 'string' } },
      oneOf: [{ type: 'string', pattern: '^a$' }],
    };
    expect(findUnbounded({ schema })).toEqual([
      '/schema/properties/enum: maxItems',
      '/schema/properties/enum/items: maxLength',
      '/schema/oneOf/0: maxLength',
    ]);
  });

  it.each(['429', '503'])('has the answer %s, with Retry-After, for each operation', (status) => {
    const without = operations.filter(({ responses }) => !responses[status]?.headers?.['Retry-After']);
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  it('has the answer 500 for each operation', () => {
    expect(operations.filter(({ responses }) => !responses['500']).map(({ name }) => name)).toEqual([]);
  });
});
