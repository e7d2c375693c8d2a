import { MAX_BODY_CHARACTERS, MAX_SAVED_REPLY_TITLE_CHARACTERS } from '../../shared/limits';
import { savedReplyItem } from '../../shared/texts/saved-reply';
import { declare } from './declare';
import { AMOUNT, COUNT, record, resultsOf, TEXT, textOf, TIME } from './schemas';

const REPLY = record({ id: TEXT, title: TEXT, text: TEXT, version: COUNT, createdAt: TIME, updatedAt: TIME });
const CONTENT_EXAMPLE = {
  title: 'Opening hours',
  text: 'Hello {{contact_first_name}}, we are open from 9 to 6, Monday to Saturday.',
};
const EXAMPLE = {
  id: 'rpl_01KJMNEX00T6C2V9M4H8K1X5QZ',
  ...CONTENT_EXAMPLE,
  version: 1,
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
};
const answer = { name: 'SavedReply', schema: REPLY, example: EXAMPLE };
const CONTENT = { title: textOf(MAX_SAVED_REPLY_TITLE_CHARACTERS), text: textOf(MAX_BODY_CHARACTERS) };
const read = { read: ['account' as const], query: ['account' as const] };
const PUT = { putOnly: { account: savedReplyItem.attributes } };

export const listSavedReplies = declare({
  operationId: 'listSavedReplies',
  method: 'GET',
  path: 'saved-replies',
  scope: 'messages:read',
  summary: 'List the saved replies of the account, by title',
  access: read,
  answer: { name: 'SavedReplies', schema: resultsOf(REPLY), example: { results: [EXAMPLE] } },
});

export const createSavedReply = declare({
  operationId: 'createSavedReply',
  method: 'POST',
  path: 'saved-replies',
  scope: 'contacts:write',
  summary: 'Save a reply, which users insert into their answers',
  description:
    'Merge tags in `text` are resolved when an answer with it is sent, and content rules hold then, as for every text.',
  access: { ...read, ...PUT, check: ['account'] },
  request: { schema: record(CONTENT), example: CONTENT_EXAMPLE },
  answer: { ...answer, status: 201 },
  errors: [33110],
});

export const updateSavedReply = declare({
  operationId: 'updateSavedReply',
  method: 'PATCH',
  path: 'saved-replies/{id}',
  scope: 'contacts:write',
  summary: 'Change a saved reply',
  description:
    'What is not named stays. `version` is that of the reply as it was read: 33111 with the status `changedMeanwhile` when another ' +
    'user has changed it since.',
  access: { read: ['account'], ...PUT },
  request: {
    schema: record({ version: AMOUNT }, CONTENT),
    example: { version: 1, text: 'We are open from 9 to 7, Monday to Saturday.' },
  },
  answer,
  errors: [33110, 33111],
});

export const deleteSavedReply = declare({
  operationId: 'deleteSavedReply',
  method: 'DELETE',
  path: 'saved-replies/{id}',
  bucket: 'stop',
  scope: 'contacts:write',
  summary: 'Delete a saved reply',
  access: { read: ['account'], delete: ['account'] },
  errors: [33110],
});

export const SAVED_REPLY_ROUTES = [listSavedReplies, createSavedReply, updateSavedReply, deleteSavedReply];
