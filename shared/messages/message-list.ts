import { number, object, optional, string } from 'valibot';
import { defineItem } from '../platform/store/define-item';
import { messageListKey } from '../platform/store/keys';
import type { TransactItem } from '../platform/store/table';
import type { Message } from './message';

/**
 * Entry of a message in the list of its account, by age. Only accounts that are called in Twilio's form have the list:
 * everything else finds messages by their id, or by the phone.
 */
export const listedMessageItem = defineItem({
  entity: 'listedMessage',
  key: (message: Pick<Message, 'accountId' | 'createdAt' | 'id'>) => messageListKey(message),
  value: object({
    accountId: string(),
    messageId: string(),
    createdAt: string(),
    expiresAtEpochSeconds: optional(number()),
  }),
});

/** Builds the write of the entry, for the transaction that stores the message. */
export function listMessage(message: Message): TransactItem {
  const { id: messageId, accountId, createdAt, expiresAtEpochSeconds } = message;
  return {
    Put: {
      Item: listedMessageItem.item(message, { accountId, messageId, createdAt, expiresAtEpochSeconds }),
    },
  };
}
