import { MAX_NOTES_SHOWN } from '../../shared/limits';
import { PAGE_QUERY } from '../../shared/lists/page.schema';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { CONSENT_CHANGE } from '../table-access';
import { declare } from './declare';
import { listContactMessages, PHONE_TEXT, TEXTS_EXAMPLE } from './messages.routes';
import {
  COUNT,
  EVIDENCE,
  listOf,
  MAX_ID_CHARACTERS,
  MESSAGE_ID,
  oneOf,
  PHONE,
  record,
  resultsOf,
  SENDER,
  TEXT,
  textOf,
  TIME,
} from './schemas';

/** User to whom a conversation can be assigned. */
export const ASSIGNEE = record({ id: TEXT, email: TEXT }, { name: TEXT });
export const CONVERSATION = record(
  {
    ...{ phoneNumber: PHONE, from: SENDER, lastMessageId: MESSAGE_ID, lastAt: TIME, unread: COUNT },
    version: COUNT,
  },
  {
    answeredAt: TIME,
    assignee: ASSIGNEE,
    closedAt: TIME,
    contactId: TEXT,
    firstName: TEXT,
    lastName: TEXT,
    lastText: TEXT,
    likelyOptOut: record({ at: TIME, messageId: MESSAGE_ID }),
    optedOutAt: TIME,
  },
);
export const CONVERSATION_EXAMPLE = {
  phoneNumber: '+12065550123',
  from: '+12065550100',
  lastMessageId: 'msg_01KJMNEX00P9G5NV1S6B8DHYQE',
  lastAt: '2026-03-01T12:00:00.000Z',
  unread: 1,
  version: 2,
  assignee: { id: 'usr_01KJMNEX00D4VQ6N2M8XJ1PZRS', email: 'ada@example.com', name: 'Ada' },
  contactId: 'con_01KJMNEX00A5DWRV8QZ9RT5BGP',
  firstName: 'Grace',
  lastText: 'Is the shop open on Sunday?',
};
export const NOTE = record({ id: TEXT, at: TIME, text: TEXT, by: record({ id: TEXT, email: TEXT }) });
export const NOTE_EXAMPLE = {
  id: 'not_01KJMNEX00B7X2K5P9R3T8W1YD',
  at: '2026-03-01T12:05:00.000Z',
  text: 'She collects her order on Friday.',
  by: { id: 'usr_01KJMNEX00D4VQ6N2M8XJ1PZRS', email: 'ada@example.com' },
};
export const INBOX_VIEWS = ['open', 'mine', 'unassigned', 'closed'] as const;
const READ: TableAccess = {
  read: ['contact', 'message', 'operator', 'user'],
  query: ['member', 'review'],
  listTexts: true,
};
const [TEXTS = {}] = listContactMessages.access();
const READ_ONE: TableAccess = {
  ...TEXTS,
  read: [...(READ.read ?? []), ...(TEXTS.read ?? [])],
  query: [...(TEXTS.query ?? []), 'contact', 'member'],
};

export const listInbox = declare({
  operationId: 'listInbox',
  method: 'GET',
  path: 'inbox',
  scope: 'messages:read',
  summary: 'List conversations: likely opt-outs first, then the newest',
  description:
    'Texts from phones that are no keywords. Those with a text that likely is a refusal are all on the first page, besides `limit`. ' +
    'A conversation whose assignee was removed from the account is unassigned.',
  access: READ,
  query: [
    ...PAGE_QUERY,
    {
      name: 'show',
      description:
        '`open` (the default): not closed. `mine`: open, and assigned to who asks. `unassigned`: open, and assigned to no user.',
      schema: oneOf(INBOX_VIEWS),
    },
    { name: 'unread', description: '`true`: only unread ones.', schema: oneOf(['true', 'false']) },
  ],
  answer: { name: 'Inbox', schema: resultsOf(CONVERSATION), example: { results: [CONVERSATION_EXAMPLE] } },
  errors: [33100],
});

