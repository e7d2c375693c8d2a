import type { E164 } from './e164';

/** Argentine numbers: ten digits with the area code, which begins with 1, 2 or 3. */
const ARGENTINE = { mobile: /^\+549([123]\d{9})$/, short: /^\+54([123]\d{9})$/ };
/**
 * Brazilian mobiles: eight digits that begin with 6, 8 or 9 were mobiles before the ninth digit; 2 to 5 are landlines,
 * 7 were radios.
 */
const BRAZILIAN = { mobile: /^\+55([1-9]{2})9([689]\d{7})$/, short: /^\+55([1-9]{2})([689]\d{7})$/ };

/**
 * Returns the other E.164 spellings that carriers and people use for the same phone, where numbering plans say that
 * they are the same: Argentine mobiles with and without the 9 after the country code, Brazilian ones with and without
 * the ninth digit. Each spelling is a contact of its own; consent given from the phone applies to all of them.
 *
 * docs/decisions/a-phone-with-two-spellings.md says why.
 */
export function otherSpellings(phone: E164): E164[] {
  const other = phone.startsWith('+54')
    ? swap(phone, ARGENTINE, { mobile: '+549$1', short: '+54$1' })
    : swap(phone, BRAZILIAN, { mobile: '+55$19$2', short: '+55$1$2' });
  return other === undefined ? [] : [other];
}

/** Returns all spellings of the phone, the given one first. */
export const spellingsOf = (phone: E164): E164[] => [phone, ...otherSpellings(phone)];

/** Returns the same spelling for all spellings of a phone, to compare phones. */
export function firstSpelling(phone: E164): E164 {
  const [other = phone] = otherSpellings(phone);
  return other < phone ? other : phone;
}

interface Forms<Form> {
  mobile: Form;
  short: Form;
}

function swap(phone: E164, patterns: Forms<RegExp>, forms: Forms<string>): E164 | undefined {
  if (patterns.mobile.test(phone)) return phone.replace(patterns.mobile, forms.short) as E164;
  if (patterns.short.test(phone)) return phone.replace(patterns.short, forms.mobile) as E164;
  return undefined;
}
