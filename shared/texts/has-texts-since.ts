import { TEXT_INDEX, textsPk } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import { findConversation } from './conversation';

/**
 * Returns true when a text from or to a phone is stored, other than one of a job. The index is eventually consistent;
 * the conversation is not.
 *
 * @param options.since ISO time, exclusive; absent: texts of any time
 */
export async function hasTextsSince(
  table: Table,
  options: { accountId: string; phoneNumber: string; since: string | undefined },
): Promise<boolean> {
  const { accountId, phoneNumber, since = '0' } = options;
  const conversation = await findConversation(table, options);
  if (conversation && conversation.lastAt > since) return true;
  const { items } = await table.queryPage({
    IndexName: TEXT_INDEX,
    KeyConditionExpression: 'gsi3pk = :pk AND gsi3sk > :after',
    // In the key the id follows the time.
    ExpressionAttributeValues: { ':pk': textsPk(accountId, phoneNumber), ':after': `${since}~` },
    Limit: 1,
  });
  return items.length > 0;
}
