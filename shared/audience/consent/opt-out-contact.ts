import { findContact } from '../contacts/find-contact';
import type { Contact, OptOutSource } from '../contacts/contact';
import { changeConsent, type ConsentDeps } from './change-consent';
import { leaveGroups } from './leave-groups';

export interface ConsentStatement {
  accountId: string;
  phoneNumber: string;
  /** What proves it, in the operator's words. */
  evidence?: string | undefined;
}

/**
 * Records a refusal that did not come by text, or that the operator vouches for. Also of a number that is no contact:
 * it is remembered all the same. Of somebody who has refused already, another source or evidence goes into the log.
 *
 * @returns the contact, in no group any more
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
 * Records that the contact opted in again by a hosted form, which lifts its refusal. It is in no group by that.
 *
 * @returns the contact; `undefined` when nothing is known of the number
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
