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
 * Restores the leading zeros of ZIPs, which spreadsheets drop as those of a number.
 *
 * @param before the contact's profile, whose country applies when the row has none
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
