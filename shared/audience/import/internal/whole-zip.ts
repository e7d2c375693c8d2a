import type { E164 } from '../../../phone-numbers/e164';
import type { ContactBody } from '../../contacts/contact-fields';
import type { Profile } from '../../contacts/profile';
import { isInUnitedStates } from '../../contacts/time-zone';

/**
 * ZIP without its leading zeros. The lowest ZIP is 00501, so three digits lack two zeros and four digits one; the same
 * holds for ZIP+4.
 */
const SHORTENED = /^(\d{3,4})(?:-?(\d{4}))?$/;

/**
 * Restores the leading zeros of ZIPs, which spreadsheets drop as those of a number. A ZIP that is stored without them stays so.
 *
 * @param before the contact's profile, whose country applies when the row has none
 *
 * **Source:** rules E5.
 */
export function withWholeZip(body: ContactBody, before: Profile, phoneNumber: E164): ContactBody {
  const { address } = body;
  const given = address?.postalCode?.trim() ?? '';
  const [, zip, extension] = SHORTENED.exec(given) ?? [];
  // What the contact has already comes from an export, and changes nothing.
  if (!address || zip === undefined || given === before.address?.postalCode) return body;
  const country = address.country === undefined ? before.address?.country : address.country;
  if (!isInUnitedStates({ phoneNumber, country: country ?? undefined })) return body;
  const whole = zip.padStart(5, '0');
  const postalCode = extension === undefined ? whole : `${whole}-${extension}`;
  return { ...body, address: { ...address, postalCode } };
}
