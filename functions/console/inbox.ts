import { isOver, overSince } from '../../shared/accounts/retention';
import { acceptLikelyOptOut, dismissLikelyOptOut } from '../../shared/audience/consent/decide-review';
import { listReviews } from '../../shared/audience/consent/review-item';
import { readPhoneNumber } from '../../shared/audience/contacts/phone-number-parameter';
import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import type { MemberRoute } from '../../shared/http/route';
import { readListPage, writeListCursor } from '../../shared/lists/list-query';
import { readMessage } from '../../shared/messages/message';
import { messageKey } from '../../shared/platform/store/keys';
import type { Table } from '../../shared/platform/store/table';
import validateAccept from '../../shared/platform/validation/generated/accept-review';
import validateDismiss from '../../shared/platform/validation/generated/dismiss-review';
import validateRead from '../../shared/platform/validation/generated/mark-conversation-read';
import { type Conversation, findConversation, markRead } from '../../shared/texts/conversation';
import { listConversations, type ShownConversation, withPeople } from '../../shared/texts/list-conversations';
import * as routes from './inbox.routes';
import { readTexts } from './messages';

const MOST_REVIEWS = 100;

/** Routes of texts from phones, and of likely refusals. **Source:** rules 3.3, E6. */
export const INBOX_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listInbox.route,
    handler: endpoint({
      route: routes.listInbox.route,
      handle: async ({ platform, account, query }) => {
        const { id: accountId } = account;
        const scope = { accountId, list: 'inbox', filter: { unread: query.unread } };
        const page = readListPage(query, scope);
        const { conversations, nextPlace } = await listConversations(platform.table, {
          accountId,
          page,
          isUnread: readFlag(query.unread),
          since: overSince(account, platform.clock.now()),
        });
        const nextCursor = nextPlace === undefined ? undefined : writeListCursor(scope, nextPlace);
        return { status: 200, body: { results: conversations.map(present), nextCursor } };
      },
    }),
  },
  {
    route: routes.getConversation.route,
    handler: endpoint({
      route: routes.getConversation.route,
      handle: async ({ platform, account, pathParameters, query }) => {
        const phoneNumber = readPhoneNumber(pathParameters);
        const [found, messages] = await Promise.all([
          findConversation(platform.table, { accountId: account.id, phoneNumber }),
          readTexts(platform, { account, phoneNumber, query }),
        ]);
        return { status: 200, body: { conversation: await show(platform.table, found), messages } };
      },
    }),
  },
  {
    route: routes.markConversationRead.route,
    handler: endpoint({
      route: routes.markConversationRead.route,
      validate: validateRead,
      handle: async ({ platform, account, pathParameters, body }) => {
        const place = { accountId: account.id, phoneNumber: readPhoneNumber(pathParameters) };
        const found = await markRead(platform.table, { ...place, upTo: body.lastMessageId });
        return { status: 200, body: await show(platform.table, found) };
      },
    }),
  },
  {
    route: routes.listReviews.route,
    handler: endpoint({
      route: routes.listReviews.route,
      handle: async ({ platform: { table, clock }, account }) => {
        const reviews = await listReviews(table, { accountId: account.id, limit: MOST_REVIEWS });
        const items = await table.batchGet(reviews.map(({ messageId }) => messageKey(messageId)));
        const results = reviews.map((review, index) => {
          const item = items[index];
          const isShown = item && !isOver(account, review.at, clock.now());
          return { ...review, text: isShown ? readMessage(item).body : undefined };
        });
        return { status: 200, body: { results } };
      },
    }),
  },
  decide(routes.acceptReview.route, {
    validate: validateAccept,
    decision: acceptLikelyOptOut,
    answer: 'accepted',
  }),
  decide(routes.dismissReview.route, {
    validate: validateDismiss,
    decision: dismissLikelyOptOut,
    answer: 'dismissed',
  }),
];

function decide(
  route: MemberRoute,
  options: {
    validate: typeof validateAccept;
    decision: typeof acceptLikelyOptOut;
    answer: 'accepted' | 'dismissed';
  },
): ConsoleHandler {
  return {
    route,
    handler: endpoint({
      route,
      validate: options.validate,
      handle: async ({ platform, account, pathParameters, body }) => {
        const phoneNumber = readPhoneNumber(pathParameters);
        const statement = { accountId: account.id, phoneNumber, evidence: body.evidence };
        if ((await options.decision(platform, statement)) === 'notPending') {
          throw new ServiceError('NoSuchResource', { cause: 'review' });
        }
        return { status: 200, body: { phoneNumber, decision: options.answer } };
      },
    }),
  };
}

function readFlag(text: string | undefined): boolean {
  if (text === undefined || text === 'true' || text === 'false') return text === 'true';
  throw invalidRequest({ pointer: '?unread', reason: 'must be true or false' });
}

/** @throws ServiceError NoSuchResource without a conversation */
async function show(table: Table, conversation: Conversation | undefined) {
  const [shown] = conversation ? await withPeople(table, [conversation]) : [];
  if (!shown) throw new ServiceError('NoSuchResource', { cause: 'conversation' });
  return present(shown);
}

function present({ conversation, contact, lastMessage }: ShownConversation) {
  const { phoneNumber, from, lastMessageId, lastAt, unread } = conversation;
  const { id: contactId, firstName, lastName, likelyOptOut, hardOptOut } = contact ?? {};
  return {
    ...{ phoneNumber, from, lastMessageId, lastAt, unread, contactId, firstName, lastName, likelyOptOut },
    ...(lastMessage && !lastMessage.erased && { lastText: lastMessage.body }),
    optedOutAt: hardOptOut?.at,
  };
}
