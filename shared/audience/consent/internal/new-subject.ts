import type { E164 } from '../../../phone-numbers/e164';
import { isoNow } from '../../../platform/clock';
import { findErasedPerson } from '../../contacts/erased-person';
import type { Profile } from '../../contacts/profile';
import { NO_CONSENT } from '../../groups/membership-transitions';
import type { Platform } from '../../../platform/platform';
import type { ConsentSubject } from '../consent-writes';

/**
 * Returns a number without a contact as one whose contact the change makes: it is stored with its first membership or not
 * at all. The opt-outs of the number and of a person who was erased stay, as in `storeNewContact`.
 */
export async function asCreated(
  deps: Pick<Platform, 'table' | 'clock' | 'ids'>,
  subject: ConsentSubject,
  profile: Profile,
): Promise<ConsentSubject> {
  const { accountId, phoneNumber, contact: from } = subject;
  if (from?.id !== undefined) return subject;
  const erased = from ? undefined : await findErasedPerson(deps.table, subject);
  const id = deps.ids.next('con');
  const createdAt = isoNow(deps.clock);
  const set = { id, createdAt, ...profile };
  return {
    ...{ accountId, phoneNumber, erased },
    contact: {
      ...NO_CONSENT,
      ...{ accountId, phoneNumber: phoneNumber as E164, version: 0, updatedAt: createdAt },
      ...from,
      ...erased,
      ...set,
    },
    created: { from, set },
  };
}
