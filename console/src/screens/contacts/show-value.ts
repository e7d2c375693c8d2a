import type { Contact } from '../../api/schemas';
import { formatCalendarDate } from '../../format/dates';
import { formatCount } from '../../format/numbers';

/** Returns the value of a custom field in words; a dash for none. */
export function showValue(
  value: Contact['customFields'][string] | null | undefined,
  type: string | undefined,
): string {
  if (value === undefined || value === null) return '–';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formatCount(value);
  return type === 'DATE' ? formatCalendarDate(value) : value;
}

/** Writes an address in one line. */
export const showAddress = (address: NonNullable<Contact['address']>): string =>
  [address.street, address.city, address.state, address.postalCode, address.country]
    .filter((part) => part !== undefined)
    .join(', ');
