import { significantDigits } from './holds-number';

/** Names and e-mail address by which texts may mention a person, besides the number. */
interface Profile {
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
}

interface NamedPerson {
  /** E.164, in every spelling. */
  phoneNumbers: readonly string[];
  profiles: readonly Profile[];
}

/** Replaces the mention of an erased person in a text. */
const ERASED_TEXT = '[erased]';

/** Characters that people write between the digits of a number. */
const BETWEEN = String.raw`[\s().\-/'\u00a0\u2010-\u2015]{0,3}`;
/** Fewest digits of a number without country code; a shorter sequence can mean anything. */
const FEWEST_DIGITS = 7;
const NO_WORD_BEFORE = String.raw`(?<![\p{L}\p{N}])`;
const NO_WORD_AFTER = String.raw`(?![\p{L}\p{N}])`;

/**
 * Builds the pattern by which the texts of an account mention one of the people: the number in every usual notation,
 * the e-mail address, or first and last name together in either order. A first or last name alone belongs to too many
 * people.
 *
 * @returns `undefined` without people
 *
 * **Source:** rules E2.
 */
export function formsOf(people: readonly NamedPerson[]): RegExp | undefined {
  const forms = people.flatMap(({ phoneNumbers, profiles }) => [
    ...phoneNumbers.map(formOfNumber),
    ...profiles.flatMap(formsOfProfile),
  ]);
  return forms.length === 0 ? undefined : new RegExp([...new Set(forms)].join('|'), 'giu');
}

/**
 * Removes the people from a text.
 *
 * @returns the same text when it names none of them
 */
export function withoutForms(text: string, forms: RegExp | undefined): string {
  if (!forms) return text;
  const composed = text.normalize('NFC');
  const cleaned = composed.replace(forms, ERASED_TEXT);
  return cleaned === composed ? text : cleaned;
}

/**
 * Builds the pattern of a number with country code, as it is dialled from abroad, or as it is written in its country.
 */
function formOfNumber(phoneNumber: string): string {
  const significant = significantDigits(phoneNumber);
  const digits = [...significant].join(BETWEEN);
  const code = [...phoneNumber.slice(1, -significant.length)].join(BETWEEN);
  const abroad = `${code}${BETWEEN}(?:0${BETWEEN})?`;
  const home = significant.length < FEWEST_DIGITS ? `(?:${abroad})` : `(?:${abroad}|0${BETWEEN})?`;
  return String.raw`(?<!\d)(?:\+|(?:00|011)${BETWEEN})?\(?${home}\(?${digits}(?!\d)`;
}

function formsOfProfile({ firstName, lastName, email }: Profile): string[] {
  const first = formOfName(firstName);
  const last = formOfName(lastName);
  const names = [`${first}[\\s,]+${last}`, `${last}[\\s,]+${first}`];
  return [
    ...(first === '' || last === '' ? [] : names.map((form) => NO_WORD_BEFORE + form + NO_WORD_AFTER)),
    ...(email === undefined ? [] : [formOfEmail(email)]),
  ];
}

const formOfName = (name = '') => name.normalize('NFC').trim().split(/\s+/u).map(escape).join('\\s+');

const formOfEmail = (email: string) =>
  String.raw`(?<![\p{L}\p{N}._%+-])${escape(email.normalize('NFC'))}(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])`;

const escape = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
