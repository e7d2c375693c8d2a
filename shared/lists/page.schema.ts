import { DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT, MAX_TARGET_BYTES } from '../limits';

/** JSON schema of a cursor: a longer one is none, and no query has room for it. */
export const CURSOR_SCHEMA = { type: 'string', maxLength: MAX_TARGET_BYTES } as const;

/** Builds the schema of a page of a list. **Source:** rules E1. */
export const pageSchema = (ofSchema: string, description: string) => ({
  type: 'object',
  description: `${description} It can have fewer results than asked for, even none, and be followed by another.`,
  properties: {
    results: {
      type: 'array',
      maxItems: MAX_PAGE_LIMIT,
      items: { $ref: `#/components/schemas/${ofSchema}` },
    },
    nextCursor: { ...CURSOR_SCHEMA, description: 'For the next page; absent at the end of the list.' },
  },
  required: ['results'],
  additionalProperties: false,
});

/** Query parameters of every list. **Source:** rules E1. */
export const PAGE_QUERY = [
  {
    name: 'limit',
    description: `Results a page; more than ${MAX_PAGE_LIMIT} count as ${MAX_PAGE_LIMIT}.`,
    schema: { type: 'integer', minimum: 1, default: DEFAULT_PAGE_LIMIT },
  },
  {
    name: 'cursor',
    description: '`nextCursor` of the page before, with the same query otherwise.',
    schema: CURSOR_SCHEMA,
  },
] as const;
