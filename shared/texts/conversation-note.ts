import { number, object, optional, string } from 'valibot';
import { isOver, retainedUntil, type Retention } from '../accounts/retention';
import { invalidRequest, ServiceError } from '../errors/service-error';
import { MAX_NOTE_CHARACTERS, MAX_NOTES_SHOWN } from '../limits';
import { isoNow } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { commit, required } from '../platform/store/commit';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { conversationKey, conversationNoteKey, NOTE_PREFIX } from '../platform/store/keys';
import type { Table } from '../platform/store/table';

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
    expiresAtEpochSeconds: optional(number()),
  }),
});
export type ConversationNote = ValueOf<typeof conversationNoteItem>;

/**
 * Adds a note to a conversation. It is kept as long as a text of the same day.
 *
 * @throws ServiceError NoSuchResource without a conversation; InvalidRequest for a note that is empty or too long
 *
 * **Source:** rules 3.6.
 */
export async function addNote(
  { table, ids, clock }: Pick<Platform, 'table' | 'ids' | 'clock'>,
  options: Place & Pick<Retention, 'retentionDays'> & { text: string; by: { id: string; email: string } },
): Promise<ConversationNote> {
  const { accountId, phoneNumber, retentionDays, by } = options;
  const text = options.text.trim();
  if (text === '') throw invalidRequest({ pointer: '/text', reason: 'must not be empty' });
  if ([...text].length > MAX_NOTE_CHARACTERS)
    throw invalidRequest({ pointer: '/text', reason: `must be at most ${MAX_NOTE_CHARACTERS} characters` });
  const at = isoNow(clock);
  const expiresAtEpochSeconds = retainedUntil(retentionDays, at);
  const note = { id: ids.next('not'), accountId, phoneNumber, at, text, by, expiresAtEpochSeconds };
  const result = await commit(table, [
    {
      // An erasure deletes the conversation first, then its notes, so that none is added behind it.
      write: {
        ConditionCheck: {
          Key: conversationKey(accountId, phoneNumber),
          ConditionExpression: 'attribute_exists(pk)',
        },
      },
      onFail: 'noConversation',
    },
    ...required([{ Put: { Item: conversationNoteItem.item(note, note) } }]),
  ]);
  if (!result.committed) throw new ServiceError('NoSuchResource', { cause: 'conversation' });
  return note;
}

/** Lists the newest notes on a conversation, newest first, that the retention of the account keeps. */
export async function listNotes(
  table: Table,
  { accountId, phoneNumber, retention, now }: Place & { retention: Retention; now: Date },
): Promise<ConversationNote[]> {
  const { items } = await table.queryPage({
    ...ofPhone({ accountId, phoneNumber }),
    ScanIndexForward: false,
    Limit: MAX_NOTES_SHOWN,
  });
  return items.map(conversationNoteItem.read).filter(({ at }) => !isOver(retention, at, now));
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
