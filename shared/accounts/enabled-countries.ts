import { type ErrorDetails, ServiceError } from '../errors/service-error';
import { isOfCountry } from '../phone-numbers/country';
import type { E164 } from '../phone-numbers/e164';
import type { Account } from './account';

/** What becomes of a text that was accepted while its country was still enabled. */
export const COUNTRY_NOT_ENABLED = {
  errorType: 'country_not_enabled',
  errorMessage: 'The account may not text numbers of this country.',
} as const;

/**
 * Whether the account may text the number: asked of every text, when it is accepted and again at its turn.
 *
 * **Source:** extensions 7.
 */
export function isCountryEnabled(account: Pick<Account, 'countries'>, to: E164): boolean {
  return account.countries.length === 0 || isOfCountry(to, account.countries);
}

/** @param where the field or recipients that it is about; none where the number stands in the path */
export function countryNotEnabled(where: ErrorDetails = {}): ServiceError {
  return new ServiceError(33003, { details: { ...where, reason: COUNTRY_NOT_ENABLED.errorType } });
}
