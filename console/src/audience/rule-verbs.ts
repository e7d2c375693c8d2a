import { readDay } from '../../../shared/calendar/calendar-day';
import { MAX_AUDIENCE_IDS, MAX_CONDITION_DAYS, MAX_CONDITION_TEXT_CHARACTERS } from '../../../shared/limits';
import type { FilterField } from './filter-fields';

/** Kind of control that takes the value of a rule. `between` takes two days, `days` a number of days. */
export type Entry =
  | ('none' | 'text' | 'texts' | 'number' | 'numbers')
  | ('date' | 'between' | 'days' | 'yesNo');

/** Operator of the API that stands behind the words of a rule. */
export interface Form {
  op: string;
  /** True when `not` stands around the comparison. */
  isNot?: true;
}

/** Middle of a sentence, such as “is before”, between the field and its value. */
export interface Verb {
  id: string;
  words: string;
  /** Words in a sentence that lists the values with “and” or “or”; absent: `words`. */
  said?: string;
  /** Tells it apart from verbs that read alike. */
  hint?: string;
  entry: Entry;
  form: Form;
  /** Operator for several values; absent when one operator takes any number of them. */
  several?: Form;
  /** Value of a verb without an entry. */
  fixed?: boolean;
  /** Largest number of values; absent: any. */
  most?: number;
}

const FILLED: readonly Verb[] = [
  { id: 'filled', words: 'is filled in', entry: 'none', form: { op: 'exists' }, fixed: true },
  { id: 'empty', words: 'is empty', entry: 'none', form: { op: 'exists' }, fixed: false },
];
const PARTS: readonly Verb[] = [
  { id: 'contains', words: 'contains', entry: 'text', form: { op: 'contains' } },
  { id: 'containsNot', words: 'does not contain', entry: 'text', form: { op: 'contains', isNot: true } },
  { id: 'begins', words: 'begins with', entry: 'text', form: { op: 'startsWith' } },
  { id: 'beginsNot', words: 'does not begin with', entry: 'text', form: { op: 'startsWith', isNot: true } },
];
const ONE_OF = { id: 'oneOf', words: 'is one of', form: { op: 'in' } } as const;
const NONE_OF = { id: 'noneOf', words: 'is none of', form: { op: 'in', isNot: true } } as const;

const IDS = { entry: 'texts', most: MAX_AUDIENCE_IDS } as const;

const VERBS: Record<FilterField['kind'] | 'list', readonly Verb[]> = {
  text: [
    { id: 'is', words: 'is', entry: 'text', form: { op: 'equals' } },
    { id: 'isNot', words: 'is not', entry: 'text', form: { op: 'notEquals' } },
    ...PARTS,
    { ...ONE_OF, entry: 'texts' },
    { ...NONE_OF, entry: 'texts' },
    ...FILLED,
  ],
  list: [
    { id: 'is', words: 'is', entry: 'texts', form: { op: 'equals' }, several: { op: 'in' } },
    {
      ...{ id: 'isNot', words: 'is not', entry: 'texts' },
      ...{ form: { op: 'notEquals' }, several: { op: 'in', isNot: true } },
    },
    ...PARTS,
    ...FILLED,
  ],
  number: [
    { id: 'is', words: 'is', entry: 'number', form: { op: 'equals' } },
    { id: 'isNot', words: 'is not', entry: 'number', form: { op: 'notEquals' } },
    { id: 'less', words: 'is less than', entry: 'number', form: { op: 'lt' } },
    { id: 'atMost', words: 'is at most', entry: 'number', form: { op: 'lte' } },
    { id: 'more', words: 'is more than', entry: 'number', form: { op: 'gt' } },
    { id: 'atLeast', words: 'is at least', entry: 'number', form: { op: 'gte' } },
    { ...ONE_OF, entry: 'numbers' },
    { ...NONE_OF, entry: 'numbers' },
    ...FILLED,
  ],
  date: [
    { id: 'last', words: 'is in the last', entry: 'days', form: { op: 'withinLastDays' } },
    {
      ...{ id: 'longAgo', words: 'is longer ago than', hint: 'Leaves out those without a date.' },
      ...{ entry: 'days', form: { op: 'notWithinLastDays' } },
    },
    {
      ...{ id: 'notLast', words: 'is not in the last' },
      hint: 'Takes in those without a date, and dates that lie ahead.',
      ...{ entry: 'days', form: { op: 'withinLastDays', isNot: true } },
    },
    {
      ...{ id: 'comesRound', words: 'comes round in the next', hint: 'Day and month, in any year.' },
      ...{ entry: 'days', form: { op: 'anniversaryWithinDays' } },
    },
    {
      ...{ id: 'comesRoundOn', words: 'comes round in exactly', hint: 'In 0 days is today.' },
      ...{ entry: 'days', form: { op: 'anniversaryInDays' } },
    },
    { id: 'on', words: 'is on', entry: 'date', form: { op: 'equals' } },
    { id: 'before', words: 'is before', entry: 'date', form: { op: 'before' } },
    { id: 'after', words: 'is after', entry: 'date', form: { op: 'after' } },
    { id: 'between', words: 'is between', entry: 'between', form: { op: 'between' } },
    ...FILLED,
  ],
  boolean: [{ id: 'is', words: 'is', entry: 'yesNo', form: { op: 'equals' } }, ...FILLED],
  choices: [
    { id: 'any', words: 'has any of', entry: 'texts', form: { op: 'containsAny' } },
    { id: 'all', words: 'has all of', entry: 'texts', form: { op: 'containsAll' } },
    { id: 'none', words: 'has none of', entry: 'texts', form: { op: 'containsAny', isNot: true } },
    ...FILLED,
  ],
  memberships: [
    { ...IDS, id: 'any', words: 'is one of', said: 'is', form: { op: 'containsAny' } },
    { ...IDS, id: 'all', words: 'is all of', said: 'is', form: { op: 'containsAll' } },
    { ...IDS, id: 'none', words: 'is none of', said: 'is not', form: { op: 'containsAny', isNot: true } },
    {
      id: 'filled',
      words: 'is any',
      hint: 'At least one.',
      entry: 'none',
      form: { op: 'exists' },
      fixed: true,
    },
    {
      id: 'empty',
      words: 'is missing',
      hint: 'None at all.',
      entry: 'none',
      form: { op: 'exists' },
      fixed: false,
    },
  ],
};

