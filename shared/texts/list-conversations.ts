import { type Contact, contactItem } from '../audience/contacts/contact';
import { listReviews } from '../audience/consent/review-item';
import { SEARCH_AT_MOST_MS } from '../limits';
import type { ListPage } from '../lists/list-query';
import { type Message, readMessage } from '../messages/message';
import { CONTACT_INDEX, type ConversationState, inboxPk, messageKey } from '../platform/store/keys';
import { epochMs } from '../platform/clock';
import type { Platform } from '../platform/platform';
import type { Table } from '../platform/store/table';
import { type Conversation, conversationItem, stateOf } from './conversation';

/** Conversation with its contact and its last text. */
export interface ShownConversation {
  conversation: Conversation;
  /** Absent for a phone that has only texts stored. */
  contact: Contact | undefined;
  /** Absent when it has expired. */
  lastMessage: Message | undefined;
}

/** Most conversations with a likely refusal on the first page; users decide on fewer at a time. */
const MOST_REVIEWS = 100;
const CONVERSATIONS_A_READ = 100;

/**
 * Reads a page of the open or of the closed conversations of an account. Those with a text that is likely a refusal
 * come first, on the first page; the others follow, the newest first. The page ends after a time: it can have fewer than `limit`.
 *
 * @param options.isMeant filter of the conversations in that state
 * @param options.since ISO time; a conversation that ended before has expired
 */
export async function listConversations(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  options: {
    accountId: string;
    state: ConversationState;
    isMeant: (conversation: Conversation) => boolean;
    since: string;
    page: ListPage;
  },
): Promise<{ conversations: ShownConversation[]; nextPlace: string | undefined }> {
  const { accountId, state, isMeant, since, page } = options;
  const endsAtMs = epochMs(clock) + SEARCH_AT_MOST_MS;
  const toReview = await findToReview(table, accountId);
  const first = page.place === undefined ? toReview : [];
  const isShown = (conversation: Conversation) =>
    conversation.lastAt >= since && stateOf(conversation) === state && isMeant(conversation);
  const found = first.filter(isShown);
  const names = new Set(toReview.map(({ phoneNumber }) => phoneNumber));
  let place = page.place;
  let nextPlace: string | undefined;
  // DynamoDB refuses a range that ends before it begins: the place of a cursor can have expired meanwhile.
  const before = place === undefined ? '~' : place < since ? since : place;
  const items = table.query({
    IndexName: CONTACT_INDEX,
    KeyConditionExpression: `gsi2pk = :pk AND gsi2sk BETWEEN :since AND :before`,
    ExpressionAttributeValues: { ':pk': inboxPk(accountId, state), ':since': since, ':before': before },
    ScanIndexForward: false,
    Limit: CONVERSATIONS_A_READ,
  });
  let taken = 0;
  for await (const item of items) {
    const conversation = conversationItem.read(item);
    const own = `${conversation.lastAt}#${conversation.lastMessageId}`;
    if (own === page.place) continue;
    const isListed = !names.has(conversation.phoneNumber) && isShown(conversation);
    if ((isListed && taken === page.limit) || (place !== page.place && epochMs(clock) >= endsAtMs)) {
      nextPlace = place;
      break;
    }
    place = own;
    if (!isListed) continue;
    found.push(conversation);
    taken += 1;
  }
  return { conversations: await withPeople(table, found), nextPlace };
}

/** Counts open conversations that are unread, up to a limit. */
export async function countUnread(
  table: Table,
  options: { accountId: string; since: string; most: number },
): Promise<number> {
  const { items } = await table.queryPage({
    IndexName: CONTACT_INDEX,
    KeyConditionExpression: `gsi2pk = :pk AND gsi2sk >= :since`,
    FilterExpression: 'unread > :none',
    ExpressionAttributeValues: {
      ':pk': inboxPk(options.accountId),
      ':since': options.since,
      ':none': 0,
    },
    ScanIndexForward: false,
    Limit: options.most,
  });
  return items.length;
}

async function findToReview(table: Table, accountId: string): Promise<Conversation[]> {
  const reviews = await listReviews(table, { accountId, limit: MOST_REVIEWS });
  const items = await table.batchGet(
    reviews.map(({ phoneNumber }) => conversationItem.key({ accountId, phoneNumber })),
  );
  return items.filter((item) => item !== undefined).map(conversationItem.read);
}

/** Adds contact and last text to conversations, in the same order. */
export async function withPeople(
  table: Table,
  conversations: readonly Conversation[],
): Promise<ShownConversation[]> {
  const [contacts, messages] = await Promise.all([
    table.batchGet(conversations.map((conversation) => contactItem.key(conversation))),
    table.batchGet(conversations.map(({ lastMessageId }) => messageKey(lastMessageId))),
  ]);
  return conversations.map((conversation, index) => {
    const item = messages[index];
    return {
      conversation,
      contact: contactItem.readIfAny(contacts[index]),
      lastMessage: item && readMessage(item),
    };
  });
}
