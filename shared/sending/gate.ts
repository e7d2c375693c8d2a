import type { Account } from '../accounts/account';
import { COUNTRY_NOT_ENABLED, isCountryEnabled } from '../accounts/enabled-countries';
import { decideGate } from '../audience/consent/compliance-gate';
import type { Contact } from '../audience/contacts/contact';
import type { MessagePurpose } from '../messages/message';
import { type E164, ERASED_NUMBER } from '../phone-numbers/e164';

/**
 * Why a message is not handed over at its turn, in the words that a caller gets. A single message is `failed`
 * with the reason as its `errorType`. A job's recipient is `skipped` for the recipient's own reasons, else `failed` too.
 */
export const TURN_REFUSALS = {
  erased: 'The recipient has been erased.',
  opted_out: 'The recipient has opted out since the message was accepted.',
  not_opted_in: 'The recipient is not opted in any more.',
  membership_changed: 'The membership that the text is about has changed since.',
  too_late: 'The answer would come too late.',
  sender_not_active: 'The sender number is not active any more.',
  [COUNTRY_NOT_ENABLED.errorType]: COUNTRY_NOT_ENABLED.errorMessage,
} as const;

export type TurnRefusal = keyof typeof TURN_REFUSALS;

/** What the decision is made on: everything as it is at the message's turn. */
export interface TurnState {
  to: E164;
  /** ISO time at which the message or its job was accepted. */
  acceptedAt: string;
  /** `undefined` when there is no such account any more. */
  account: Pick<Account, 'countries'> | undefined;
  /** The number is still the account's, and Active. */
  isSenderActive: boolean;
  contact: Contact | undefined;
  purpose: MessagePurpose;
  /** Of a group's text: whose membership it is about. */
  groupId?: string | undefined;
  /** The time is over in which it may be handed over. */
  isTooLate?: boolean;
}

/**
 * Whether an accepted message may still be sent, decided at its turn for every message, single or of a job: a STOP since
 * acceptance wins.
 *
 * @returns why not; `undefined` when it may be sent
 *
 * **Source:** rules 1.6, 4.1, E2.
 */
export function refuseTurn(turn: TurnState): TurnRefusal | undefined {
  if (turn.to === ERASED_NUMBER || isErased(turn)) return 'erased';
  if (turn.isTooLate) return 'too_late';
  if (!turn.isSenderActive) return 'sender_not_active';
  if (turn.account && !isCountryEnabled(turn.account, turn.to)) return COUNTRY_NOT_ENABLED.errorType;
  return refuseByConsent(turn) ?? (isStale(turn) ? 'membership_changed' : undefined);
}

/** A contact made again at the number is another one: what was meant for the first does not go to it. */
function isErased({ contact, acceptedAt }: TurnState): boolean {
  return contact?.erasedAt !== undefined && acceptedAt <= contact.erasedAt;
}

function refuseByConsent({ purpose, contact }: TurnState): TurnRefusal | undefined {
  // The person has just asked for it.
  if (purpose === 'keywordReply') return undefined;
  switch (decideGate(contact)) {
    case 'allowed':
      return undefined;
    case 'hardOptedOut':
      return 'opted_out';
    case 'notOptedIn':
      // The text that asks for the opt-in goes to those who have none yet.
      return purpose === 'optInConfirmation' ? undefined : 'not_opted_in';
  }
}

/** Whether a group's text welcomes a contact that has left, or asks one that has answered or need not answer. */
function isStale({ purpose, groupId, contact }: TurnState): boolean {
  if (groupId === undefined) return false;
  const memberships = purpose === 'optInConfirmation' ? contact?.pendingMemberships : contact?.memberships;
  return memberships === undefined || !Object.hasOwn(memberships, groupId);
}
