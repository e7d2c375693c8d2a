import { MAX_CONDITION_DAYS, MAX_CONDITION_TEXT_CHARACTERS, MAX_CONDITION_VALUES } from '../../../limits';
import { isStorableText, NOT_STORABLE } from '../../../text/storable-text';
import { readDay } from '../../../calendar/calendar-day';
import { readInstant } from '../../../calendar/instant';
import { type DateValue, foldText, type Test } from '../condition';
import type { FieldKind } from './audience-field';

const DATE_OPERATORS = [
  ...(['equals', 'before', 'after', 'between'] as const),
  ...(['withinLastDays', 'notWithinLastDays', 'anniversaryInDays', 'anniversaryWithinDays'] as const),
  'exists',
] as const;

/** Operators of each kind of field. **Source:** rules E3. */
const OPERATORS = {
  text: ['equals', 'notEquals', 'startsWith', 'contains', 'in', 'exists'],
  number: ['equals', 'notEquals', 'lt', 'lte', 'gt', 'gte', 'in', 'exists'],
  date: DATE_OPERATORS,
  instant: DATE_OPERATORS,
  boolean: ['equals', 'exists'],
  options: ['containsAny', 'containsAll', 'exists'],
} as const satisfies Record<FieldKind, readonly string[]>;

type Operator = (typeof OPERATORS)[FieldKind][number];

/** Names of the operators of all kinds. */
export const OPERATOR_NAMES: readonly Operator[] = [...new Set(Object.values(OPERATORS).flat())];

type TestResult = { test: Test } | { at: 'op' | 'value'; reason: string };

/**
 * Reads the operator and the value of a comparison.
 *
 * @returns the test, or which of the two is invalid, with the reason
 *
 * **Source:** rules E3.
 */
export function readTest(kind: FieldKind, { op, value }: { op: unknown; value: unknown }): TestResult {
  const operators: readonly Operator[] = OPERATORS[kind];
  const operator = operators.find((one) => one === op);
  if (operator === undefined) return { at: 'op', reason: `must be one of ${operators.join(', ')}` };
  const test = testOf(kind, operator, value);
  return typeof test === 'string' ? { at: 'value', reason: test } : { test };
}

/** @returns the test, or a string that says what is wrong with the value */
function testOf(kind: FieldKind, op: Operator, value: unknown): Test | string {
  if (op === 'exists') return typeof value === 'boolean' ? { op, value } : 'must be true or false';
  switch (kind) {
    case 'text':
      return textTest(op as (typeof OPERATORS.text)[number], value);
    case 'number':
      return numberTest(op as (typeof OPERATORS.number)[number], value);
    case 'date':
    case 'instant':
      return dateTest(kind, op as (typeof OPERATORS.date)[number], value);
    case 'boolean':
      return typeof value === 'boolean' ? { op: 'equals', boolean: value } : 'must be true or false';
    case 'options': {
      const options = listOf(value, readText);
      return typeof options === 'string' ? options : { op: op as 'containsAny' | 'containsAll', options };
    }
  }
}

function textTest(op: (typeof OPERATORS.text)[number], value: unknown): Test | string {
  if (op === 'exists') throw new Error('Unreachable');
  if (op === 'in') {
    const texts = listOf(value, readText);
    return typeof texts === 'string' ? texts : { op, texts: texts.map(foldText) };
  }
  const text = readText(value);
  return 'reason' in text ? text.reason : { op, text: foldText(text.value) };
}

function numberTest(op: (typeof OPERATORS.number)[number], value: unknown): Test | string {
  if (op === 'exists') throw new Error('Unreachable');
  if (op === 'in') {
    const numbers = listOf(value, readNumber);
    return typeof numbers === 'string' ? numbers : { op, numbers };
  }
  const number = readNumber(value);
  return 'reason' in number ? number.reason : { op, number: number.value };
}

function dateTest(
  kind: 'date' | 'instant',
  op: (typeof OPERATORS.date)[number],
  value: unknown,
): Test | string {
  switch (op) {
    case 'exists':
      throw new Error('Unreachable');
    case 'withinLastDays':
    case 'notWithinLastDays':
    case 'anniversaryInDays':
    case 'anniversaryWithinDays': {
      const isCount =
        Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_CONDITION_DAYS;
      return isCount
        ? { op, days: value as number }
        : `must be a whole number from 0 to ${MAX_CONDITION_DAYS.toLocaleString('en-US')}`;
    }
    case 'between': {
      const dates = Array.isArray(value) ? value.map((one) => readDate(kind, one)) : [];
      const [from, to] = dates;
      return dates.length === 2 && from && to
        ? { op, from, to }
        : `must be an array of two: from and to, each ${DATE_FORMS[kind]}`;
    }
    default: {
      const date = readDate(kind, value);
      return date ? { op, date } : `must be ${DATE_FORMS[kind]}`;
    }
  }
}

const DATE_FORMS = {
  date: 'a day of the calendar as YYYY-MM-DD',
  instant: 'a day of the calendar as YYYY-MM-DD, or an ISO 8601 time with its zone',
};

function readDate(kind: 'date' | 'instant', value: unknown): DateValue | undefined {
  if (typeof value !== 'string') return undefined;
  const day = readDay(value);
  if (day !== undefined) return { day };
  const atMs = kind === 'instant' ? readInstant(value) : undefined;
  return atMs === undefined ? undefined : { atMs };
}

type ReadValue<Value> = { value: Value } | { reason: string };

function readText(value: unknown): ReadValue<string> {
  if (typeof value !== 'string') return { reason: 'must be a string' };
  if ([...value].length > MAX_CONDITION_TEXT_CHARACTERS) {
    return { reason: `must have at most ${MAX_CONDITION_TEXT_CHARACTERS} characters` };
  }
  return isStorableText(value) ? { value } : { reason: NOT_STORABLE };
}

const readNumber = (value: unknown): ReadValue<number> =>
  Number.isFinite(value) ? { value: value as number } : { reason: 'must be a number' };

/** @returns the values, or a string that says what is wrong */
function listOf<Value>(value: unknown, readOne: (value: unknown) => ReadValue<Value>): Value[] | string {
  if (!Array.isArray(value)) return 'must be an array';
  if (value.length > MAX_CONDITION_VALUES) return `must have at most ${MAX_CONDITION_VALUES} items`;
  const read = value.map(readOne);
  const wrong = read.find((one) => 'reason' in one);
  if (wrong && 'reason' in wrong) return `each item ${wrong.reason}`;
  return read.flatMap((one) => ('value' in one ? [one.value] : []));
}
