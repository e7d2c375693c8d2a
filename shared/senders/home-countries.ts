import type { Account } from '../accounts/account';
import { countryOf, type PhoneCountry } from '../phone-numbers/country';
import { isPhoneNumber, type SenderNumber } from '../phone-numbers/e164';
import type { AccountNumber } from './number';

/**
 * Returns the countries for phone numbers without a country code: those that the account may send to, else those of its
 * own numbers, else the United States.
 *
 * **Source:** rules E5.
 */
export function homeCountries(
  { countries, defaultNumber }: Pick<Account, 'countries' | 'defaultNumber'>,
  numbers: readonly AccountNumber[],
): readonly PhoneCountry[] {
  if (countries.length > 0) return countries;
  const own = [defaultNumber, ...numbers.map(({ number }) => number)]
    .filter((number) => number !== undefined)
    .map((number) => number as SenderNumber)
    .filter(isPhoneNumber)
    .map((phone) => countryOf(phone) ?? (phone.startsWith('+1') ? 'US' : undefined))
    .filter((country) => country !== undefined);
  return own.length > 0 ? [...new Set(own)] : ['US'];
}
