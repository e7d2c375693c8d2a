import { number, object, optional, string } from 'valibot';
import { type Message } from '../messages/message';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { updateExpression } from '../platform/store/expressions';
import { conversationKey, inboxIndexAttributes } from '../platform/store/keys';
import type { Table, TransactItem } from '../platform/store/table';

/** The texts of a phone that are no keywords, taken together: a person may answer them. */
export const conversationItem = defineItem({
  entity: 'conversation',
  key: ({ accountId, phoneNumber }: { accountId: string; phoneNumber: string }) =>
    conversationKey(accountId, phoneNumber),
  value: object({
    accountId: string(),
    phoneNumber: string(),
    /** The number of the account that the last text was sent to: an answer comes from it. */
    from: string(),
    lastMessageId: string(),
    lastAt: string(),
    /** Texts since someone read them last. */
    unread: optional(number(), 0),
    expiresAtEpochSeconds: optional(number()),
  }),
});
export type Conversation = ValueOf<typeof conversationItem>;

/** For the transaction that keeps a text from a phone: one write. */
export function continueConversation(message: Message): TransactItem {
  const { accountId, from: phoneNumber, to: from, id: lastMessageId, createdAt: lastAt } = message;
  const { expiresAtEpochSeconds } = message;
  return {
    Update: {
      Key: conversationKey(accountId, phoneNumber),
      ...updateExpression({
        set: {
          ...{ entity: conversationItem.entity, accountId, phoneNumber, from, lastMessageId, lastAt },
          ...{ expiresAtEpochSeconds },
          ...inboxIndexAttributes({ accountId, at: lastAt, messageId: lastMessageId }),
        },
        add: { unread: 1 },
        remove: expiresAtEpochSeconds === undefined ? ['expiresAtEpochSeconds'] : [],
      }),
    },
  };
}

export async function findConversation(
  table: Table,
  address: { accountId: string; phoneNumber: string },
): Promise<Conversation | undefined> {
  return conversationItem.readIfAny(await table.get(conversationItem.key(address)));
}

/**
 * Notes that someone has read a conversation.
 *
 * @param options.upTo the last text that was seen; one that has come since stays unread
 * @returns the conversation as it is now; `undefined` when there is none
 */
export async function markRead(
  table: Table,
  options: { accountId: string; phoneNumber: string; upTo: string | undefined },
): Promise<Conversation | undefined> {
  const { upTo } = options;
  const result = await table.update({
    Key: conversationItem.key(options),
    ...updateExpression({ set: { unread: 0 } }, { values: { ...(upTo !== undefined && { ':upTo': upTo }) } }),
    ConditionExpression: upTo === undefined ? 'attribute_exists(pk)' : 'lastMessageId = :upTo',
  });
  return conversationItem.readIfAny(result.written ? result.item : result.found);
}
