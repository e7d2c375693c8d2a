import { number, object, optional, string } from 'valibot';
import { isOver, retainedUntil, type Retention } from '../accounts/retention';
import { invalidRequest, ServiceError } from '../errors/service-error';
import { MAX_NOTE_CHARACTERS, MAX_NOTES_SHOWN } from '../limits';
import { isoNow } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { commit, required } from '../platform/store/commit';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { updateExpression } from '../platform/store/expressions';
import { conversationKey, conversationNoteKey, NOTE_PREFIX } from '../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Table, TransactItem } from '../platform/store/table';
import { type Conversation, findConversation } from './conversation';

type Place = { accountId: string; phoneNumber: string };

/** Note of a user on a conversation, for the other users of the account. It is never sent. */
const conversationNoteItem = defineItem({
  entity: 'conversationNote',
  key: ({ accountId, ...note }: Place & { at: string; id: string }) => conversationNoteKey(accountId, note),
  value: object({
    id: string(),
    accountId: string(),
    phoneNumber: string(),
    at: string(),
    text: string(),
    /** User who wrote it, with the address at that time. */
    by: object({ id: string(), email: string() }),
    /** Key of the request, by which a repetition is recognised; absent when the request had none. */
    key: optional(string()),
    expiresAtEpochSeconds: optional(number()),
  }),
});
export type ConversationNote = ValueOf<typeof conversationNoteItem>;

interface NewNote extends Place, Pick<Retention, 'retentionDays'> {
  text: string;
  by: { id: string; email: string };
  /** The same writer, key and text mean the same note, among the newest ones; absent: each request adds a note. */
  key?: string | undefined;
}

/**
 * Adds a note to a conversation. It is kept as long as a text of the same day.
 *
 * @returns the note; for a repeated request the one that is there already
 * @throws ServiceError NoSuchResource without a conversation; InvalidRequest for a note that is empty or too long
 *
 * **Source:** rules 3.6.
 */
export async function addNote(
  { table, ids, clock }: Pick<Platform, 'table' | 'ids' | 'clock'>,
  options: NewNote,
): Promise<ConversationNote> {
  const { accountId, phoneNumber, retentionDays, by, key } = options;
  const text = options.text.trim();
  if (text === '') throw invalidRequest({ pointer: '/text', reason: 'must not be empty' });
  if ([...text].length > MAX_NOTE_CHARACTERS)
    throw invalidRequest({ pointer: '/text', reason: `must be at most ${MAX_NOTE_CHARACTERS} characters` });
  const at = isoNow(clock);
  const expiresAtEpochSeconds = retainedUntil(retentionDays, at);
  const note = { id: ids.next('not'), accountId, phoneNumber, at, text, by, key, expiresAtEpochSeconds };
  return retryOnConflict(table.waits, async () => {
    const conversation = await findConversation(table, options);
    if (!conversation) throw new ServiceError('NoSuchResource', { cause: 'conversation' });
    const earlier = await findRepeated(table, note);
    if (earlier) return earlier;
    const result = await commit(table, [
      { write: countAsLast(note, conversation), onFail: 'changed' },
      ...required([{ Put: { Item: conversationNoteItem.item(note, note) } }]),
    ]);
    return result.committed ? note : CONFLICT;
  });
}

/** Finds the note that an earlier request with the same key has added. */
async function findRepeated(table: Table, note: ConversationNote): Promise<ConversationNote | undefined> {
  if (note.key === undefined) return undefined;
  const newest = await readNewest(table, note);
  return newest.find(({ key, text, by }) => key === note.key && text === note.text && by.id === note.by.id);
}

/**
 * Builds the write that names a note as the last one, unless another was added since the conversation was read. An
 * erasure deletes the conversation first, then its notes, so that none is added behind it.
 */
const countAsLast = (note: ConversationNote, { lastNoteId }: Conversation): TransactItem => ({
  Update: {
    Key: conversationKey(note.accountId, note.phoneNumber),
    ...updateExpression(
      { set: { lastNoteId: note.id } },
      { values: { ...(lastNoteId !== undefined && { ':before': lastNoteId }) } },
    ),
    ConditionExpression: `attribute_exists(pk) AND ${lastNoteId === undefined ? 'attribute_not_exists(lastNoteId)' : 'lastNoteId = :before'}`,
  },
});

/** Lists the newest notes on a conversation, newest first, that the retention of the account keeps. */
export async function listNotes(
  table: Table,
  { accountId, phoneNumber, retention, now }: Place & { retention: Retention; now: Date },
): Promise<ConversationNote[]> {
  const newest = await readNewest(table, { accountId, phoneNumber });
  return newest.filter(({ at }) => !isOver(retention, at, now));
}

async function readNewest(table: Table, place: Place): Promise<ConversationNote[]> {
  const { items } = await table.queryPage({
    ...ofPhone(place),
    ScanIndexForward: false,
    Limit: MAX_NOTES_SHOWN,
  });
  return items.map(conversationNoteItem.read);
}

/** Returns true when a note on a phone's conversation is stored. */
export async function hasNotes(table: Table, place: Place): Promise<boolean> {
  const { items } = await table.queryPage({ ...ofPhone(place), Limit: 1 });
  return items.length > 0;
}

/** Deletes the notes on a phone's conversation. @param until ISO time of the last one that goes; absent: all go */
export async function deleteNotes(table: Table, place: Place, until?: string): Promise<void> {
  const items = await table.queryAll({ ...ofPhone(place), ProjectionExpression: 'pk, sk' });
  // "$" sorts behind "#", so that notes of this very millisecond are included.
  const last = until === undefined ? undefined : `${NOTE_PREFIX}${until}$`;
  await table.batchDelete(items.filter(({ sk }) => last === undefined || sk <= last));
}

const ofPhone = ({ accountId, phoneNumber }: Place) => ({
  KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
  ExpressionAttributeValues: { ':pk': conversationKey(accountId, phoneNumber).pk, ':prefix': NOTE_PREFIX },
  ConsistentRead: true,
});
