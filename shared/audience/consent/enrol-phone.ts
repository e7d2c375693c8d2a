import { ERROR_CODES } from '../../errors/error-codes';
import { ServiceError } from '../../errors/service-error';
import type { Contact } from '../contacts/contact';
import { emptyProfile } from '../contacts/empty-profile';
import type { OptInMode } from '../groups/opt-in-mode';
import { addMembership, type MembershipRequest } from './add-membership';
import type { ConsentDeps } from './change-consent';
import type { KnownPhone } from './find-phone';

/**
 * Enrols a phone whose owner asked for it. A contact is made with the membership if there is none: an enrolment that is
 * refused makes none.
 *
 * @throws ServiceError as `addMembership` and `changeConsent`
 *
 * **Source:** rules 3.3.
 */
export async function enrolPhone(
  deps: ConsentDeps,
  request: Omit<MembershipRequest, 'phoneNumber' | 'items' | 'newProfile'> & {
    phone: Pick<KnownPhone, 'phoneNumber'>;
    optInMode: OptInMode;
  },
): Promise<Contact> {
  const { phone, ...membership } = request;
  const { phoneNumber } = phone;
  return addMembership(deps, { ...membership, phoneNumber, newProfile: emptyProfile(phoneNumber) });
}

/** Returns true when the enrolment is not allowed, and would not be if it was tried again. */
export function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && ERROR_CODES[error.code].status < 500;
}
