import type { Contact } from '../contacts/contact';

export type GateDecision = 'allowed' | 'hardOptedOut' | 'notOptedIn';

/**
 * Whether the account may send to this number: asked before every hand-over, without exception.
 *
 * A hard opt-out is told before a missing opt-in. A pending membership is not an opt-in.
 *
 * **Source:** contract 1.6, 4.1.
 */
export function decideGate(
  contact: Pick<Contact, 'id' | 'memberships' | 'hardOptOut'> | undefined,
): GateDecision {
  if (contact?.hardOptOut) return 'hardOptedOut';
  if (!contact || Object.keys(contact.memberships).length === 0) return 'notOptedIn';
  return 'allowed';
}
