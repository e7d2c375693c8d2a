import { readAccount } from '../../../accounts/account';
import { readContact } from '../../../audience/contacts/contact';
import { senderKeys, senderOf, type SenderTurn } from '../../../senders/number';
import type { E164 } from '../../../phone-numbers/e164';
import { accountKey, contactKey } from '../../../platform/store/keys';
import type { NotReady } from '../../../platform/provider/port';
import type { Table } from '../../../platform/store/table';
import { refuseTurn, TURN_REFUSALS } from '../../gate';
import type { Message } from '../../../messages/message';

/** Decision on a message's turn: what its sender may do for it, or the reason why it is not sent. */
type TurnDecision = { sender: SenderTurn } | { refusal: Extract<NotReady, { outcome: 'refused' }> };

/** Reads the current state that the gate needs, and decides whether a single message may be sent. */
export async function decideTurn(table: Table, message: Message, now: Date): Promise<TurnDecision> {
  const { accountId, from, senderId, purpose, groupId, sendBefore } = message;
  const to = message.to as E164;
  const [accountItem, contactItem, ...senderItems] = await table.batchGet([
    accountKey(accountId),
    contactKey(accountId, to),
    ...senderKeys({ accountId, number: from, senderId }),
  ]);
  const account = accountItem && readAccount(accountItem);
  const sender = senderOf(senderItems, { account, isMms: message.mediaUrl !== undefined });
  const reason = refuseTurn({
    to,
    acceptedAt: message.createdAt,
    account,
    isSenderActive: sender.isSenderActive,
    contact: contactItem && readContact(contactItem),
    purpose,
    groupId,
    isTooLate: sendBefore !== undefined && now.toISOString() >= sendBefore,
  });
  if (reason === undefined) return { sender };
  return { refusal: { outcome: 'refused', errorType: reason, errorMessage: TURN_REFUSALS[reason] } };
}
