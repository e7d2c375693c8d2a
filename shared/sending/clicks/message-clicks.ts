import { number, object, string } from 'valibot';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { messageClicksKey } from '../../platform/store/keys';
import type { BatchGetOptions, Table } from '../../platform/store/table';

/** Clicks of a message that count: those of people. The item does not exist before the first click. */
export const messageClicksItem = defineItem({
  entity: 'messageClicks',
  key: messageClicksKey,
  value: object({
    accountId: string(),
    count: number(),
    /** ISO, like `lastAt`. */
    firstAt: string(),
    lastAt: string(),
  }),
});

/** Clicks of a message as shown in answers. */
export type MessageClicks = Pick<ValueOf<typeof messageClicksItem>, 'count' | 'firstAt' | 'lastAt'>;

/**
 * Reads the clicks of messages.
 *
 * @returns in the order of the message ids, `undefined` for a message without a click
 */
export async function readMessageClicks(
  table: Table,
  messageIds: string[],
  options: Pick<BatchGetOptions, 'eventuallyConsistent'> = {},
): Promise<Array<MessageClicks | undefined>> {
  if (messageIds.length === 0) return [];
  const items = await table.batchGet(messageIds.map(messageClicksItem.key), options);
  return items.map((item) => {
    const clicks = messageClicksItem.readIfAny(item);
    return clicks && { count: clicks.count, firstAt: clicks.firstAt, lastAt: clicks.lastAt };
  });
}

/** Returns the property `clicks` of a message in an answer; empty without a click. */
export const presentClicks = (clicks: MessageClicks | undefined) => (clicks ? { clicks } : {});

/** Schema of the property `clicks` in the API reference. */
export const CLICKS_PROPERTY = {
  clicks: {
    type: 'object',
    description:
      'How often people followed the tracking links of the message; absent before the first click. Link previews and robots do not count; of each link one click counts a minute.',
    properties: {
      count: { type: 'integer', minimum: 1 },
      firstAt: { $ref: '#/components/schemas/Timestamp' },
      lastAt: { $ref: '#/components/schemas/Timestamp' },
    },
    required: ['count', 'firstAt', 'lastAt'],
    additionalProperties: false,
  },
} as const;
