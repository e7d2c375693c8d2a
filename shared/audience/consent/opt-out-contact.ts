import { findContact } from '../contacts/find-contact';
import type { Contact, OptOutSource } from '../contacts/contact';
import { changeConsent, type ConsentDeps } from './change-consent';
import { leaveGroups } from './leave-groups';

export interface ConsentStatement {
  accountId: string;
  phoneNumber: string;
  /** Evidence in the operator's words. */
  evidence?: string | undefined;
}

/**
 * Records an opt-out that the operator reports. The opt-out of a number without a contact is stored too. If the contact
 * has opted out before, another source or evidence is logged.
 *
 * @returns the contact, which is in no group any more
 *
 * **Source:** rules 3.4 (ContactHardOptedOut).
 */
export async function optOutContact(
  deps: ConsentDeps,
  statement: ConsentStatement & { source: OptOutSource },
): Promise<Contact | undefined> {
  const { accountId, phoneNumber, source, evidence } = statement;
  await changeConsent(deps, {
    accountId,
    phoneNumber,
    trigger: { type: 'optOut', source, evidence },
    actor: { type: 'operator', evidence },
  });
  await leaveGroups(deps, { accountId, phoneNumber, source });
  return findContact(deps.table, statement);
}

/**
 * Records that the contact opted in again with a hosted form. This lifts its opt-out; it does not join a group.
 *
 * @returns the contact; `undefined` when nothing is stored for the number
 *
 * **Source:** rules 3.3.
 */
export async function optInContact(
  deps: ConsentDeps,
  statement: ConsentStatement,
): Promise<Contact | undefined> {
  const { accountId, phoneNumber, evidence } = statement;
  await changeConsent(deps, {
    accountId,
    phoneNumber,
    trigger: { type: 'optIn', source: 'form' },
    actor: { type: 'operator', evidence },
  });
  return findContact(deps.table, statement);
}
