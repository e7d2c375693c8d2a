import { object, optional, parse, string } from 'valibot';
import { clicksPk } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';

const shownClick = object({ at: string(), link: string(), userAgentClass: optional(string()) });

/**
 * Reads the clicks on the links of a message, oldest first: for each link at most one of people and one of programs a
 * minute. `at` is ISO.
 */
export async function findClicks(table: Table, messageId: string) {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk',
    FilterExpression: 'entity = :click',
    ExpressionAttributeValues: { ':pk': clicksPk(messageId), ':click': 'click' },
  });
  return items.map((item) => parse(shownClick, item)).sort((a, b) => a.at.localeCompare(b.at));
}
