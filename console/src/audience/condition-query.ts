import type { PropertyFilterProps } from '@cloudscape-design/components/property-filter';
import type { Condition } from '../api/schemas';
import { ANNIVERSARY_IN_DAYS, FILLED_IN, WITHIN_LAST_DAYS, type FilterField } from './filter-fields';

export type Query = PropertyFilterProps.Query;
type Token = PropertyFilterProps.Token;

const EMPTY_QUERY: Query = { tokens: [], tokenGroups: [], operation: 'and' };

const TEXT_OPS: Record<string, { op: string; isNot?: true }> = {
  '=': { op: 'equals' },
  '!=': { op: 'notEquals' },
  ':': { op: 'contains' },
  '!:': { op: 'contains', isNot: true },
  '^': { op: 'startsWith' },
  '!^': { op: 'startsWith', isNot: true },
};
const NUMBER_OPS: Record<string, string> = {
  '=': 'equals',
  '!=': 'notEquals',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
};
const DATE_OPS: Record<string, string> = { '=': 'equals', '<': 'before', '>': 'after' };

/** Returns what a value of the filter must be but is not, such as a number; `undefined` when all values are usable. */
export function unusableValue(query: Query, fields: readonly FilterField[]): string | undefined {
  const tokens = (query.tokenGroups ?? query.tokens).flatMap((entry) =>
    'tokens' in entry ? entry.tokens.filter((token): token is Token => !('tokens' in token)) : [entry],
  );
  for (const { propertyKey, operator, value } of tokens) {
    const text = String(value ?? '').trim();
    const [field, isDays] = fieldOf(propertyKey);
    const known = fields.find((each) => each.field === field);
    const kind = isDays ? 'days' : (known?.kind ?? 'text');
    const wanted = WANTED[kind];
    if (wanted?.isValid(text) ?? text !== '') continue;
    const what = [known?.label, operator, text].filter((part) => part !== undefined && part !== '').join(' ');
    return `“${what}” is not used: it needs ${wanted?.what ?? 'a value'}.`;
  }
  return undefined;
}

const isNumber = (text: string) => text !== '' && Number.isFinite(Number(text));
const WANTED: Partial<
  Record<FilterField['kind'] | 'days', { what: string; isValid: (text: string) => boolean }>
> = {
  number: { what: 'a number', isValid: isNumber },
  days: { what: 'a number of days', isValid: (text) => /^\d+$/.test(text) },
  date: { what: 'a date such as 2026-03-31', isValid: (text) => /^\d{4}-\d\d-\d\d/.test(text) },
  boolean: { what: 'Yes or No', isValid: (text) => text === 'true' || text === 'false' },
};

/** Returns the field of a property's key, and true when the property takes a number of days. */
function fieldOf(propertyKey: string | undefined): [field: string | undefined, isDays: boolean] {
  const suffix = [WITHIN_LAST_DAYS, ANNIVERSARY_IN_DAYS].find((each) => propertyKey?.endsWith(each));
  return suffix === undefined ? [propertyKey, false] : [propertyKey?.slice(0, -suffix.length), true];
}

/** Converts a filter to a condition of the API; `undefined` for an empty filter. */
export function conditionOf(query: Query, fields: readonly FilterField[]): Condition | undefined {
  const groups = query.tokenGroups ?? query.tokens;
  const conditions = groups.flatMap((entry): Condition[] => {
    if (!('tokens' in entry)) return leafOf(entry, fields);
    const inner = entry.tokens.flatMap((token) => ('tokens' in token ? [] : leafOf(token, fields)));
    return inner.length === 0 ? [] : [combine(inner, entry.operation)];
  });
  return conditions.length === 0 ? undefined : combine(conditions, query.operation);
}

const combine = (conditions: Condition[], operation: 'and' | 'or'): Condition =>
  conditions.length === 1 && conditions[0] !== undefined
    ? conditions[0]
    : operation === 'and'
      ? { all: conditions }
      : { any: conditions };

function leafOf({ propertyKey, operator, value }: Token, fields: readonly FilterField[]): Condition[] {
  const text = String(value ?? '').trim();
  if (propertyKey === undefined) return [anywhere(text, operator === '!:')];
  if (propertyKey === FILLED_IN) return [{ field: text, op: 'exists', value: operator === '=' }];
  for (const [suffix, op] of [
    [WITHIN_LAST_DAYS, 'withinLastDays'],
    [ANNIVERSARY_IN_DAYS, 'anniversaryInDays'],
  ] as const) {
    if (propertyKey.endsWith(suffix)) {
      const leaf: Condition = { field: propertyKey.slice(0, -suffix.length), op, value: Number(text) };
      return [operator === '!=' ? { not: leaf } : leaf];
    }
  }
  const kind = fields.find(({ field }) => field === propertyKey)?.kind ?? 'text';
  switch (kind) {
    case 'text': {
      const { op, isNot } = TEXT_OPS[operator] ?? { op: 'equals' };
      const leaf: Condition = { field: propertyKey, op, value: text };
      return [isNot ? { not: leaf } : leaf];
    }
    case 'number':
      return [{ field: propertyKey, op: NUMBER_OPS[operator] ?? 'equals', value: Number(text) }];
    case 'date':
      return [{ field: propertyKey, op: DATE_OPS[operator] ?? 'equals', value: text }];
    case 'boolean':
      return [{ field: propertyKey, op: 'equals', value: text === 'true' }];
    case 'choices': {
      const leaf: Condition = { field: propertyKey, op: 'containsAny', value: [text] };
      return [operator === '!:' ? { not: leaf } : leaf];
    }
  }
}

