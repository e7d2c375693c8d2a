import { readOutboxItem } from '../../../shared/outbox/outbox';
import type { Table } from '../../../shared/platform/store/table';
import { type MessageClicks, readMessageClicks } from '../../../shared/sending/clicks/message-clicks';
import type { JobsFixture } from './jobs-fixture';

/** Returns the link token at the end of a text. */
export const tokenIn = (body: string): string => /\?r=(\S*)$/.exec(body)?.[1] ?? '';

/** Sends a broadcast with short links. @returns its id, and the messages with their link tokens */
export async function sendLinks(jobs: JobsFixture, links: readonly string[]) {
  const jobId = await jobs.broadcast({ body: links.map((link) => `{{trackingLink "${link}"}}`).join(' ') });
  await jobs.runToEnd();
  const messages = jobs.taken.map(({ messageId, body }) => ({
    messageId,
    token: tokenIn(body),
  }));
  return { jobId, messages };
}

/** Returns the clicks of a message; `undefined` while it has none. */
export const clicksOf = async (table: Table, messageId: string): Promise<MessageClicks | undefined> =>
  (await readMessageClicks(table, [messageId]))[0];

/** Returns the events of an account's first clicks that wait in the outbox. */
export async function clickEvents(table: Table, accountId: string): Promise<Array<Record<string, unknown>>> {
  const found: Array<Record<string, unknown>> = [];
  for await (const item of table.scan({
    FilterExpression: 'begins_with(pk, :outbox)',
    ExpressionAttributeValues: { ':outbox': 'OUTBOX#' },
  })) {
    const { entry } = readOutboxItem(item as never);
    const detail = entry.kind === 'event' ? (entry.event.detail as Record<string, unknown>) : undefined;
    if (detail?.type === 'messaging.link.clicked' && detail.accountId === accountId) found.push(detail);
  }
  return found;
}
