import { readAccount } from '../../../accounts/account';
import { readContact } from '../../../audience/contacts/contact';
import { senderOf } from '../../../senders/number';
import type { E164 } from '../../../phone-numbers/e164';
import { accountKey, accountNumberKey, contactKey } from '../../../platform/store/keys';
import type { NotReady } from '../../../platform/provider/port';
import type { Table } from '../../../platform/store/table';
import { refuseTurn, TURN_REFUSALS } from '../../gate';
import type { Message } from '../../../messages/message';

/** Decision on a message's turn: it may be sent at the sender's rate, or the reason why not. */
type TurnDecision =
  | { ratePerSecond: number | undefined }
  | { refusal: Extract<NotReady, { outcome: 'refused' }> };

/** Reads the current state that the gate needs, and decides whether a single message may be sent. */
export async function decideTurn(table: Table, message: Message, now: Date): Promise<TurnDecision> {
  const { accountId, from, purpose, groupId, sendBefore } = message;
  const to = message.to as E164;
  const [accountItem, contactItem, numberItem] = await table.batchGet([
    accountKey(accountId),
    contactKey(accountId, to),
    accountNumberKey(accountId, from),
  ]);
  const account = accountItem && readAccount(accountItem);
  const { isSenderActive, ratePerSecond } = senderOf(numberItem, {
    account,
    isMms: message.mediaUrl !== undefined,
  });
  const reason = refuseTurn({
    to,
    acceptedAt: message.createdAt,
    account,
    isSenderActive,
    contact: contactItem && readContact(contactItem),
    purpose,
    groupId,
    isTooLate: sendBefore !== undefined && now.toISOString() >= sendBefore,
  });
  if (reason === undefined) return { ratePerSecond };
  return { refusal: { outcome: 'refused', errorType: reason, errorMessage: TURN_REFUSALS[reason] } };
}
