import { object, optional, parse, string } from 'valibot';
import { messageClickKey } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';

const shownClick = object({ at: string(), link: string(), userAgentClass: optional(string()) });

/** The clicks on the links of a message, oldest first: at most one a minute. `at` is ISO. */
export async function findClicks(table: Table, messageId: string) {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': messageClickKey(messageId, '').pk },
  });
  return items.map((item) => parse(shownClick, item));
}
