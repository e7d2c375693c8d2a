import { ServiceError } from '../../shared/errors/service-error';
import type { Table } from '../../shared/platform/store/table';
import type { Conversation } from '../../shared/texts/conversation';
import type { ConversationNote } from '../../shared/texts/conversation-note';
import { type ShownConversation, withPeople } from '../../shared/texts/list-conversations';
import { findMembers, type Member } from '../../shared/users/user-store';

/**
 * Returns a conversation for an answer.
 *
 * @throws ServiceError NoSuchResource without a conversation
 */
export async function presentConversation(table: Table, conversation: Conversation | undefined) {
  const found = conversation ? await withPeople(table, [conversation]) : [];
  const [shown] = await presentAll(table, found);
  if (!shown) throw new ServiceError('NoSuchResource', { cause: 'conversation' });
  return shown;
}

/** Returns conversations for an answer. Assignees who were removed from the account are left out. */
export async function presentAll(table: Table, conversations: readonly ShownConversation[]) {
  const assigned = conversations.flatMap(({ conversation: { accountId, assigneeId } }) =>
    assigneeId === undefined ? [] : [{ accountId, assigneeId }],
  );
  const userIds = [...new Set(assigned.map(({ assigneeId }) => assigneeId))];
  const [{ accountId } = { accountId: '' }] = assigned;
  const members = userIds.length === 0 ? [] : await findMembers(table, { accountId, userIds });
  const byId = new Map(members.map((member) => [member.user.id, presentAssignee(member)]));
  return conversations.map((one) => present(one, byId));
}

export const presentAssignee = ({ user: { id, email, name } }: Member) => ({ id, email, name });

export const presentNote = ({ id, at, text, by }: ConversationNote) => ({ id, at, text, by });

function present(
  { conversation, contact, lastMessage }: ShownConversation,
  assignees: ReadonlyMap<string, ReturnType<typeof presentAssignee>>,
) {
  const { phoneNumber, from, lastMessageId, lastAt, unread, version, assigneeId, closedAt, answeredAt } =
    conversation;
  const { id: contactId, firstName, lastName, likelyOptOut, hardOptOut } = contact ?? {};
  return {
    ...{ phoneNumber, from, lastMessageId, lastAt, unread, version, closedAt },
    ...{ contactId, firstName, lastName, likelyOptOut },
    ...(answeredAt !== undefined && answeredAt > lastAt && { answeredAt }),
    assignee: assignees.get(assigneeId ?? ''),
    ...(lastMessage && !lastMessage.erased && { lastText: lastMessage.body }),
    optedOutAt: hardOptOut?.at,
  };
}
