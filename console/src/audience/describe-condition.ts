import { readDay } from '../../../shared/calendar/calendar-day';
import type { Condition } from '../api/schemas';
import { formatDateTime } from '../format/dates';
import type { FilterField } from './filter-fields';
import { findVerb, type Verb } from './rule-verbs';

/**
 * Describes a condition in words, such as “First name is “Ada” and State is Texas”.
 *
 * @param fields the fields of the account with their labels
 */
export function describeCondition(condition: Condition, fields: readonly FilterField[]): string {
  if ('all' in condition) return condition.all.map((part) => within(part, fields)).join(' and ');
  if ('any' in condition) return condition.any.map((part) => within(part, fields)).join(' or ');
  if (!('not' in condition)) return describeComparison(condition, fields, false) ?? '';
  const inner = condition.not;
  const sentence = 'field' in inner ? describeComparison(inner, fields, true) : undefined;
  return sentence ?? `not ${within(inner, fields)}`;
}

/** Describes a part of another condition; several comparisons stand in brackets. */
const within = (condition: Condition, fields: readonly FilterField[]): string =>
  'all' in condition || 'any' in condition
    ? `(${describeCondition(condition, fields)})`
    : describeCondition(condition, fields);

type Comparison = Extract<Condition, { field: string }>;

/** @returns `undefined` when no verb has the negation of the comparison */
function describeComparison(
  { field, op, value }: Comparison,
  fields: readonly FilterField[],
  isNot: boolean,
): string | undefined {
  const known = fields.find((one) => one.field === field);
  const label = known?.label ?? field.replace(/^customFields\./, '');
  const compared = { op, isNot, value };
  const verb = (known && findVerb(known, compared)) ?? findVerb(undefined, compared);
  if (verb === undefined) return isNot ? undefined : `${label} ${op} ${String(value)}`;
  if (verb.form.op === 'anniversaryInDays' && value === 0) return `${label} comes round today`;
  return [label, verb.said ?? verb.words, ...writeValue(value, verb, known)].join(' ');
}

function writeValue(value: unknown, { entry, form }: Verb, field: FilterField | undefined): string[] {
  if (entry === 'none') return [];
  if (entry === 'days') return [`${String(value)} ${value === 1 ? 'day' : 'days'}`];
  const write = (one: unknown): string => {
    if (typeof one === 'boolean') return one ? 'yes' : 'no';
    const option = field?.options?.find((each) => each.value === one);
    if (option !== undefined) return option.label;
    if (field?.unknown !== undefined) return field.unknown;
    if (entry === 'date' || entry === 'between')
      return readDay(String(one)) ? String(one) : formatDateTime(String(one));
    return typeof one === 'string' ? `“${one}”` : String(one);
  };
  if (!Array.isArray(value)) return [write(value)];
  const isBoth = entry === 'between' || form.op === 'containsAll';
  return [value.map(write).join(isBoth ? ' and ' : ' or ')];
}
