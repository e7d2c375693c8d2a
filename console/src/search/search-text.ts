import { foldName } from '../../../shared/text/fold-name';

/** Kinds of ids that the search opens. */
const ID_KINDS = ['msg', 'brc', 'cmp', 'aut', 'seg', 'imp', 'grp'] as const;
type IdKind = (typeof ID_KINDS)[number];

/** The id of a text in a broadcast is longer than others. */
const ID = new RegExp(`^(${ID_KINDS.join('|')})_[0-9A-HJKMNP-TV-Z]{26,64}$`);

/** Returns the kind of a whole id; `undefined` for all other text. */
export const kindOfId = (text: string): IdKind | undefined =>
  ID_KINDS.find((kind) => kind === ID.exec(text)?.[1]);

/** Fewest characters that the service searches for. */
export const MIN_SEARCH = 2;
/** Fewest digits that a phone number has with its area code. */
const MIN_WHOLE = 7;
/** Most digits of an E.164 number. */
const MAX_DIGITS = 15;
/** Signs that people write in numbers, besides spaces: dashes of all kinds, dots, slashes, brackets. */
const NUMBER = /^\+?[\d\s\p{Dash_Punctuation}\u2212./()]+$/u;
/** Characters around a number that was copied: the scheme of a link, and invisible marks of direction. */
const AROUND = /^tel:|\p{Format}/giu;

/**
 * Returns the digits of a phone number, or of a part of one, as an E.164 number has them: without `00` or `0` in front of
 * a whole number, and without the `(0)` of `+44 (0)20`. `undefined` for text that is no number.
 */
function digitsOf(text: string): string | undefined {
  const written = text.replaceAll(AROUND, '').trim();
  if (!NUMBER.test(written)) return undefined;
  const all = written.replace('(0)', '').replaceAll(/\D/g, '');
  const digits = all.length < MIN_WHOLE ? all : all.replace(/^0+/, '');
  return digits.length < MIN_SEARCH ? undefined : digits;
}

/**
 * Returns the E.164 number that a text can be as a whole, with the country code of North America where it has none;
 * `undefined` for a part of a number.
 */
export function wholeNumberOf(text: string): string | undefined {
  const digits = digitsOf(text);
  if (digits === undefined || digits.length < MIN_WHOLE || digits.length > MAX_DIGITS) return undefined;
  if (/^(\+|00)/.test(text.replaceAll(AROUND, '').trim())) return `+${digits}`;
  if (digits.length === 10) return `+1${digits}`;
  return digits.length > 10 ? `+${digits}` : undefined;
}

/** Returns the text that the service's search of contacts takes: a number as its digits, a name as it is. */
export const contactSearchOf = (text: string): string => digitsOf(text) ?? text;

const wordsOf = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map(foldName)
    .filter((word) => word !== '');

/**
 * Returns true when a text contains the query, or when each word of the query begins one of its words; without case,
 * accents and the signs between words.
 */
export function matchesWords(query: string, text: string): boolean {
  const wanted = foldName(query);
  if (wanted === '') return false;
  if (foldName(text).includes(wanted)) return true;
  const words = wordsOf(text);
  const queried = wordsOf(query);
  return queried.length > 0 && queried.every((part) => words.some((word) => word.startsWith(part)));
}
