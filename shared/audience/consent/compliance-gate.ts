import type { Contact } from '../contacts/contact';

export type GateDecision = 'allowed' | 'hardOptedOut' | 'notOptedIn';

/**
 * Whether the account may send to this number: asked before every hand-over, without exception.
 *
 * A hard opt-out is told before a missing opt-in. A pending membership is not an opt-in.
 *
 * **Source:** rules 1.6, 4.1.
 */
export function decideGate(
  contact: Pick<Contact, 'id' | 'memberships' | 'hardOptOut'> | undefined,
): GateDecision {
  if (contact?.hardOptOut) return 'hardOptedOut';
  if (!contact || Object.keys(contact.memberships).length === 0) return 'notOptedIn';
  return 'allowed';
}

/** The same decision as a condition of a write to the contact, or beside one: it holds when the contact is allowed. */
export const GATE_ALLOWS = {
  ConditionExpression: 'attribute_not_exists(hardOptOut) AND size(memberships) > :none',
  ExpressionAttributeValues: { ':none': 0 },
} as const;
