import { ERASED_TEXT } from '../../content/erased-text';
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

/** Characters that people write between the digits of a number. */
const BETWEEN = String.raw`[\s().\-/'\u00a0\u2010-\u2015]{0,3}`;
/** Fewest digits of a number without country code; a shorter sequence can mean anything. */
const FEWEST_DIGITS = 7;
/** Stands for a name that is absent, and is in no text. */
const NO_WORD = ' ';
const NO_WORD_BEFORE = String.raw`(?<![\p{L}\p{N}])`;
const NO_WORD_AFTER = String.raw`(?![\p{L}\p{N}])`;

/** Pattern by which texts mention people, and what a text must have for the pattern to match it. */
export interface Forms {
  pattern: RegExp;
  /** Digits of the numbers that each notation has. */
  digits: ReadonlySet<string>;
  /** Lengths of them. */
  lengths: readonly number[];
  /** First words of the last names and e-mail addresses, in lower case. */
  words: ReadonlySet<string>;
}

/**
 * Builds the pattern by which the texts of an account mention one of the people: the number in every usual notation,
 * the e-mail address, or first and last name together in either order. A first or last name alone belongs to too many
 * people.
 *
 * @returns `undefined` without people
 *
 * **Source:** rules E2.
 */
export function formsOf(people: readonly NamedPerson[]): Forms | undefined {
  const forms = people.flatMap(({ phoneNumbers, profiles }) => [
    ...phoneNumbers.map(formOfNumber),
    ...profiles.flatMap(formsOfProfile),
  ]);
  if (forms.length === 0) return undefined;
  const digits = new Set(people.flatMap(({ phoneNumbers }) => phoneNumbers.map(significantDigits)));
  const profiles = people.flatMap((person) => person.profiles);
  return {
    pattern: new RegExp([...new Set(forms)].join('|'), 'giu'),
    digits,
    lengths: [...new Set([...digits].map(({ length }) => length))],
    words: new Set(profiles.flatMap(({ lastName, email }) => [firstWordOf(lastName), firstWordOf(email)])),
  };
}

/**
 * Removes the people from a text.
 *
 * @returns the same text when it names none of them
 */
export function withoutForms(text: string, forms: Forms | undefined): string {
  if (!forms || !mayMatch(text, forms)) return text;
  const composed = text.normalize('NFC');
  const cleaned = composed.replace(forms.pattern, ERASED_TEXT);
  return cleaned === composed ? text : cleaned;
}

const ASCII = /^[\0-\x7f]*$/;

/**
 * Returns false for most texts that the pattern does not match: with a hundred people, the pattern takes a thousand times
 * as long. Texts with other letters than those of ASCII are left to the pattern, which knows their upper and lower case.
 */
function mayMatch(text: string, { digits, lengths, words }: Forms): boolean {
  if (!ASCII.test(text)) return true;
  const found = text.replace(/\D+/g, '');
  for (const length of lengths) {
    for (let start = 0; start + length <= found.length; start++)
      if (digits.has(found.slice(start, start + length))) return true;
  }
  if (words.has('')) return true;
  return (
    text
      .toLowerCase()
      .match(/[a-z\d]+/g)
      ?.some((word) => words.has(word)) ?? false
  );
}

/**
 * Returns the first letters and digits that stand together, in lower case; empty when there are none. Two letters outside
 * ASCII match one inside it when case is ignored.
 */
function firstWordOf(name: string | undefined): string {
  if (name === undefined || name.trim() === '') return NO_WORD;
  const [word = ''] = /[\p{L}\p{N}]+/u.exec(name.normalize('NFC')) ?? [];
  return word.replaceAll('\u017f', 's').replaceAll('\u212a', 'k').toLowerCase();
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
