import type { Account } from '../accounts/account';
import { COUNTRY_NOT_ENABLED, isCountryEnabled } from '../accounts/enabled-countries';
import { decideGate } from '../audience/consent/compliance-gate';
import type { Contact } from '../audience/contacts/contact';
import type { MessagePurpose } from '../messages/message';
import { type E164, ERASED_NUMBER } from '../phone-numbers/e164';

/**
 * Reasons why a message is not handed over at its turn, with the sentence that a caller gets. A single message becomes
 * `failed` with the reason as its `errorType`. A job's recipient is `skipped` when the reason is the recipient's own,
 * else `failed` as well.
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

/** Input of the decision: the state at the message's turn. */
export interface TurnState {
  to: E164;
  /** ISO time at which the message or its job was accepted. */
  acceptedAt: string;
  /** `undefined` when the account no longer exists. */
  account: Pick<Account, 'countries'> | undefined;
  /** The number still belongs to the account and is Active. */
  isSenderActive: boolean;
  contact: Contact | undefined;
  purpose: MessagePurpose;
  /** Group whose membership the text is about; only for a group's text. */
  groupId?: string | undefined;
  /** The deadline for handing the message over has passed. */
  isTooLate?: boolean;
}

/**
 * Decides whether an accepted message may still be sent, at its turn and for every message, single or of a job: a STOP
 * since acceptance wins.
 *
 * @returns the reason for a refusal; `undefined` when the message may be sent
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

/**
 * Returns true when the message was accepted before its contact was erased. A contact that was created again with the
 * same number does not get messages that were meant for the erased one.
 */
function isErased({ contact, acceptedAt }: TurnState): boolean {
  return contact?.erasedAt !== undefined && acceptedAt <= contact.erasedAt;
}

/** Texts that ask for the opt-in, or answer one of the person, go to contacts that have none yet. */
const NEEDS_NO_OPT_IN: ReadonlySet<MessagePurpose> = new Set(['optInConfirmation', 'autoReply']);

function refuseByConsent({ purpose, contact }: TurnState): TurnRefusal | undefined {
  // The person has just asked for this answer.
  if (purpose === 'keywordReply') return undefined;
  switch (decideGate(contact)) {
    case 'allowed':
      return undefined;
    case 'hardOptedOut':
      return 'opted_out';
    case 'notOptedIn':
      return NEEDS_NO_OPT_IN.has(purpose) ? undefined : 'not_opted_in';
  }
}

/**
 * Returns true when a group's text no longer fits: it welcomes a contact that has left, or asks for an opt-in that was
 * already answered or is no longer needed.
 */
function isStale({ purpose, groupId, contact }: TurnState): boolean {
  if (groupId === undefined) return false;
  const memberships = purpose === 'optInConfirmation' ? contact?.pendingMemberships : contact?.memberships;
  return memberships === undefined || !Object.hasOwn(memberships, groupId);
}
