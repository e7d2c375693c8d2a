import { changeConsent, type ConsentDeps } from './change-consent';
import type { Contact } from '../contacts/contact';
import { type MembershipRequest, readMembership } from './add-membership';

/**
 * Removes a contact from a group, pending or active. This is never a hard opt-out.
 *
 * @returns the contact after the change
 * @throws ServiceError ContactNotFound, GroupNotFound in this order
 *
 * **Source:** rules 3.3, 4.6.
 */
export async function removeMembership(
  deps: ConsentDeps,
  request: Omit<MembershipRequest, 'account'> & { account: Pick<MembershipRequest['account'], 'id'> },
): Promise<Contact> {
  const { account, phoneNumber, groupId, actor } = request;
  const known = await readMembership(deps, request);
  const result = await changeConsent(deps, {
    accountId: account.id,
    phoneNumber,
    trigger: { type: 'remove', groupId },
    actor,
    known,
  });
  return result.contact ?? known.contact;
}
