import type { PhoneCountry } from './country';
import { type E164, parseE164 } from './e164';
import { parsePhone, type PhoneNumber } from './phone-library';

/**
 * Ten digits of a number under +1, with or without the 1: libphonenumber takes a hundred times as long for the same
 * result.
 */
const NANP_DIGITS = /^(?:\+?1)?([2-9]\d{9})$/;
const NANP_COUNTRIES: ReadonlySet<string> = new Set(['US', 'CA']);
const PUNCTUATION = /[\s().\-\u2010-\u2015\u2212/]/g;
/** Characters that spreadsheets and web pages leave around a number. */
const AROUND =
  /^(?:['\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\s]|tel:)+|[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\s]+$/gi;

/**
 * Parses a phone number as people write it: with spaces, brackets and dashes, with or without country code.
 *
 * @param countries tried in this order for a number without country code; the first in which the number is possible is
 *   used
 * @returns the number, or the reason why the text is no number
 *
 * **Source:** rules E5.
 */
export function readPhoneText(text: string, countries: readonly PhoneCountry[]): E164 | { reason: string } {
  const trimmed = text.replace(AROUND, '');
  if (/^\d(?:[.,]\d+)?e\+?\d+$/i.test(trimmed)) {
    return { reason: 'is a rounded number: format the column as text and enter the numbers again' };
  }
  // A spreadsheet can write the number with decimals.
  const compact = trimmed.replace(/^(\+?\d{7,15})[.,]0+$/, '$1').replace(PUNCTUATION, '');
  const nanp = NANP_DIGITS.exec(compact);
  if (nanp && (compact.startsWith('+') || countries.some((country) => NANP_COUNTRIES.has(country)))) {
    return `+1${nanp[1]}` as E164;
  }
  if (/\p{L}/u.test(compact)) return { reason: 'must be a phone number, without extension and letters' };
  if (!/^\+?\d+$/.test(compact)) return { reason: NO_NUMBER };
  const international = compact.startsWith('00') ? `+${compact.slice(2)}` : compact;
  const candidates = international.startsWith('+')
    ? [parsePhone(trimmed.startsWith('+') ? trimmed : international)]
    : [
        ...countries.map((country) => parsePhone(compact, country)),
        // Spreadsheets drop the plus.
        validOnly(parsePhone(`+${compact}`)),
      ];
  for (const candidate of candidates) {
    const phone = candidate?.isPossible() ? parseE164(candidate.number) : undefined;
    if (phone !== undefined) return phone;
  }
  return { reason: NO_NUMBER };
}

const NO_NUMBER = 'must be a phone number, such as +12125550123';

const validOnly = (parsed: PhoneNumber | undefined): PhoneNumber | undefined =>
  parsed?.isValid() ? parsed : undefined;
