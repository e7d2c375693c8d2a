import { FIRST_NAMES, NO_NAMES } from './first-names';
import { PLAIN_FORMS, readTypo } from './word-forms';

/** Placeholder for a first name in plain words and in phrases. */
const NAME = 'NAME';

/** Most characters of a text that are read; a longer text is cut in the middle, which bounds the time. */
const LONGEST_LOOKED_AT = 2_000;

/** Signs and their replacements: words, the end of a sentence, or a space. */
const SIGNS: ReadonlyArray<readonly [RegExp, string]> = [
  [/[🛑🚫⛔]/gu, ' . stop . '],
  [/🖕/gu, ' . fuck you . '],
  [/[😂🤣😆]+/gu, ' haha '],
  [/[’‘‛ʼ＇`´]/gu, "'"],
  [/(?<![\p{L}\p{N}])(?:mr|mrs|ms|miss|mister)\b\.? +\p{L}+/giu, ' mr '],
  [/(?<=\d)[.,:](?=\d)/g, ''],
  [/\bw\//gi, ' with '],
  [/#(?!\d)/g, ' number '],
  [/&/g, ' and '],
  [/[¿?][¿?!]*/g, ' ? '],
  [/[.!;:…¡|\n\r\u2028\u2029]+|[–—]|(?<=\s)-+(?=\s)|--+/g, ' . '],
  [/[,،，]/g, ' , '],
];

/** Letters with a character between each two, such as `S T O P` and `s.t.o.p.`. */
const SPELLED_OUT = /(?<![\p{L}\p{N}'])\p{L}(?:[ .*_-]\p{L}){3,11}(?![\p{L}\p{N}'])/gu;

const IS_CAPITAL = /^\p{Lu}\p{Ll}/u;

const NEGATED = /^(do|does|did|is|are|was|were|has|have|had|could|would|should|must|need)n't$/;
const SUFFIXES: ReadonlyArray<readonly [suffix: string, word: string]> = [
  ["'m", 'am'],
  ["'re", 'are'],
  ["'ve", 'have'],
  ["'ll", 'will'],
  ["'d", 'would'],
  ["'s", 's'],
];

/**
 * Converts a text to the words in which the phrases are written: lower case without accents, emoji and repeated
 * letters, with abbreviations and typos corrected. Commas, full stops and question marks are words of their own; other
 * signs that end a sentence become full stops. First names become `NAME`.
 *
 * @param isKnown true for a word of the phrases: it is no name, even if it is capitalized
 * @returns for example `['.', 'please', 'do', 'not', 'text', 'me', '.', 'thank', 'you', '.']`
 */
export function toPlainWords(body: string, isKnown: (word: string) => boolean): string[] {
  const marked = SIGNS.reduce(
    (text, [sign, words]) => text.replace(sign, words),
    cut(cut(body).normalize('NFKD'))
      .replace(/[\p{M}\p{Cf}]/gu, '')
      .replace(SPELLED_OUT, (letters) => letters.replace(/[^\p{L}]/gu, '')),
  );
  const written = joinSingleWords(marked).split(/[^\p{L}\p{N}'.,?*]+/u);
  const capitals = written.filter((word) => IS_CAPITAL.test(word)).length;
  const hasNames = capitals <= written.filter((word) => /\p{L}/u.test(word)).length / 2;
  const words = ['.'];
  for (const word of written) {
    const before = words.at(-1) ?? '';
    if (word === '' || (/^[.,]$/.test(word) && /^[.,]$/.test(before))) continue;
    const isName = hasNames && IS_CAPITAL.test(word) && !/^[.?]$/.test(before);
    words.push(...toPlain(word.toLowerCase(), { isName, isKnown }).split(' ').filter(Boolean));
  }
  return words.at(-1) === '.' ? words : [...words, '.'];
}

/** Joins a text in which every word is a sentence to one sentence: `END. THIS. NOW.` */
function joinSingleWords(marked: string): string {
  const sentences = marked
    .split(' . ')
    .map((sentence) => sentence.match(/[\p{L}\p{N}'*]+|[,?]/gu) ?? [])
    .filter((words) => words.length > 0);
  const isOneEach = sentences.every(([, second]) => second === undefined || /[,?]/.test(second));
  return sentences.length > 2 && isOneEach ? sentences.flat().join(' ') : marked;
}

function cut(body: string): string {
  if (body.length <= LONGEST_LOOKED_AT) return body;
  return `${body.slice(0, LONGEST_LOOKED_AT / 2)}\n${body.slice(-LONGEST_LOOKED_AT / 2)}`;
}

/** @param context.isName true when the word is capitalized like a name */
function toPlain(written: string, context: { isName: boolean; isKnown: (word: string) => boolean }): string {
  // "stoppppp", "pleeease".
  const word = written.replace(/(\p{L})\1{2,}/gu, '$1');
  const form = PLAIN_FORMS.get(word) ?? PLAIN_FORMS.get(word.replace(/in'?$/, 'ing'));
  if (form !== undefined) return form;
  const negated = NEGATED.exec(word)?.[1];
  if (negated !== undefined) return `${negated} not`;
  for (const [suffix, added] of SUFFIXES) {
    if (word.endsWith(suffix)) return `${toPlain(word.slice(0, -suffix.length), context)} ${added}`;
  }
  const bare = word.replace(/['*]/g, '');
  const { isName, isKnown } = context;
  if (isKnown(bare) || NO_NAMES.has(bare)) return PLAIN_FORMS.get(bare) ?? bare;
  if (bare.endsWith('in') && isKnown(`${bare}g`)) return `${bare}g`;
  if (FIRST_NAMES.has(bare)) return NAME;
  return PLAIN_FORMS.get(bare) ?? readTypo(bare) ?? (isName ? NAME : bare);
}
