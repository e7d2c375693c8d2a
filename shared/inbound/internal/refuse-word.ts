import { readWord } from '../account-keyword';
import { readKeyword } from '../keyword';
import { readLikelyOptOut } from './likely-opt-out/read-likely-opt-out';

/**
 * Returns the reason why an account cannot have a word as its keyword: it means something to the service already, in any
 * case.
 *
 * @param word as `readWord` returns it
 *
 * **Source:** rules 3.3.
 */
export function refuseWord(word: string): string | undefined {
  if (readKeyword(word) !== undefined) {
    return `${word} cannot be a keyword: it is a word of the service, as STOP, HELP, YES and START are`;
  }
  const spellings = [word, word.toLowerCase(), word.charAt(0) + word.slice(1).toLowerCase()];
  return spellings.some((spelling) => readLikelyOptOut(spelling) !== undefined)
    ? `${word} cannot be a keyword: a text with this word is likely an opt-out`
    : undefined;
}

/** Returns true when a text can be a keyword of an account, so that its keywords are worth reading. */
export function canBeAccountKeyword(body: string): boolean {
  const word = readWord(body);
  return word !== undefined && refuseWord(word) === undefined;
}
