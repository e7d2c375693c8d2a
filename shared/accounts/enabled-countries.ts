import type { ErrorDetails } from '../errors/error-details';
import { ServiceError } from '../errors/service-error';
import { isOfCountry, isOfSameCountry } from '../phone-numbers/country';
import { type E164, isPhoneNumber, type SenderNumber } from '../phone-numbers/e164';
import type { Account } from './account';

/** Result of a text whose country was disabled after it was accepted. */
export const COUNTRY_NOT_ENABLED = {
  errorType: 'country_not_enabled',
  errorMessage: 'The account may not text numbers of this country.',
} as const;

/**
 * Returns true when the account may send to the number. This is checked for each text at acceptance and again at its
 * turn.
 *
 * **Source:** rules E7.
 */
export function isCountryEnabled(account: Pick<Account, 'countries'>, to: E164): boolean {
  return account.countries.length === 0 || isOfCountry(to, account.countries);
}

/**
 * Returns true when an opt-in text may go to the number. An account without enabled countries may send opt-in texts
 * only to the countries of its own numbers, so that a sign-up form cannot make it pay for texts to other countries.
 * Short codes have no country; an account that has only short codes may send to all of +1.
 *
 * @param numbers all numbers of the account
 *
 * **Source:** rules E7.
 */
export function isOptInCountryEnabled(
  account: Pick<Account, 'countries'>,
  { to, numbers }: { to: E164; numbers: SenderNumber[] },
): boolean {
  if (account.countries.length > 0) return isCountryEnabled(account, to);
  const phones = numbers.filter(isPhoneNumber);
  if (phones.length === 0) return to.startsWith('+1');
  return phones.some((phone) => isOfSameCountry(phone, to));
}

/** @param where the field or the recipients with the number; absent when the number is in the path */
export function countryNotEnabled(where: ErrorDetails = {}): ServiceError {
  return new ServiceError('InvalidPhoneNumber', {
    cause: 'countryNotEnabled',
    details: { ...where, reason: COUNTRY_NOT_ENABLED.errorType },
  });
}
