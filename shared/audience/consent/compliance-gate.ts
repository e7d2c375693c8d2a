import type { RecipientCaution } from '../../messages/recipient-caution';
import type { Contact } from '../contacts/contact';

export type GateDecision = 'allowed' | 'hardOptedOut' | 'notOptedIn';

/**
 * Decides whether the account may send to this number. Every send is checked, without exception.
 *
 * A hard opt-out is reported before a missing opt-in. A pending membership is not an opt-in.
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

/**
 * Returns true while a person still has to decide whether a text of the contact was a refusal. This is checked besides
 * the gate, at the turn of each recipient of a job or campaign.
 *
 * **Source:** rules 3.3.
 */
export function isUnderReview(contact: Pick<Contact, 'likelyOptOut'> | undefined): boolean {
  return contact?.likelyOptOut !== undefined;
}

type CautionedContact = Pick<Contact, 'likelyOptOut' | 'setAsideAt'>;

/** Returns the cautions about a contact, of which a single send warns. **Source:** rules 3.3, E11. */
export const cautionsOf = (contact: CautionedContact | undefined): RecipientCaution[] => [
  ...(isUnderReview(contact) ? (['review'] as const) : []),
  ...(contact?.setAsideAt === undefined ? [] : (['set_aside'] as const)),
];

/**
 * Returns the reason for which a job or campaign leaves out a contact that the gate allows.
 *
 * @param campaign absent: a broadcast or batch
 *
 * **Source:** rules 3.3, E11.
 */
export const findCaution = (
  campaign: { purpose: 'marketing' | 'informational' | 'emergency' } | undefined,
  contact: CautionedContact | undefined,
): RecipientCaution | undefined => (campaign?.purpose === 'emergency' ? undefined : cautionsOf(contact)[0]);

/** Condition on the contact's item that holds when the gate allows sends. */
export const GATE_ALLOWS = {
  ConditionExpression: 'attribute_not_exists(hardOptOut) AND size(memberships) > :none',
  ExpressionAttributeValues: { ':none': 0 },
} as const;
