/** Letters that Unicode does not decompose, with the letters that people type for them on a keyboard without them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ς: 'σ',
};
const SPECIAL_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'gu');

/** Accents of Latin, Greek and Cyrillic letters. The marks of other scripts are letters of their own. */
const ACCENTS = /[\u0300-\u036f]/gu;
/** Apostrophes, dashes, dots, commas, spaces and invisible characters. */
const SIGNS = /[\s\p{Dash_Punctuation}\p{Format}'‘’‛`´ʹʻʼˈ′.,·\u2212]/gu;

/**
 * Returns the form in which names and e-mail addresses are searched: without case, accents, apostrophes, hyphens and
 * spaces. Folding is idempotent, and the folded form of a prefix is a prefix of the folded form.
 *
 * **Source:** rules E2.
 */
export const foldName = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(SPECIAL_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(SIGNS, '');
