import { ERROR_CODES } from '../../errors/error-codes';
import { ServiceError } from '../../errors/service-error';
import type { E164 } from '../../phone-numbers/e164';
import type { Contact } from '../contacts/contact';
import { emptyProfile } from '../contacts/empty-profile';
import { storeNewContact } from '../contacts/store-new-contact';
import { findGroup } from '../groups/group-store';
import type { OptInMode } from '../groups/opt-in-mode';
import { addMembership, type MembershipRequest } from './add-membership';
import type { ConsentDeps } from './change-consent';
import type { KnownPhone } from './find-phone';

/**
 * Enrols a phone whose owner asked for it. A contact is created if there is none, but not for a group that is gone.
 *
 * @throws ServiceError as `addMembership` and `changeConsent`
 *
 * **Source:** rules 3.3.
 */
export async function enrolPhone(
  deps: ConsentDeps,
  request: Omit<MembershipRequest, 'phoneNumber' | 'items'> & {
    phone: Pick<KnownPhone, 'phoneNumber' | 'contact'>;
    optInMode: OptInMode;
  },
): Promise<Contact> {
  const { phone, ...membership } = request;
  const { phoneNumber, contact } = phone;
  const accountId = membership.account.id;
  if (contact?.id === undefined) {
    const group = await findGroup(deps.table, { accountId, groupId: membership.groupId });
    if (!group) throw new ServiceError('GroupNotFound');
    await createIfNone(deps, { accountId, phoneNumber });
  }
  return addMembership(deps, { ...membership, phoneNumber });
}

async function createIfNone(deps: ConsentDeps, address: { accountId: string; phoneNumber: E164 }) {
  try {
    await storeNewContact(deps, { ...address, profile: emptyProfile(address.phoneNumber) });
  } catch (error) {
    if (!(error instanceof ServiceError && error.name === 'ContactAlreadyExists')) throw error;
  }
}

/** Returns true when the enrolment is not allowed, and would not be if it was tried again. */
export function isRefusal(error: unknown): error is ServiceError {
  // A contact that was erased meanwhile is found or created again at the next attempt.
  return (
    error instanceof ServiceError && ERROR_CODES[error.code].status < 500 && error.name !== 'ContactNotFound'
  );
}
