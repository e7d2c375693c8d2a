import type { E164 } from '../../../phone-numbers/e164';
import { countryOf } from '../../../phone-numbers/country';
import { readState } from '../../contacts/state-code';
import type { ReadingOptions, SourceRow } from '../source-row';
import { readPhone } from './import-row';
import type { UnknownStates } from './warnings';

const MOST_EXAMPLES = 5;
/** Text that looks like a name of a state. Other text, such as an address in the wrong column, is not repeated. */
const NAME = /^\p{L}[\p{L} .'’-]{0,39}$/u;

/**
 * Notes a state that neither the United States nor Canada has, such as “Texass”. In other countries a state is free
 * text. Without a country the phone number decides.
 *
 * **Source:** rules 2.4, E5.
 */
export function noteState(
  found: UnknownStates,
  { values, countries }: Pick<SourceRow, 'values'> & Pick<ReadingOptions, 'countries'>,
): void {
  const state = values.get('address.state');
  if (typeof state !== 'string' || state.trim() === '' || readState(state) !== undefined) return;
  const country =
    values.get('address.country') ?? countryOfPhone(readPhone(values.get('phoneNumber'), countries));
  if (country !== 'US' && country !== 'CA') return;
  found.rows += 1;
  const name = state.trim();
  if (NAME.test(name) && found.examples.size < MOST_EXAMPLES) found.examples.add(name);
}

/** Returns the country of a number; a number under +1 without one, such as one of an example, counts as of the US. */
function countryOfPhone(phone: E164 | object): string | undefined {
  if (typeof phone !== 'string') return undefined;
  return countryOf(phone) ?? (phone.startsWith('+1') ? 'US' : undefined);
}