/** Verbs of a date that comes round each year, the next occurrence first. */
const ANNIVERSARY_VERBS: readonly Verb[] = [
  ...VERBS.date.filter(({ id }) => id.startsWith('comesRound')),
  ...VERBS.date.filter(({ id }) => !id.startsWith('comesRound')),
];

/** Returns the verbs of a field. The first one is that of a new rule. */
export function verbsOf({ kind, options, isAnniversary }: FilterField): readonly Verb[] {
  if (isAnniversary === true) return ANNIVERSARY_VERBS;
  return VERBS[kind === 'text' && options !== undefined ? 'list' : kind];
}

/** Comparison of a condition; `isNot` when `not` stands around it. */
interface Compared {
  op: string;
  isNot: boolean;
  value: unknown;
}

/** Finds the verb of a comparison among those of a field; without a field, among all. */
export function findVerb(field: FilterField | undefined, { op, isNot, value }: Compared): Verb | undefined {
  const has = (form: Form | undefined) => form?.op === op && (form.isNot ?? false) === isNot;
  const verbs = field === undefined ? Object.values(VERBS).flat() : verbsOf(field);
  return verbs.find(
    ({ form, several, fixed }) => (has(form) || has(several)) && (fixed === undefined || fixed === value),
  );
}

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));
const isText = (text: string): boolean => [...text].length <= MAX_CONDITION_TEXT_CHARACTERS;
const isDay = (text: string): boolean => readDay(text) !== undefined;
const isDays = (text: string): boolean => /^\d+$/.test(text.trim()) && Number(text) <= MAX_CONDITION_DAYS;

/** Returns true for a text that can be one of the values of an entry. */
export const isItemOf = (entry: Entry, text: string): boolean =>
  entry === 'numbers' ? isNumber(text) : isText(text);

/** Returns what is wrong with the values of a rule; `undefined` when nothing is, and while one is missing. */
export function problemOf({ entry, most }: Verb, values: readonly string[]): string | undefined {
  const [first = '', second = ''] = values;
  if (first.trim() === '') return undefined;
  if (most !== undefined && values.length > most) return `Choose at most ${most}.`;
  switch (entry) {
    case 'text':
      return isText(first.trim()) ? undefined : `Use at most ${MAX_CONDITION_TEXT_CHARACTERS} characters.`;
    case 'number':
      return isNumber(first) ? undefined : 'Give a number.';
    case 'days':
      return isDays(first) ? undefined : 'Give a number of days.';
    case 'between':
      return second !== '' && second < first ? 'The second day is before the first.' : undefined;
    default:
      return undefined;
  }
}

type Value = string | number | boolean | (string | number)[];

/** Converts the values of a rule to the value of its comparison; `undefined` while it has none that is usable. */
export function valueOf(verb: Verb, values: readonly string[]): Value | undefined {
  const [first = '', second = ''] = values;
  const text = first.trim();
  if (problemOf(verb, values) !== undefined) return undefined;
  switch (verb.entry) {
    case 'none':
      return verb.fixed;
    case 'text':
      return text === '' ? undefined : text;
    case 'number':
    case 'days':
      return text === '' ? undefined : Number(text);
    case 'date':
      return isDay(first) ? first : undefined;
    case 'between':
      return isDay(first) && isDay(second) ? [first, second] : undefined;
    case 'yesNo':
      return first === '' ? undefined : first === 'true';
    case 'texts':
    case 'numbers':
      if (values.length === 0 || values.some((one) => one.trim() === '')) return undefined;
      if (verb.entry === 'numbers') return values.map(Number);
      return values.length === 1 && verb.several !== undefined ? first : [...values];
  }
}

/** Converts the value of a comparison to the values of its rule. */
export function valuesOf({ entry }: Verb, value: unknown): string[] {
  if (entry === 'none' || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}
