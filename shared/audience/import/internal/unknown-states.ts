import type { E164 } from '../../../phone-numbers/e164';
import { countryOf } from '../../../phone-numbers/country';
import { readState } from '../../contacts/state-code';
import type { ReadingOptions, SourceRow } from '../source-row';
import { readPhone } from './import-row';

/**
 * Returns true for a row with a state that neither the United States nor Canada has, such as “Texass”. In other countries
 * a state is free text. Without a country the phone number decides.
 *
 * **Source:** rules 2.4, E5.
 */
export function hasUnknownState({
  values,
  countries,
}: Pick<SourceRow, 'values'> & Pick<ReadingOptions, 'countries'>): boolean {
  const state = values.get('address.state');
  if (typeof state !== 'string' || state.trim() === '' || readState(state) !== undefined) return false;
  const country =
    values.get('address.country') ?? countryOfPhone(readPhone(values.get('phoneNumber'), countries));
  return country === 'US' || country === 'CA';
}

/** Returns the country of a number; a number under +1 without one, such as one of an example, counts as of the US. */
function countryOfPhone(phone: E164 | object): string | undefined {
  if (typeof phone !== 'string') return undefined;
  return countryOf(phone) ?? (phone.startsWith('+1') ? 'US' : undefined);
}
