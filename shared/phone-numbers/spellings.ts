import type { E164 } from './e164';

/** Area codes of Argentina begin with 1, 2 or 3; with the area code a number has ten digits. */
const ARGENTINE = { mobile: /^\+549([123]\d{9})$/, short: /^\+54([123]\d{9})$/ };
/** Eight digits that begin with 6, 8 or 9 were mobiles before the ninth digit; 2 to 5 are landlines, 7 were radios. */
const BRAZILIAN = { mobile: /^\+55([1-9]{2})9([689]\d{7})$/, short: /^\+55([1-9]{2})([689]\d{7})$/ };

/**
 * The other forms of E.164 under which carriers and people write the same phone, as far as numbering plans say that it
 * is the same: Argentine mobiles with and without the 9 behind the country code, Brazilian ones with and without the
 * ninth digit. Each form is a contact of its own; what the person says from the phone holds for all of them.
 *
 * docs/decisions/a-phone-with-two-spellings.md says why.
 */
export function otherSpellings(phone: E164): E164[] {
  const other = phone.startsWith('+54')
    ? swap(phone, ARGENTINE, { mobile: '+549$1', short: '+54$1' })
    : swap(phone, BRAZILIAN, { mobile: '+55$19$2', short: '+55$1$2' });
  return other === undefined ? [] : [other];
}

/** Every form of the phone, the given one first. */
export const spellingsOf = (phone: E164): E164[] => [phone, ...otherSpellings(phone)];

/** The same for every form of the phone, to compare phones by. */
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
