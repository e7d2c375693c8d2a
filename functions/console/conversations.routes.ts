import {
  IDEMPOTENCY_KEY_PATTERN,
  MAX_IDEMPOTENCY_KEY_CHARACTERS,
  MAX_NOTE_CHARACTERS,
  MIN_IDEMPOTENCY_KEY_CHARACTERS,
} from '../../shared/limits';
import { declare } from './declare';
import { ASSIGNEE, CONVERSATION, CONVERSATION_EXAMPLE, NOTE, NOTE_EXAMPLE } from './inbox.routes';
import { AMOUNT, FLAG, listOf, MAX_ID_CHARACTERS, record, resultsOf, textOf } from './schemas';

export const listAssignees = declare({
  operationId: 'listAssignees',
  method: 'GET',
  path: 'assignees',
  scope: 'messages:read',
  summary: 'List the users of the account to whom a conversation can be assigned',
  access: { read: ['operator', 'user'], query: ['member'] },
  answer: {
    name: 'Assignees',
    schema: resultsOf(ASSIGNEE),
    example: { results: [CONVERSATION_EXAMPLE.assignee] },
  },
});

export const updateConversation = declare({
  operationId: 'updateConversation',
  method: 'PATCH',
  path: 'inbox/{phoneNumber}',
  scope: 'contacts:write',
  summary: 'Assign a conversation to a user, close it, or open it again',
  description:
    'What is not named stays. `version` is that of the conversation as it was read: 33111 with the status `changedMeanwhile` when ' +
    'another user has changed it since. Closing takes `lastMessageId`, too, and is refused when a text has come since (`newText`), ' +
    'or while a text that likely is a refusal waits for a decision (`likelyOptOut`). The next text from the phone opens a ' +
    'closed conversation by itself.',
  access: { update: ['contact'], read: ['contact', 'message', 'operator', 'user'] },
  request: {
    schema: record(
      { version: AMOUNT },
      {
        assigneeId: { type: ['string', 'null'], minLength: 1, maxLength: MAX_ID_CHARACTERS, format: 'text' },
        isClosed: FLAG,
        lastMessageId: textOf(MAX_ID_CHARACTERS),
      },
    ),
    example: { version: 1, assigneeId: CONVERSATION_EXAMPLE.assignee.id },
  },
  answer: { name: 'Conversation', schema: CONVERSATION, example: CONVERSATION_EXAMPLE },
  errors: [33003, 33110, 33111],
});

export const addConversationNote = declare({
  operationId: 'addConversationNote',
  method: 'POST',
  path: 'inbox/{phoneNumber}/notes',
  scope: 'contacts:write',
  summary: 'Add a note to a conversation, for the users of the account',
  description:
    'A note is never sent, and is kept as long as a text of the same day. A repetition by the same user with the same `key` and ' +
    'text adds no second note: it is answered with the first one.',
  access: { read: ['contact'], query: ['contact'], update: ['contact'], put: ['contact'] },
  request: {
    schema: record(
      { text: textOf(MAX_NOTE_CHARACTERS) },
      {
        key: {
          type: 'string',
          minLength: MIN_IDEMPOTENCY_KEY_CHARACTERS,
          maxLength: MAX_IDEMPOTENCY_KEY_CHARACTERS,
          pattern: IDEMPOTENCY_KEY_PATTERN,
        },
      },
    ),
    example: { text: NOTE_EXAMPLE.text, key: 'console:8f2c' },
  },
  answer: { status: 201, name: 'ConversationNote', schema: NOTE, example: NOTE_EXAMPLE },
  errors: [33003, 33110],
});

export const noteWriting = declare({
  operationId: 'noteWriting',
  method: 'POST',
  path: 'inbox/{phoneNumber}/writing',
  scope: 'messages:send',
  summary: 'Tell the other users of the account that you are writing an answer, or no longer are',
  description:
    'The console says so every few seconds while a user types. The others see it for 25 seconds. Two users can answer all the same. ' +
    '`hasAnswered`: an answer has just been sent; the conversation shows `answeredAt` until the next text from the phone.',
  access: { update: ['contact'], read: ['contact', 'operator', 'user'] },
  isAudited: false,
  request: { schema: record({ isWriting: FLAG }, { hasAnswered: FLAG }), example: { isWriting: true } },
  answer: {
    name: 'ConversationWriters',
    schema: record({ writers: listOf(ASSIGNEE) }),
    example: { writers: [CONVERSATION_EXAMPLE.assignee] },
  },
  errors: [33003, 33110],
});

export const CONVERSATION_ROUTES = [listAssignees, updateConversation, addConversationNote, noteWriting];
