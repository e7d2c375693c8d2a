import type { E164 } from '../../phone-numbers/e164';
import type { ContactBody } from '../contacts/contact-fields';
import type { Profile } from '../contacts/profile';
import { isInUnitedStates } from '../contacts/time-zone';

/** No ZIP is below 00501: of three digits it lacks two zeros, of four digits one. ZIP+4 lacks as many. */
const SHORTENED = /^(\d{3,4})(?:-?(\d{4}))?$/;

/**
 * Gives ZIPs the zeros at their beginning back, which spreadsheets take for a number's.
 *
 * @param before the contact's profile, whose country holds where the row has none
 *
 * **Source:** rules E5.
 */
export function withWholeZip(body: ContactBody, before: Profile, phoneNumber: E164): ContactBody {
  const { address } = body;
  const [, zip, extension] = SHORTENED.exec(address?.postalCode?.trim() ?? '') ?? [];
  if (!address || zip === undefined) return body;
  const country = address.country === undefined ? before.address?.country : address.country;
  if (!isInUnitedStates({ phoneNumber, country: country ?? undefined })) return body;
  const whole = zip.padStart(5, '0');
  const postalCode = extension === undefined ? whole : `${whole}-${extension}`;
  return { ...body, address: { ...address, postalCode } };
}
