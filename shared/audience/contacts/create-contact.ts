import type { E164 } from '../../phone-numbers/e164';
import type { Platform } from '../../platform/platform';
import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import type { Contact } from './contact';
import type { ContactBody } from './contact-fields';
import { emptyProfile } from './empty-profile';
import { patchProfile } from './profile';
import { storeNewContact } from './internal/store-new-contact';

/**
 * Creates a contact with what a body says of it.
 *
 * @throws ServiceError InvalidCustomField, ContactAlreadyExists, InvalidRequest
 *
 * **Source:** rules 4.4.
 */
export async function createContact(
  platform: Pick<Platform, 'table' | 'clock' | 'ids'>,
  options: { accountId: string; phoneNumber: E164; body: ContactBody; schema: CustomFieldSchema },
): Promise<Contact> {
  const { accountId, phoneNumber } = options;
  const profile = patchProfile(emptyProfile(phoneNumber), options);
  return storeNewContact(platform, { accountId, phoneNumber, profile });
}
