import { CONTACT_INDEX, textsPk } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import { findConversation } from './conversation';

/**
 * Returns true when a text from or to a phone is stored that is no recipient's of a job. The index can be a moment late; the
 * conversation is not.
 *
 * @param options.since ISO time that does not count itself; absent: texts of any time
 */
export async function hasTextsSince(
  table: Table,
  options: { accountId: string; phoneNumber: string; since: string | undefined },
): Promise<boolean> {
  const { accountId, phoneNumber, since = '0' } = options;
  const conversation = await findConversation(table, options);
  if (conversation && conversation.lastAt > since) return true;
  const { items } = await table.queryPage({
    IndexName: CONTACT_INDEX,
    KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk > :after',
    // The id follows the time.
    ExpressionAttributeValues: { ':pk': textsPk(accountId, phoneNumber), ':after': `${since}~` },
    Limit: 1,
  });
  return items.length > 0;
}
