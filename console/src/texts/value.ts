import {
  CURRENT_DATE,
  CUSTOM_FIELD_PREFIX,
  DATE_OFFSET,
  EVENT_PREFIX,
  isTrackingLink,
  TRACKING_LINK,
} from '../../../shared/content/known-tags';
import type { MergeTag } from '../../../shared/content/merge-tag-parser';
import { countOf } from '../format/numbers';

/** Value in a text that the service puts in for each recipient. */
export type Value =
  | { kind: 'contact'; name: string; ifEmpty: string }
  | { kind: 'event'; name: string; ifEmpty: string }
  | { kind: 'today' }
  | { kind: 'date'; offset: string }
  | { kind: 'link'; link: string };

/** Merge tags for values of the recipient, with the names that people give them. */
export const CONTACT_TAGS: Readonly<Record<string, string>> = {
  contact_first_name: 'First name',
  contact_last_name: 'Last name',
  contact_email: 'Email',
  contact_phone_number: 'Phone number',
  contact_gender: 'Gender',
  contact_date_of_birth: 'Date of birth',
  contact_zip_code: 'Postal code',
};

/** Labels of the account's custom fields, by their keys. */
export type FieldLabels = ReadonlyMap<string, string>;

/** Returns the value of a tag that the service knows. */
export function valueOf(tag: MergeTag): Value {
  const { name, argument = '', ifEmpty } = tag;
  if (isTrackingLink(tag)) return { kind: 'link', link: argument };
  if (name === DATE_OFFSET) return { kind: 'date', offset: argument };
  if (name === CURRENT_DATE) return { kind: 'today' };
  const text = ifEmpty?.text ?? '';
  return name.startsWith(EVENT_PREFIX)
    ? { kind: 'event', name: name.slice(EVENT_PREFIX.length), ifEmpty: text }
    : { kind: 'contact', name, ifEmpty: text };
}

/** Writes a value as the tag that is stored and sent. */
export function writeTag(value: Value): string {
  switch (value.kind) {
    case 'contact':
      return `{{${value.name}${writeDefault(value.ifEmpty)}}}`;
    case 'event':
      return `{{${EVENT_PREFIX}${value.name}${writeDefault(value.ifEmpty)}}}`;
    case 'today':
      return `{{${CURRENT_DATE}}}`;
    case 'date':
      return `{{${DATE_OFFSET} "${value.offset}"}}`;
    case 'link':
      return `{{${TRACKING_LINK} "${value.link}"}}`;
  }
}

/** A default has no mark for a quote in it: one with both kinds of quotes gets single ones inside. */
function writeDefault(text: string): string {
  if (text === '') return '';
  if (!text.includes('"')) return ` or "${text}"`;
  return text.includes("'") ? ` or "${text.replaceAll('"', "'")}"` : ` or '${text}'`;
}

/** Describes a value in the words that its chip has. */
export function describeValue(value: Value, fields: FieldLabels): string {
  switch (value.kind) {
    case 'contact':
      return withDefault(nameOfContactValue(value.name, fields), value.ifEmpty);
    case 'event':
      return withDefault(`Event: ${value.name}`, value.ifEmpty);
    case 'today':
      return 'Today';
    case 'date':
      return describeOffset(value.offset);
    case 'link':
      return `Link ${value.link}`;
  }
}

const nameOfContactValue = (name: string, fields: FieldLabels): string =>
  CONTACT_TAGS[name] ?? fields.get(name) ?? `Custom field ${name.slice(CUSTOM_FIELD_PREFIX.length)}`;

const withDefault = (name: string, ifEmpty: string): string =>
  ifEmpty === '' ? name : `${name}, if empty: ${ifEmpty}`;

export type OffsetUnit = 'd' | 'w' | 'm' | 'y';
export const OFFSET_UNITS: Readonly<Record<OffsetUnit, string>> = {
  d: 'day',
  w: 'week',
  m: 'month',
  y: 'year',
};

/** Parts of an offset that the service takes, such as `-5d`. */
export function readOffset(offset: string): { amount: number; unit: OffsetUnit } {
  const unit = offset.slice(-1);
  return {
    amount: Number.parseInt(offset, 10),
    unit: unit === 'w' || unit === 'm' || unit === 'y' ? unit : 'd',
  };
}

function describeOffset(offset: string): string {
  const { amount, unit } = readOffset(offset);
  const length = countOf(Math.abs(amount), OFFSET_UNITS[unit]);
  return amount < 0 ? `Date ${length} ago` : `Date in ${length}`;
}
