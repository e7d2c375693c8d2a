import type { FilterTerm } from '../../../platform/store/filter-terms';
import { type EpochDay, writeDay } from '../../../calendar/calendar-day';
import type { Condition, DateValue, Leaf, Test, Today } from '../condition';
import type { AudienceField } from './audience-field';

/**
 * Part of a condition that DynamoDB can apply. If it is not exact, it lets through contacts that fail the condition.
 */
interface Pushed {
  term: FilterTerm;
  isExact: boolean;
}

/** Longest list of values that goes into a DynamoDB filter; longer ones are compared after the read. */
const MOST_VALUES = 20;

/**
 * Returns the part of a condition that DynamoDB can apply. Every contact that meets the condition meets this term;
 * `meetsCondition` then leaves out those that meet only the term.
 *
 * @returns `undefined` when DynamoDB can leave out no contact
 */
export function filterOfCondition(condition: Condition, today: Today): FilterTerm | undefined {
  return push(condition, today)?.term;
}

function push(condition: Condition, today: Today): Pushed | undefined {
  if ('all' in condition) {
    const parts = condition.all.map((part) => push(part, today));
    const pushed = parts.filter((part) => part !== undefined);
    if (pushed.length === 0) return undefined;
    const isExact = pushed.length === parts.length && pushed.every((part) => part.isExact);
    return { term: { all: pushed.map(({ term }) => term) }, isExact };
  }
  if ('any' in condition) {
    const parts = condition.any.map((part) => push(part, today));
    const pushed = parts.filter((part) => part !== undefined);
    if (pushed.length < parts.length) return undefined;
    return { term: { any: pushed.map(({ term }) => term) }, isExact: pushed.every((part) => part.isExact) };
  }
  if ('not' in condition) {
    const inner = push(condition.not, today);
    return inner?.isExact ? { term: { not: inner.term }, isExact: true } : undefined;
  }
  return pushLeaf(condition, today);
}

function pushLeaf({ field, test }: Leaf, today: Today): Pushed | undefined {
  const { path, generation, termOf } = field;
  if (termOf && 'options' in test) return pushOptions(test, termOf);
  if (!path) return undefined;
  const ofField = (terms: FilterTerm[]): FilterTerm => ({
    all: [...(generation ? [{ ...generation, test: '=' as const }] : []), ...terms],
  });
  // A field without a value is an absent attribute.
  const hasValue = ofField([{ path, test: field.kind === 'options' ? 'hasEntries' : 'exists' }]);
  if (test.op === 'exists') return { term: test.value ? hasValue : { not: hasValue }, isExact: true };
  if (test.op === 'notEquals') {
    const equal = pushComparison(path, { field, test: equalsOf(test), today });
    return equal?.isExact ? { term: { not: ofField([equal.term]) }, isExact: true } : undefined;
  }
  const comparison = pushComparison(path, { field, test, today });
  return comparison
    ? { ...comparison, term: ofField([comparison.term]) }
    : { term: hasValue, isExact: false };
}

/** Pushes a comparison with options that have terms of their own. */
function pushOptions(
  { op, options }: Extract<Test, { options: string[] }>,
  termOf: NonNullable<AudienceField['termOf']>,
): Pushed | undefined {
  if (options.length > MOST_VALUES) return undefined;
  const terms = options.map(termOf).filter((term) => term !== undefined);
  if (terms.length === 0) return undefined;
  // An option that no contact has takes part in no term: with `containsAll` the others find too many.
  return op === 'containsAny'
    ? { term: { any: terms }, isExact: true }
    : { term: { all: terms }, isExact: terms.length === options.length };
}

function equalsOf(test: Test): Test {
  if ('text' in test) return { op: 'equals', text: test.text };
  return 'number' in test ? { op: 'equals', number: test.number } : test;
}

