import { parsePhone } from '../phone-numbers/phone-library';

/** What people write between the digits of a number. */
const SEPARATORS = /[ ().\-/'\u00a0\u2010-\u2015]+/g;
/** Longer than any number with its separators: what lies across two pieces of a text is found. */
const OVERLAP_CHARACTERS = 80;

/**
 * Whether a text has one of the numbers in it, in whatever form: with spaces, brackets, without the code of its country.
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

/** What of a number stands in each of its forms. */
export function significantDigits(phoneNumber: string): string {
  if (phoneNumber.startsWith('+1')) return phoneNumber.slice('+1'.length);
  return parsePhone(phoneNumber)?.nationalNumber ?? phoneNumber.slice(1);
}
