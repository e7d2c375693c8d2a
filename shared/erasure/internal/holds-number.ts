import { parsePhone } from '../../phone-numbers/phone-library';

/** Characters that people write between the digits of a number. */
const SEPARATORS = /[ ().\-/'\u00a0\u2010-\u2015]+/g;
/**
 * Characters of a piece that are searched again with the next one. Longer than any number with its separators, so that
 * a number across two pieces is found.
 */
const OVERLAP_CHARACTERS = 80;

/**
 * Returns true when a text contains one of the numbers in any form: with spaces, with brackets, or without country
 * code.
 *
 * @param phoneNumbers E.164
 */
export async function holdsNumber(
  text: AsyncIterable<string>,
  phoneNumbers: readonly string[],
): Promise<boolean> {
  const wanted = phoneNumbers.map(significantDigits);
  let rest = '';
  for await (const piece of text) {
    const digits = (rest + piece).replace(SEPARATORS, '');
    if (wanted.some((number) => digits.includes(number))) return true;
    rest = (rest + piece).slice(-OVERLAP_CHARACTERS);
  }
  return false;
}

/** Returns the digits of a number that every form of it contains. */
export function significantDigits(phoneNumber: string): string {
  if (phoneNumber.startsWith('+1')) return phoneNumber.slice('+1'.length);
  return parsePhone(phoneNumber)?.nationalNumber ?? phoneNumber.slice(1);
}