/** Fields that words without a property are searched in: a name, a place or an address. */
const ANYWHERE = ['firstName', 'lastName', 'email', 'address.city', 'address.state'] as const;

function anywhere(value: string, isNot: boolean): Condition {
  const leaves = ANYWHERE.map((field): Condition => ({ field, op: 'contains', value }));
  return isNot ? { all: leaves.map((leaf) => ({ not: leaf })) } : { any: leaves };
}

/**
 * Converts a condition to the filter that shows it.
 *
 * @returns `undefined` for a condition that the filter cannot express (deeper nesting, lists of values), or would
 *   change at any edit: such a condition is kept unchanged
 */
export function queryOf(condition: Condition | undefined, fields: readonly FilterField[]): Query | undefined {
  const query = wordsFor(condition);
  return query && meaningOf(conditionOf(query, fields)) === meaningOf(condition) ? query : undefined;
}

/** Returns the same text for conditions with the same meaning: a group of a single condition equals that condition. */
function meaningOf(condition: Condition | undefined): string {
  if (condition === undefined) return '';
  if ('not' in condition) return `not ${meaningOf(condition.not)}`;
  const group = groupOf(condition);
  if (group) {
    const parts = group.conditions.map(meaningOf);
    return parts.length === 1 ? parts.join() : `(${parts.join(` ${group.operation} `)})`;
  }
  return 'field' in condition ? JSON.stringify([condition.field, condition.op, condition.value]) : '';
}

function wordsFor(condition: Condition | undefined): Query | undefined {
  if (condition === undefined) return EMPTY_QUERY;
  const group = groupOf(condition);
  const entries = group?.conditions ?? [condition];
  const tokenGroups: (Token | PropertyFilterProps.TokenGroup)[] = [];
  for (const entry of entries) {
    const inner = groupOf(entry);
    const tokens = (inner?.conditions ?? [entry]).map(tokenOf);
    if (tokens.some((token) => token === undefined)) return undefined;
    const known = tokens as Token[];
    if (inner === undefined && known[0] !== undefined) tokenGroups.push(known[0]);
    else tokenGroups.push({ operation: inner?.operation ?? 'and', tokens: known });
  }
  return { tokens: [], tokenGroups, operation: group?.operation ?? 'and' };
}

function groupOf(condition: Condition): { operation: 'and' | 'or'; conditions: Condition[] } | undefined {
  if ('all' in condition) return { operation: 'and', conditions: condition.all };
  if ('any' in condition) return { operation: 'or', conditions: condition.any };
  return undefined;
}

function tokenOf(condition: Condition): Token | undefined {
  if ('not' in condition) {
    const inner = tokenOf(condition.not);
    if (inner?.operator === '=' && fieldOf(inner.propertyKey)[1]) return { ...inner, operator: '!=' };
    return inner !== undefined && (inner.operator === ':' || inner.operator === '^')
      ? { ...inner, operator: `!${inner.operator}` }
      : undefined;
  }
  if (!('field' in condition)) return undefined;
  const { field, op } = condition;
  const { value }: { value?: unknown } = condition;
  const token = (operator: string, shown: unknown = value, propertyKey: string = field): Token => ({
    propertyKey,
    operator,
    value: String(shown),
  });
  switch (op) {
    case 'exists':
      return token(value === true ? '=' : '!=', field, FILLED_IN);
    case 'equals':
      return token('=');
    case 'notEquals':
      return token('!=');
    case 'contains':
      return token(':');
    case 'startsWith':
      return token('^');
    case 'containsAny':
      return Array.isArray(value) && value.length === 1 ? token(':', value[0]) : undefined;
    case 'lt':
    case 'before':
      return token('<');
    case 'gt':
    case 'after':
      return token('>');
    case 'lte':
      return token('<=');
    case 'gte':
      return token('>=');
    case 'withinLastDays':
      return token('=', value, field + WITHIN_LAST_DAYS);
    case 'anniversaryInDays':
      return token('=', value, field + ANNIVERSARY_IN_DAYS);
    default:
      return undefined;
  }
}
