import { number, object, string } from 'valibot';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { SAVED_REPLY_PREFIX, savedReplyKey } from '../platform/store/keys';
import type { Table } from '../platform/store/table';

/** Text that users of an account insert into their answers; its merge tags are resolved when it is sent. */
export const savedReplyItem = defineItem({
  entity: 'savedReply',
  key: ({ accountId, replyId }: { accountId: string; replyId: string }) => savedReplyKey(accountId, replyId),
  value: object({
    id: string(),
    accountId: string(),
    title: string(),
    text: string(),
    /** Counts the changes, from 1 on. */
    version: number(),
    createdAt: string(),
    updatedAt: string(),
  }),
});
export type SavedReply = ValueOf<typeof savedReplyItem>;
export type SavedReplyContent = Pick<SavedReply, 'title' | 'text'>;

/** Lists the saved replies of an account by their titles. */
export async function listSavedReplies(table: Table, accountId: string): Promise<SavedReply[]> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': savedReplyKey(accountId, '').pk, ':prefix': SAVED_REPLY_PREFIX },
    ConsistentRead: true,
  });
  return items.map(savedReplyItem.read).sort((a, b) => a.title.localeCompare(b.title));
}
