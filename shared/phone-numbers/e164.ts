import { parsePhone } from './phone-library';

declare const e164Brand: unique symbol;
declare const shortCodeBrand: unique symbol;

/** Phone number in E.164 form; only `parseE164`, and `parsePhoneOfText` for inbound texts, create one. */
export type E164 = string & { readonly [e164Brand]: true };

/** Short code of 5 to 6 digits; only `parseNumber` creates one. */
type ShortCode = string & { readonly [shortCodeBrand]: true };

/** Number of an account that sends; every `E164` is one. */
export type SenderNumber = E164 | ShortCode;

declare const senderIdBrand: unique symbol;

/** Id of a sender, which stands for several identities; only `parseSender` creates one. */
export type SenderId = string & { readonly [senderIdBrand]: true };

const E164_PATTERN = /^\+[1-9]\d{6,14}$/;
const NANP_PATTERN = /^\+1\d{10}$/;
/**
 * Former spelling of Mexican mobiles, with a 1 after the country code, which some carriers still use. Dropped in 2019.
 */
const OLDER_MEXICAN_PATTERN = /^\+521(\d{10})$/;
const SHORT_CODE_PATTERN = /^\d{5,6}$/;

/**
 * Parses a phone number that must already be in E.164 form: nothing is trimmed, completed or corrected.
 *
 * The country decides which lengths are possible; the number need not be in use, so fictional numbers such as
 * +15555550123 are valid. A number written with its national trunk prefix (+4402071234567, +112125550123) is refused:
 * it would be a second spelling of a valid number.
 *
 * @returns the same string, or `undefined` when it is not E.164 (InvalidPhoneNumber where the caller reports it)
 *
 * **Source:** rules 2.1, 2.3, 7 (InvalidPhoneNumber)
 */
export function parseE164(rawPhone: string): E164 | undefined {
  // Ten digits are the only possible length of every country and area code under +1. A broadcast has up to 50,000 of
  // them, and the library takes about a hundred times as long for the same result.
  if (NANP_PATTERN.test(rawPhone)) return rawPhone as E164;
  if (!E164_PATTERN.test(rawPhone)) return undefined;
  const parsed = parsePhone(rawPhone);
  // The library drops a trunk prefix silently; comparing `number` detects that.
  return parsed?.number === rawPhone && parsed.isPossible() ? (rawPhone as E164) : undefined;
}

/**
 * Parses the number of a phone that has sent a text. The text proves that the number exists, so every number of E.164's
 * form is accepted, even of a length that the library does not know for its country: otherwise the text would be lost.
 *
 * @returns the number under which its contact is kept; `undefined` for a short code or a name
 */
export function parsePhoneOfText(rawPhone: string): E164 | undefined {
  const phone = rawPhone.replace(OLDER_MEXICAN_PATTERN, '+52$1');
  return E164_PATTERN.test(phone) ? (phone as E164) : undefined;
}

/** Parses a number of an account: a phone number in E.164 form or a short code. */
export function parseNumber(raw: string): SenderNumber | undefined {
  return SHORT_CODE_PATTERN.test(raw) ? (raw as ShortCode) : parseE164(raw);
}

const SENDER_ID_PATTERN = /^snd_[0-9A-Za-z]{1,64}$/;

/** Returns true when `from` names a sender and no number. */
export const isSenderId = (from: string): from is SenderId => from.startsWith('snd_');

/**
 * Parses what `from` of a request may be: a phone number in E.164 form, a short code or the id of a sender.
 *
 * @returns the same string, or `undefined` when it is none of them
 *
 * **Source:** rules 2.1, 2.8, 4.2, 4.3, 8.2
 */
export function parseSender(raw: string): SenderNumber | SenderId | undefined {
  return SENDER_ID_PATTERN.test(raw) ? (raw as SenderId) : parseNumber(raw);
}

/** Returns true when a sender is a phone number and no short code. */
export const isPhoneNumber = (sender: SenderNumber): sender is E164 => sender.startsWith('+');

/**
 * Formats a number internationally, with spaces between its groups: `+1 212 555 0123`.
 *
 * **Source:** rules 2.7 (`contact_phone_number`)
 */
export function formatInternational(phone: E164): string {
  // All of +1 is grouped the same way: the library leaves area codes that cannot exist ungrouped.
  if (phone.startsWith('+1')) return `+1 ${phone.slice(2, 5)} ${phone.slice(5, 8)} ${phone.slice(8)}`;
  return parsePhone(phone)?.formatInternational() ?? phone;
}

/** Replaces the number of a person who was erased. **Source:** rules E2. */
export const ERASED_NUMBER = '' as E164;
