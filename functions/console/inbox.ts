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
import { findConversation, markRead } from '../../shared/texts/conversation';
import { listNotes } from '../../shared/texts/conversation-note';
import { findWriters } from '../../shared/texts/conversation-writers';
import { listConversations } from '../../shared/texts/list-conversations';
import { listMembers } from '../../shared/users/user-store';
import * as routes from './inbox.routes';
import { presentAll, presentAssignee, presentConversation, presentNote } from './present-conversation';
import { readTexts } from './messages';

const MOST_REVIEWS = 100;

/** Routes of texts from phones, and of likely refusals. **Source:** rules 3.3, E6. */
export const INBOX_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listInbox.route,
    handler: endpoint({
      route: routes.listInbox.route,
      handle: async ({ platform: { table, clock }, account, caller, query }) => {
        const { id: accountId } = account;
        const view = readView(query.show);
        const isUnread = readFlag(query.unread);
        const scope = { accountId, list: 'inbox', filter: { show: query.show, unread: query.unread } };
        const page = readListPage(query, scope);
        const isAssigned = await assignmentFilter(table, { accountId, view, callerId: caller.id });
        const { conversations, nextPlace } = await listConversations(
          { table, clock },
          {
            accountId,
            page,
            state: view === 'closed' ? 'closed' : 'open',
            isMeant: (one) => (!isUnread || one.unread > 0) && isAssigned(one.assigneeId),
            since: overSince(account, clock.now()),
          },
        );
        const nextCursor = nextPlace === undefined ? undefined : writeListCursor(scope, nextPlace);
        return { status: 200, body: { results: await presentAll(table, conversations), nextCursor } };
      },
    }),
  },
  {
    route: routes.getConversation.route,
    handler: endpoint({
      route: routes.getConversation.route,
      handle: async ({ platform, account, caller, pathParameters, query }) => {
        const phoneNumber = readPhoneNumber(pathParameters);
        const { table, clock } = platform;
        const place = { accountId: account.id, phoneNumber };
        const isFirst = query.cursor === undefined;
        const [found, messages, notes] = await Promise.all([
          findConversation(table, place),
          readTexts(platform, { account, phoneNumber, query }),
          isFirst ? listNotes(table, { ...place, retention: account, now: clock.now() }) : [],
        ]);
        const conversation = await presentConversation(table, found);
        const writers = found
          ? await findWriters(platform, { conversation: found, exceptId: caller.id })
          : [];
        return {
          status: 200,
          body: {
            ...{ conversation, messages },
            ...{ notes: notes.map(presentNote), writers: writers.map(presentAssignee) },
          },
        };
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
        return { status: 200, body: await presentConversation(platform.table, found) };
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

type View = (typeof routes.INBOX_VIEWS)[number];

function readView(text: string | undefined): View {
  const view = routes.INBOX_VIEWS.find((one) => one === (text ?? 'open'));
  if (view) return view;
  throw invalidRequest({ pointer: '?show', reason: `must be one of ${routes.INBOX_VIEWS.join(', ')}` });
}

/** Returns the condition of a view on the assignee. Users who were removed from the account are none. */
async function assignmentFilter(
  table: Table,
  { accountId, view, callerId }: { accountId: string; view: View; callerId: string },
): Promise<(assigneeId: string | undefined) => boolean> {
  if (view === 'mine') return (assigneeId) => assigneeId === callerId;
  if (view !== 'unassigned') return () => true;
  const members = new Set((await listMembers(table, accountId)).map(({ user }) => user.id));
  return (assigneeId) => assigneeId === undefined || !members.has(assigneeId);
}
