import { readAccount } from '../accounts/account';
import { COUNTRY_NOT_ENABLED, isCountryEnabled } from '../accounts/enabled-countries';
import { decideGate } from '../consent/compliance-gate';
import { type Contact, readContact } from '../contacts/contact';
import { readNumber } from '../numbers/number';
import type { E164 } from '../phone-numbers/e164';
import { accountKey, accountNumberKey, contactKey, messageKey } from '../platform/keys';
import { addLogContext } from '../platform/log';
import { type Pause, pauseWithJitter } from '../platform/pause';
import type { Platform } from '../platform/platform';
import { fail, OUTCOME_UNKNOWN } from './hand-over-outcome';
import { type Message, readMessage } from './message';
import { moveMessage } from './message-writes';
import { HAND_OVER_LEASE_MS, handOver } from './send-message';
import { settleHandOver } from './settle-hand-over';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids' | 'provider'> & { pause?: Pause };

/** How early a queue's delay may be over before the message's own time. */
const TOLERANCE_MS = 1_000;

/**
 * Takes up a message that the message queue named. Harmless to call at any time and any number of times: whoever
 * moves the message on from `waiting` hands it over, and nobody else does.
 */
export async function attemptQueuedMessage(deps: Deps, messageId: string): Promise<void> {
  for (let round = 1; ; round++) {
    const item = await deps.table.get(messageKey(messageId));
    if (!item) return;
    const message = readMessage(item);
    addLogContext({ accountId: message.accountId, messageId });
    const now = deps.clock.now();
    switch (message.phase) {
      case 'settled':
        return;
      case 'handingOver':
        await settleDeadLease(deps, message);
        return;
      case 'waiting':
        break;
    }
    if (Date.parse(message.nextAttemptAt ?? message.createdAt) > now.getTime() + TOLERANCE_MS) return;

    // 1. May it still go?
    const way = await findWay(deps, message);
    if ('refusal' in way) {
      const progress = fail(message.attempts, way.refusal);
      await settleHandOver(deps, { message, progress, isCallerTold: false });
      return;
    }
    // 2. Take it, so that nobody else does.
    const taken = await takeMessage(deps, message);
    // 3. Hand it over and settle it.
    if (taken) {
      await handOver(deps, taken, { isCallerTold: false, ...way });
      return;
    }
    await pauseWithJitter(round);
  }
}

/** A transaction, because the SDK can repeat one without mistaking its own first try for somebody else's. */
async function takeMessage(deps: Deps, message: Message): Promise<Message | undefined> {
  const taken: Message = {
    ...message,
    phase: 'handingOver',
    attempts: message.attempts + 1,
    leaseUntil: new Date(deps.clock.now().getTime() + HAND_OVER_LEASE_MS).toISOString(),
    nextAttemptAt: undefined,
  };
  const result = await deps.table.transact([{ Update: moveMessage(message, taken) }]);
  return result.committed ? taken : undefined;
}

/** Whoever handed it over died: what became of it nobody knows, and it is not sent again. */
async function settleDeadLease(deps: Deps, message: Message): Promise<void> {
  const isAlive = Date.parse(message.leaseUntil ?? '') > deps.clock.now().getTime();
  if (isAlive) return;
  const progress = fail(message.attempts, OUTCOME_UNKNOWN);
  await settleHandOver(deps, { message, progress, isCallerTold: false });
}

type Way = { refusal: { errorType: string; errorMessage: string } } | { ratePerSecond: number | undefined };

/** The gate, the number and the country again, at the time of sending: a STOP since acceptance wins. */
async function findWay(deps: Pick<Platform, 'table'>, message: Message): Promise<Way> {
  const [accountItem, contactItem, numberItem] = await deps.table.batchGet([
    accountKey(message.accountId),
    contactKey(message.accountId, message.to),
    accountNumberKey(message.accountId, message.from),
  ]);
  const number = numberItem && readNumber(numberItem);
  if (number?.status !== 'Active') {
    return {
      refusal: {
        errorType: 'sender_not_active',
        errorMessage: 'The sender number is not active any more.',
      },
    };
  }
  const to = message.to as E164;
  if (accountItem && !isCountryEnabled(readAccount(accountItem), to)) return { refusal: COUNTRY_NOT_ENABLED };
  const contact = contactItem && readContact(contactItem);
  if (!isAllowed(message, contact)) return optedOut('The recipient is not opted in any more.');
  if (isOvertaken(message, contact))
    return optedOut('The membership that the text is about has changed since.');
  return { ratePerSecond: number.ratePerSecond };
}

const optedOut = (errorMessage: string): Way => ({ refusal: { errorType: 'opted_out', errorMessage } });

function isAllowed(message: Message, contact: Contact | undefined): boolean {
  switch (message.purpose) {
    case 'send':
    case 'optInMessage':
      return decideGate(contact) === 'allowed';
    case 'optInConfirmation':
      return decideGate(contact) !== 'hardOptedOut';
    case 'keywordReply':
      // The person has just asked for it.
      return true;
  }
}

/** Whether a group's text welcomes somebody who has left, or asks somebody who has answered or need not answer. */
function isOvertaken({ purpose, groupId }: Message, contact: Contact | undefined): boolean {
  if (groupId === undefined) return false;
  const memberships = purpose === 'optInConfirmation' ? contact?.pendingMemberships : contact?.memberships;
  return memberships === undefined || !Object.hasOwn(memberships, groupId);
}