export const getConversation = declare({
  operationId: 'getConversation',
  method: 'GET',
  path: 'inbox/{phoneNumber}',
  scope: 'messages:read',
  summary: 'A conversation with all texts to and from the phone, newest first, and the notes of users on it',
  description: `\`notes\`: the newest ${MAX_NOTES_SHOWN}, newest first; on the first page only. \`writers\`: the other users who are writing an answer now.`,
  access: READ_ONE,
  query: PAGE_QUERY,
  answer: {
    name: 'ConversationTexts',
    schema: record({
      conversation: CONVERSATION,
      messages: resultsOf(PHONE_TEXT),
      notes: listOf(NOTE),
      writers: listOf(ASSIGNEE),
    }),
    example: {
      conversation: CONVERSATION_EXAMPLE,
      messages: TEXTS_EXAMPLE,
      notes: [NOTE_EXAMPLE],
      writers: [],
    },
  },
  errors: [33003, 33100, 33110],
});

export const markConversationRead = declare({
  operationId: 'markConversationRead',
  method: 'POST',
  path: 'inbox/{phoneNumber}/read',
  scope: 'contacts:write',
  summary: 'Note that the texts of a conversation were read',
  description: 'With `lastMessageId` only when no other text has come since.',
  access: { update: ['contact'], read: ['contact', 'message', 'operator', 'user'] },
  isAudited: false,
  request: {
    schema: record({}, { lastMessageId: textOf(MAX_ID_CHARACTERS) }),
    example: { lastMessageId: CONVERSATION_EXAMPLE.lastMessageId },
  },
  answer: { name: 'Conversation', schema: CONVERSATION, example: { ...CONVERSATION_EXAMPLE, unread: 0 } },
  errors: [33003, 33110],
});

const DECISION = record({ phoneNumber: PHONE, decision: oneOf(['accepted', 'dismissed']) });
const DECIDE: TableAccess = {
  ...CONSENT_CHANGE,
  read: ['account', 'contact', 'erasedPerson'],
  put: ['contact', 'outbox', 'review'],
  delete: ['review'],
};

export const listReviews = declare({
  operationId: 'listReviews',
  method: 'GET',
  path: 'reviews',
  scope: 'messages:read',
  summary: 'Texts that likely are refusals, oldest first: a person decides on them',
  access: { query: ['review'], read: ['message'] },
  answer: {
    name: 'Reviews',
    schema: resultsOf(record({ phoneNumber: PHONE, at: TIME, messageId: MESSAGE_ID }, { text: TEXT })),
    example: {
      results: [
        {
          phoneNumber: '+12065550123',
          at: '2026-03-01T12:00:00.000Z',
          messageId: 'msg_01KJMNEX00P9G5NV1S6B8DHYQE',
          text: 'please leave me alone',
        },
      ],
    },
  },
});

export const acceptReview = declare({
  operationId: 'acceptReview',
  method: 'POST',
  path: 'reviews/{phoneNumber}/accept',
  bucket: 'stop',
  scope: 'contacts:write',
  summary: 'It is a refusal: a hard opt-out, as after a STOP',
  access: DECIDE,
  request: { schema: EVIDENCE, example: { evidence: 'She means it.' } },
  answer: {
    name: 'ReviewDecision',
    schema: DECISION,
    example: { phoneNumber: '+12065550123', decision: 'accepted' },
  },
  errors: [33003, 33110],
});

export const dismissReview = declare({
  operationId: 'dismissReview',
  method: 'POST',
  path: 'reviews/{phoneNumber}/dismiss',
  scope: 'contacts:write',
  summary: 'It is no refusal: marketing goes on',
  access: DECIDE,
  request: { schema: EVIDENCE, example: { evidence: 'He asked about a book.' } },
  answer: {
    name: 'ReviewDecision',
    schema: DECISION,
    example: { phoneNumber: '+12065550123', decision: 'dismissed' },
  },
  errors: [33003, 33110],
});

export const INBOX_ROUTES = [
  listInbox,
  getConversation,
  markConversationRead,
  listReviews,
  acceptReview,
  dismissReview,
];
