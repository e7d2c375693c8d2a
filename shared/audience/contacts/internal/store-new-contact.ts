import { ServiceError } from '../../../errors/service-error';
import type { E164 } from '../../../phone-numbers/e164';
import { isoNow } from '../../../platform/clock';
import type { Platform } from '../../../platform/platform';
import { CONFLICT, retryOnConflict } from '../../../platform/store/retry-on-conflict';
import { type Contact, readContact } from '../contact';
import { contactUpdate } from '../contact-write';
import { findErasedPerson } from '../erased-person';
import { findContact } from '../find-contact';
import type { Profile } from '../profile';

/**
 * Stores a contact that is new. It is in no group, so nothing can be sent to it yet. The STOP of a number without a contact
 * is kept, and so is the hard opt-out of a person who was erased.
 *
 * @throws ServiceError ContactAlreadyExists
 *
 * **Source:** rules 4.4.
 */
export async function storeNewContact(
  platform: Pick<Platform, 'table' | 'clock' | 'ids'>,
  options: { accountId: string; phoneNumber: E164; profile: Profile },
): Promise<Contact> {
  const { accountId, phoneNumber, profile } = options;
  const id = platform.ids.next('con');
  const createdAt = isoNow(platform.clock);
  return retryOnConflict(platform.table.waits, async () => {
    const known = await findContact(platform.table, options);
    if (known?.id !== undefined) throw new ServiceError('ContactAlreadyExists');
    // The order matters: an erasure between the two reads leaves one of the items.
    const erased = known ? undefined : await findErasedPerson(platform.table, options);
    const result = await platform.table.update(
      contactUpdate({
        ...{ accountId, phoneNumber, known, at: createdAt },
        set: { id, createdAt, ...profile, ...erased },
      }),
    );
    const item = result.written ? result.item : result.found;
    // After a lost response, the SDK writes again and finds its own write.
    if (item?.id === id) return readContact(item);
    return CONFLICT;
  });
}
