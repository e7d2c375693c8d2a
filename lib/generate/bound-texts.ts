import { longestMatch } from './pattern-bound';

/** Keywords and parts of a document whose content is no schema. */
const VALUES = new Set(['example', 'examples', 'enum', 'const', 'default']);

/** Characters of a text with one of these formats. */
const LENGTHS: Readonly<Record<string, number>> = { date: '2026-12-31'.length };

/**
 * Returns a document, or a part of it, in which each text with a pattern says its `maxLength`, which follows from the
 * pattern: client generators and gateways read lengths, not patterns.
 */
export function boundTexts<Part>(part: Part): Part {
  return bound(part) as Part;
}

function bound(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bound);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]: [string, unknown]) => [
    name,
    // A property can have the name of a keyword; a schema then has its place.
    VALUES.has(name) && !isSchema(inner) ? inner : bound(inner),
  ]);
  const schema = Object.fromEntries(entries) as Record<string, unknown>;
  const longest = boundOf(schema);
  return longest === undefined ? schema : { ...schema, maxLength: longest };
}

const isSchema = (value: unknown) =>
  typeof value === 'object' && value !== null && ('type' in value || '$ref' in value) && !('value' in value);

function boundOf({ type, maxLength, pattern, format }: Record<string, unknown>): number | undefined {
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  if (!isText || maxLength !== undefined) return undefined;
  if (typeof pattern === 'string') return longestMatch(pattern);
  return typeof format === 'string' ? LENGTHS[format] : undefined;
}
