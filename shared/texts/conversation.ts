import { array, number, object, optional, string } from 'valibot';
import { type Message } from '../messages/message';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { updateExpression } from '../platform/store/expressions';
import { conversationKey, type ConversationState, inboxIndexAttributes } from '../platform/store/keys';
import type { Table, TransactItem } from '../platform/store/table';

/** Texts of a phone that are no keywords, taken together, so that a user can answer them. */
export const conversationItem = defineItem({
  entity: 'conversation',
  key: ({ accountId, phoneNumber }: { accountId: string; phoneNumber: string }) =>
    conversationKey(accountId, phoneNumber),
  value: object({
    accountId: string(),
    phoneNumber: string(),
    /** Number of the account that received the last text, from which an answer is sent. */
    from: string(),
    lastMessageId: string(),
    lastAt: string(),
    /** Texts since a user last read the conversation. */
    unread: optional(number(), 0),
    /** User who looks after the conversation; may have been removed from the account since. */
    assigneeId: optional(string()),
    /** Set while the conversation is closed: the next text from the phone opens it. */
    closedAt: optional(string()),
    /** Time at which a user last sent an answer in the console. */
    answeredAt: optional(string()),
    /** Counts the changes that users make to assignee and state. */
    version: optional(number(), 0),
    /** Note that was added last, so that a repeated request finds its note before it adds another. */
    lastNoteId: optional(string()),
    /** Users who write an answer, with the time at which the console last said so. */
    writers: optional(array(object({ userId: string(), at: string() })), []),
    expiresAtEpochSeconds: optional(number()),
  }),
});
export type Conversation = ValueOf<typeof conversationItem>;

export const stateOf = ({ closedAt }: Conversation): ConversationState =>
  closedAt === undefined ? 'open' : 'closed';

/** Builds the write for the transaction that stores a text from a phone. A closed conversation is open afterwards. */
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
        remove: ['closedAt', ...(expiresAtEpochSeconds === undefined ? ['expiresAtEpochSeconds'] : [])],
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
 * Marks a conversation as read.
 *
 * @param options.upTo the last text that was seen; a later one stays unread
 * @returns the conversation after that; `undefined` when there is none
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
