import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import { ServiceError } from '../../errors/service-error';
import type { E164 } from '../../phone-numbers/e164';
import { isoNow } from '../../platform/clock';
import { updateExpression } from '../../platform/store/expressions';
import { contactKey } from '../../platform/store/keys';
import type { Platform } from '../../platform/platform';
import type { UpdateInput } from '../../platform/store/table';
import { type Contact, readContact } from './contact';
import type { ContactBody } from './contact-fields';
import { attributesOfWrite } from './contact-write';
import { emptyProfile, patchProfile, type Profile } from './profile';

/**
 * Creates a contact. It is in no group, so nothing can be sent to it yet.
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
  const id = platform.ids.next('con');
  const createdAt = isoNow(platform.clock);
  const result = await platform.table.update(
    contactInsert({ accountId, phoneNumber, profile, id, createdAt }),
  );
  const item = result.written ? result.item : result.found;
  // After a lost answer the SDK writes again, and finds its own write.
  if (item?.id !== id) throw new ServiceError('ContactAlreadyExists');
  return readContact(item);
}

/**
 * The write that creates a contact. The STOP of a number without a contact stays.
 */
export function contactInsert(
  contact: Pick<Contact, 'accountId' | 'phoneNumber' | 'createdAt'> & { id: string; profile: Profile },
): UpdateInput {
  const { accountId, phoneNumber, profile, id, createdAt } = contact;
  return {
    Key: contactKey(accountId, phoneNumber),
    ...updateExpression({
      set: {
        entity: 'contact',
        id,
        accountId,
        phoneNumber,
        createdAt,
        ...profile,
        ...attributesOfWrite(contact, createdAt),
      },
      setIfAbsent: { memberships: {}, pendingMemberships: {} },
      add: { version: 1 },
    }),
    ConditionExpression: 'attribute_not_exists(#id)',
  };
}
