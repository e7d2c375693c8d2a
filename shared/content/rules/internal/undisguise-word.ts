import { type CompiledRules, squeezeLetters } from './compile-rules';

/** Recognised word of the rules; `isDisguised` is true when it was hidden. */
interface RecognizedWord {
  readonly id: number;
  readonly word: string;
  readonly isDisguised: boolean;
}

const LETTER_OF: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
};
/** Amount or code, such as `600k` or `f465`: a hidden word keeps more than one of its letters. */
const AMOUNT_OR_CODE = /^(?=.*\d.*\d)[^a-z*]*[a-z][^a-z*]*$/;
const VOWELS = ['a', 'e', 'i', 'o', 'u'];
/** Longest token in which a word hidden behind digits and signs is searched. */
export const LONGEST_DISGUISE = 24;

/**
 * Recognises a word of the rules in a lower-case token: unchanged, with digits and signs for letters (`v4pe`, `$ex`),
 * with one letter starred out (`p*rn`), with letters repeated (`seeexxx`).
 */
export function recognizeWord(token: string, rules: CompiledRules): RecognizedWord | undefined {
  const id = rules.vocabulary.get(token);
  if (id !== undefined) return { id, word: token, isDisguised: false };
  if (token.length < 3) return undefined;

  if (/[^a-z]/.test(token)) {
    if (token.length > LONGEST_DISGUISE || !/[a-z]/.test(token) || /[^a-z0-9@$!|*]/.test(token))
      return undefined;
    if (AMOUNT_OR_CODE.test(token)) return undefined;
    for (const spelling of spellings(token)) {
      const spelled = rules.vocabulary.get(spelling);
      if (spelled !== undefined) return { id: spelled, word: spelling, isDisguised: true };
    }
    return undefined;
  }
  return recognizeRepeated(token, rules);
}

function spellings(token: string): string[] {
  const withI = token.replace(/[^a-z*]/g, (sign) => LETTER_OF[sign] ?? sign);
  const all = [withI];
  if (/[1|!]/.test(token))
    all.push(token.replace(/[^a-z*]/g, (sign) => (/[1|!]/.test(sign) ? 'l' : (LETTER_OF[sign] ?? sign))));
  const star = token.indexOf('*');
  if (star === -1) return all;
  if (star !== token.lastIndexOf('*')) return [];
  return all.flatMap((spelling) => VOWELS.map((vowel) => spelling.replace('*', vowel)));
}

/**
 * Recognises a word with a letter three times, or with two letters too many, and the rest in place. One letter too many
 * is not enough: Gunn is a name.
 */
function recognizeRepeated(token: string, rules: CompiledRules): RecognizedWord | undefined {
  if (countRepetitions(token) < 2) return undefined;
  const squeezed = squeezeLetters(token);
  const hasTriple = /(.)\1\1/.test(token);
  for (const word of rules.squeezed.get(squeezed) ?? []) {
    if (!hasTriple && token.length - word.length < 2) continue;
    const id = rules.vocabulary.get(word);
    if (id !== undefined && repeatsAtLeast(token, word)) return { id, word, isDisguised: false };
  }
  return undefined;
}

/** Counts letters that equal the one before. Almost every word of a message is checked with this, so it is cheap. */
function countRepetitions(token: string): number {
  let repetitions = 0;
  for (let i = 1; i < token.length; i++) {
    if (token.charCodeAt(i) === token.charCodeAt(i - 1)) repetitions++;
  }
  return repetitions;
}

/** Returns true when every letter of `word` is repeated in `token` at least as often: `weddd` is not `weed`. */
function repeatsAtLeast(token: string, word: string): boolean {
  let t = 0;
  for (let w = 0; w < word.length;) {
    const letter = word.charAt(w);
    let wanted = 0;
    while (word.charAt(w) === letter) {
      wanted++;
      w++;
    }
    let found = 0;
    while (token.charAt(t) === letter) {
      found++;
      t++;
    }
    if (found < wanted) return false;
  }
  return t === token.length;
}
