import { localDate } from '../../../content/date-helpers';
import type { Contact } from '../../contacts/contact';
import { type EpochDay, isAnniversary, nextAnniversary, readDay } from '../../../calendar/calendar-day';
import { type Condition, type DateValue, foldText, type Leaf, type Test, type Today } from '../condition';
import type { AudienceField, FieldValue } from './audience-field';

/**
 * Returns true when a contact meets a condition.
 *
 * An empty field fails every operator but `notEquals` and `exists: false`.
 *
 * **Source:** rules E3.
 */
export function meetsCondition(contact: Contact, condition: Condition, today: Today): boolean {
  if ('all' in condition) return condition.all.every((part) => meetsCondition(contact, part, today));
  if ('any' in condition) return condition.any.some((part) => meetsCondition(contact, part, today));
  if ('not' in condition) return !meetsCondition(contact, condition.not, today);
  return meetsLeaf(contact, condition, today);
}

function meetsLeaf(contact: Contact, { field, test }: Leaf, today: Today): boolean {
  const value = field.read(contact);
  if (test.op === 'exists') return (value !== undefined) === test.value;
  if (value === undefined) return test.op === 'notEquals';
  switch (field.kind) {
    case 'text':
      return passesText(value as string, test, { field, contact });
    case 'number':
      return passesNumber(value as number, test);
    case 'date':
      return passesDate(dateOf(value as string), test, today);
    case 'instant':
      return passesDate(instantOf(value as string, today), test, today);
    case 'boolean':
      return 'boolean' in test && value === test.boolean;
    case 'options':
      return passesOptions(value, test);
    default:
      throw new Error(`Unknown kind ${String(field.kind satisfies never)}`);
  }
}

/** Length of a code; a longer text cannot be part of one. */
const CODE_CHARACTERS = 2;

function passesText(
  text: string,
  test: Test,
  { field: { canonical, names }, contact }: { field: AudienceField; contact: Contact },
): boolean {
  const value = foldText(text);
  const whole = canonical ? foldText(canonical(text)) : value;
  if ('texts' in test) return test.texts.includes(whole);
  if (!('text' in test)) return false;
  const hasName = (passes: (name: string) => boolean) =>
    names !== undefined &&
    test.text.length > CODE_CHARACTERS &&
    names(contact).some((name) => passes(foldText(name)));
  switch (test.op) {
    case 'equals':
      return whole === test.text;
    case 'notEquals':
      return whole !== test.text;
    case 'startsWith':
      return value.startsWith(test.text) || hasName((name) => name.startsWith(test.text));
    case 'contains':
      return value.includes(test.text) || hasName((name) => name.includes(test.text));
  }
}

function passesNumber(value: number, test: Test): boolean {
  if ('numbers' in test) return test.numbers.includes(value);
  if (!('number' in test)) return false;
  switch (test.op) {
    case 'equals':
      return value === test.number;
    case 'notEquals':
      return value !== test.number;
    case 'lt':
      return value < test.number;
    case 'lte':
      return value <= test.number;
    case 'gt':
      return value > test.number;
    case 'gte':
      return value >= test.number;
  }
}

/** Date of a contact; `atMs` is set only for one with a time of day. */
interface ContactDate {
  day: EpochDay;
  atMs?: number;
}

const dateOf = (value: string): ContactDate => ({ day: readDay(value) ?? Number.NaN });

function instantOf(value: string, { timeZone }: Today): ContactDate {
  const now = new Date(value);
  return { day: readDay(localDate({ now, timeZone })) ?? Number.NaN, atMs: now.getTime() };
}

function passesDate(value: ContactDate, test: Test, today: Today): boolean {
  switch (test.op) {
    case 'equals':
      return 'date' in test && compareDates(value, test.date) === 0;
    case 'before':
      return compareDates(value, test.date) < 0;
    case 'after':
      return compareDates(value, test.date) > 0;
    case 'between':
      return compareDates(value, test.from) >= 0 && compareDates(value, test.to) <= 0;
    case 'withinLastDays':
      return value.day >= today.day - test.days && value.day <= today.day;
    case 'notWithinLastDays':
      return value.day < today.day - test.days;
    case 'anniversaryInDays':
      return isAnniversary(value.day, today.day + test.days);
    case 'anniversaryWithinDays':
      return nextAnniversary(value.day, today.day) <= today.day + test.days;
    default:
      return false;
  }
}

const compareDates = (value: ContactDate, date: DateValue): number =>
  'day' in date ? value.day - date.day : (value.atMs ?? Number.NaN) - date.atMs;

function passesOptions(value: FieldValue, test: Test): boolean {
  if (!('options' in test) || !Array.isArray(value)) return false;
  return test.op === 'containsAny'
    ? test.options.some((option) => value.includes(option))
    : test.options.every((option) => value.includes(option));
}
