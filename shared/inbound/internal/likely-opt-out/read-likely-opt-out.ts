import { isWordOfProviders } from '../../keyword';
import { HARMLESS_PHRASES } from './harmless-phrases';
import { compilePhrases, type Phrases, vocabularyOf } from './phrase';
import { toPlainWords } from './plain-words';
import { PROTEST_PHRASES } from './protest-phrases';
import { REMOVAL_PHRASES } from './removal-phrases';
import { SPANISH_HARMLESS_PHRASES, SPANISH_REFUSALS, SPANISH_WRONG_NUMBERS } from './spanish-phrases';
import { EXPRESS_REFUSALS, STOP_PHRASES } from './stop-phrases';
import { UNWANTED_PHRASES } from './unwanted-phrases';
import { WORD_CLASSES } from './word-classes';
import { WRONG_NUMBER_PHRASES } from './wrong-number-phrases';

/**
 * Reason why a text that is no keyword is likely a refusal: it refuses, or says that the number belongs to another
 * person.
 */
export type LikelyReason = 'refusal' | 'wrong_number';

const EXPRESS = [EXPRESS_REFUSALS];
const HARMLESS = [HARMLESS_PHRASES, SPANISH_HARMLESS_PHRASES];
const WRONG_NUMBERS = [WRONG_NUMBER_PHRASES, SPANISH_WRONG_NUMBERS];
const REFUSALS = [STOP_PHRASES, UNWANTED_PHRASES, REMOVAL_PHRASES, PROTEST_PHRASES, SPANISH_REFUSALS];

let compiled: ReturnType<typeof compileAll> | undefined;

function compileAll() {
  const compile = (phrases: Phrases[]) => compilePhrases(phrases, WORD_CLASSES);
  return {
    vocabulary: vocabularyOf([...EXPRESS, ...HARMLESS, ...WRONG_NUMBERS, ...REFUSALS], WORD_CLASSES),
    expressRefusals: compile(EXPRESS),
    harmless: compile(HARMLESS),
    wrongNumbers: compile(WRONG_NUMBERS),
    refusals: compile(REFUSALS),
  };
}

/**
 * Decides if a text that is no keyword likely asks for no more texts, in English or Spanish, or by a word at which
 * providers opt a phone out. Such a text excludes the
 * contact from broadcasts, batches and most campaigns until a user has decided.
 *
 * @returns `undefined` for any other text
 *
 * **Source:** rules 3.3.
 */
export function readLikelyOptOut(body: string): LikelyReason | undefined {
  if (isWordOfProviders(body)) return 'refusal';
  // Compiled at the first text, so that a function without texts does not wait for it.
  compiled ??= compileAll();
  const { vocabulary, expressRefusals, harmless, wrongNumbers, refusals } = compiled;
  const words = toPlainWords(body, (word) => vocabulary.has(word));
  if (expressRefusals.isIn(words)) return 'refusal';
  const rest = harmless.takeOut(words);
  if (wrongNumbers.isIn(rest)) return 'wrong_number';
  return refusals.isIn(rest) ? 'refusal' : undefined;
}
