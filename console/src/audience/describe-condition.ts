import type { Condition } from '../api/schemas';
import type { FilterField } from './filter-fields';

const WORDS: Readonly<Record<string, string>> = {
  equals: 'is',
  notEquals: 'is not',
  startsWith: 'begins with',
  contains: 'contains',
  in: 'is one of',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is more than',
  gte: 'is at least',
  before: 'is before',
  after: 'is after',
  between: 'is between',
  containsAny: 'has any of',
  containsAll: 'has all of',
};

/**
 * Describes a condition in words, such as “First name is Ada”.
 *
 * @param fields the fields of the account with their labels
 */
export function describeCondition(condition: Condition, fields: readonly FilterField[]): string {
  if ('all' in condition) return condition.all.map((part) => within(part, fields)).join(' and ');
  if ('any' in condition) return condition.any.map((part) => within(part, fields)).join(' or ');
  if ('not' in condition) return `not ${within(condition.not, fields)}`;
  const { field, op, value } = condition;
  const label = fields.find((one) => one.field === field)?.label ?? field.replace(/^customFields\./, '');
  switch (op) {
    case 'exists':
      return `${label} is ${value === true ? '' : 'not '}filled in`;
    case 'withinLastDays':
      return `${label} is within the last ${daysOf(value)}`;
    case 'anniversaryInDays':
      return value === 0
        ? `the anniversary of ${label} is today`
        : `the anniversary of ${label} is in ${daysOf(value)}`;
    default:
      return `${label} ${WORDS[op] ?? op} ${writeValue(value)}`;
  }
}

/** Describes a part of another condition; several comparisons stand in brackets. */
const within = (condition: Condition, fields: readonly FilterField[]): string =>
  'all' in condition || 'any' in condition
    ? `(${describeCondition(condition, fields)})`
    : describeCondition(condition, fields);

const daysOf = (value: unknown): string => `${String(value)} ${value === 1 ? 'day' : 'days'}`;

function writeValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(writeValue).join(', ');
  return typeof value === 'string' ? `“${value}”` : String(value);
}
