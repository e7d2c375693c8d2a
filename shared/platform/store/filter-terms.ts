/** Term of a query's filter. It is false when the item lacks the attribute that the term names. */
export type FilterTerm =
  | { all: FilterTerm[] }
  | { any: FilterTerm[] }
  | { not: FilterTerm }
  /** `hasEntries`: a map or list that is not empty. */
  | { path: readonly string[]; test: 'exists' | 'hasEntries' }
  | { path: readonly string[]; test: Comparison; value: string | boolean | number };

type Comparison = '=' | '<' | '<=' | '>' | '>=' | 'beginsWith' | 'contains';

interface FilterExpression {
  FilterExpression: string;
  ExpressionAttributeNames: Record<string, string>;
  ExpressionAttributeValues: Record<string, unknown>;
}

/** Limits of DynamoDB for one expression: 4 KB and 300 operators; a term without its connective has at most one. */
const MAX_CHARACTERS = 4_000;
const MAX_TERMS = 140;

/**
 * Builds the expression of as many terms as DynamoDB accepts. The others are left out, so the query may return items
 * that do not meet them.
 *
 * @returns `undefined` without any term
 */
export function filterExpression(terms: readonly FilterTerm[]): FilterExpression | undefined {
  let taken: FilterExpression | undefined;
  const kept: FilterTerm[] = [];
  for (const term of terms) {
    const built = build({ all: [...kept, term] });
    if (built.FilterExpression.length > MAX_CHARACTERS || built.termCount > MAX_TERMS) continue;
    kept.push(term);
    const { termCount: _, ...expression } = built;
    taken = expression;
  }
  return taken;
}

function build(root: FilterTerm): FilterExpression & { termCount: number } {
  const names = new Map<string, string>();
  const values: Record<string, unknown> = {};
  let termCount = 0;
  const nameOf = (attribute: string) => {
    const name = names.get(attribute) ?? `#f${names.size}`;
    names.set(attribute, name);
    return name;
  };
  const valueOf = (value: unknown) => {
    const name = `:f${Object.keys(values).length}`;
    values[name] = value;
    return name;
  };
  const join = (terms: FilterTerm[], connective: string) => {
    const texts = terms.map((term) => text(term));
    return texts.length === 1 ? String(texts[0]) : `(${texts.join(connective)})`;
  };
  const text = (term: FilterTerm): string => {
    if ('all' in term) return join(term.all, ' AND ');
    if ('any' in term) return join(term.any, ' OR ');
    if ('not' in term) return `(NOT ${text(term.not)})`;
    termCount++;
    const path = term.path.map(nameOf).join('.');
    switch (term.test) {
      case 'exists':
        return `attribute_exists(${path})`;
      case 'hasEntries':
        return `size(${path}) > ${valueOf(0)}`;
      case 'beginsWith':
        return `begins_with(${path}, ${valueOf(term.value)})`;
      case 'contains':
        return `contains(${path}, ${valueOf(term.value)})`;
      default:
        return `${path} ${term.test} ${valueOf(term.value)}`;
    }
  };
  const FilterExpression = text(root);
  return {
    FilterExpression,
    ExpressionAttributeNames: Object.fromEntries([...names].map(([attribute, name]) => [name, attribute])),
    ExpressionAttributeValues: values,
    termCount,
  };
}
