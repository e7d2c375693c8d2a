import { messageKey } from '../platform/keys';
import type { Table } from '../platform/table';
import { type Message, readMessage } from './message';

/** The account's message; `undefined` when there is none or it is another account's. **Source:** contract 5.4. */
export async function findMessage(
  table: Table,
  accountId: string,
  messageId: string,
): Promise<Message | undefined> {
  const item = await table.get(messageKey(messageId));
  const message = item && readMessage(item);
  return message?.accountId === accountId ? message : undefined;
}
