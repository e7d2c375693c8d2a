import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import { ServiceError } from '../../errors/service-error';
import type { E164 } from '../../phone-numbers/e164';
import { isoNow } from '../../platform/clock';
import { updateExpression } from '../../platform/store/expressions';
import { contactKey } from '../../platform/store/keys';
import type { Platform } from '../../platform/platform';
import type { UpdateInput } from '../../platform/store/table';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import { type Contact, readContact } from './contact';
import type { ContactBody } from './contact-fields';
import { attributesOfWrite } from './contact-write';
import { type ErasedPerson, findErasedPerson } from './erased-person';
import { findContact } from './find-contact';
import { emptyProfile, patchProfile, type Profile } from './profile';

/**
 * Creates a contact. It is in no group, so nothing can be sent to it yet. If the person was erased before, their hard
 * opt-out applies to it.
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
  return retryOnConflict(platform.table.waits, async () => {
    const known = await findContact(platform.table, options);
    if (known?.id !== undefined) throw new ServiceError('ContactAlreadyExists');
    // The order matters: an erasure between the two reads leaves one of the items.
    const erased = known ? undefined : await findErasedPerson(platform.table, options);
    const result = await platform.table.update(
      contactInsert({ accountId, phoneNumber, profile, id, createdAt, known, erased }),
    );
    const item = result.written ? result.item : result.found;
    // After a lost response, the SDK writes again and finds its own write.
    if (item?.id === id) return readContact(item);
    return CONFLICT;
  });
}

/**
 * Builds the write that creates a contact. A STOP of the number without a contact is kept, and so is that of an erased
 * person.
 *
 * @param contact.known the stored item of the number; the condition fails when it has changed since
 */
function contactInsert(
  contact: Pick<Contact, 'accountId' | 'phoneNumber' | 'createdAt'> & {
    id: string;
    profile: Profile;
    known: Contact | undefined;
    erased: ErasedPerson | undefined;
  },
): UpdateInput {
  const { accountId, phoneNumber, profile, id, createdAt, known, erased } = contact;
  return {
    Key: contactKey(accountId, phoneNumber),
    ...updateExpression(
      {
        set: {
          entity: 'contact',
          id,
          accountId,
          phoneNumber,
          createdAt,
          ...profile,
          ...erased,
          ...attributesOfWrite(contact, createdAt),
        },
        setIfAbsent: { memberships: {}, pendingMemberships: {} },
        add: { version: 1 },
      },
      { values: { ...(known?.version && { ':versionRead': known.version }) } },
    ),
    ConditionExpression: conditionOf(known),
  };
}

function conditionOf(known: Contact | undefined): string {
  if (!known) return 'attribute_not_exists(pk)';
  const isUnchanged = known.version === 0 ? 'attribute_not_exists(#version)' : '#version = :versionRead';
  return `attribute_not_exists(#id) AND ${isUnchanged}`;
}