/** @returns a term that fails when the attribute is absent */
function pushComparison(
  path: readonly string[],
  { field, test, today }: { field: AudienceField; test: Test; today: Today },
): Pushed | undefined {
  const exact = (term: FilterTerm): Pushed => ({ term, isExact: true });
  const { stored = (value: string) => [value] } = field;
  const anyOf = (values: string[], comparison: '=' | 'contains'): Pushed | undefined => {
    const all = values.flatMap(stored);
    return all.length === 0 || all.length > MOST_VALUES
      ? undefined
      : exact({ any: all.map((value) => ({ path, test: comparison, value })) });
  };

  if ('text' in test) {
    // The table has codes of states and countries, not their names.
    if (!isCaseless(test.text) || field.names) return undefined;
    if (test.op === 'equals') return anyOf([test.text], '=');
    if (field.stored) return undefined;
    const comparison = test.op === 'startsWith' ? 'beginsWith' : 'contains';
    return exact({ path, test: comparison, value: test.text });
  }
  if ('texts' in test) return test.texts.every(isCaseless) ? anyOf(test.texts, '=') : undefined;
  // Numbers are stored as strings.
  if ('number' in test) {
    return test.op === 'equals' ? exact({ path, test: '=', value: String(test.number) }) : undefined;
  }
  if ('numbers' in test) return anyOf(test.numbers.map(String), '=');
  if ('boolean' in test) return exact({ path, test: '=', value: test.boolean });
  if ('options' in test) {
    if (test.op === 'containsAny') return anyOf(test.options, 'contains');
    if (test.options.length === 0 || test.options.length > MOST_VALUES) return undefined;
    const each = test.options.map((option) => anyOf([option], 'contains'));
    const terms = each.flatMap((one) => (one ? [one.term] : []));
    return terms.length === 0 ? undefined : { term: { all: terms }, isExact: terms.length === each.length };
  }
  return pushDates(path, { isInstant: field.kind === 'instant', test, today });
}

/** Returns true for a text that is the only one with its case-folded form. */
const isCaseless = (text: string) => /^[\d+ .-]+$/.test(text);

/** Range of days, with the first and the last; absent: unbounded. */
interface DayRange {
  first?: EpochDay;
  last?: EpochDay;
}

function pushDates(
  path: readonly string[],
  { isInstant, test, today }: { isInstant: boolean; test: Test; today: Today },
): Pushed | undefined {
  const range = rangeOf(test, today);
  if (!range) return undefined;
  // Only the UTC day of a moment is compared, which can be one day before or after the account's day.
  const first = range.first === undefined ? undefined : writeDay(range.first - (isInstant ? 1 : 0));
  const last = range.last === undefined ? undefined : writeDay(range.last + (isInstant ? 2 : 0));
  const terms: FilterTerm[] = [
    ...(first === undefined ? [] : [{ path, test: '>=' as const, value: first }]),
    ...(last === undefined ? [] : [{ path, test: '<=' as const, value: last }]),
  ];
  if (terms.length === 0) return undefined;
  const isCut =
    (range.first !== undefined && first === undefined) || (range.last !== undefined && last === undefined);
  return { term: { all: terms }, isExact: !isInstant && !isCut };
}

function rangeOf(test: Test, today: Today): DayRange | undefined {
  switch (test.op) {
    case 'equals':
      return 'date' in test ? { first: dayOf(test.date), last: dayOf(test.date) } : undefined;
    case 'before':
      return { last: dayOf(test.date) - ('day' in test.date ? 1 : 0) };
    case 'after':
      return { first: dayOf(test.date) + ('day' in test.date ? 1 : 0) };
    case 'between':
      return { first: dayOf(test.from), last: dayOf(test.to) };
    case 'withinLastDays':
      return { first: today.day - test.days, last: today.day };
    case 'notWithinLastDays':
      return { last: today.day - test.days - 1 };
    default:
      return undefined;
  }
}

const dayOf = (date: DateValue): EpochDay => ('day' in date ? date.day : Math.floor(date.atMs / 86_400_000));
