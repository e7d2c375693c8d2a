import { overSince, type Retention } from '../accounts/retention';
import { SEARCH_AT_MOST_MS } from '../limits';
import { type Message, readMessage } from '../messages/message';
import { listedMessageItem } from '../messages/message-list';
import { epochMs } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { messageKey, messageListPk } from '../platform/store/keys';

/** Filter of the list. Times are ISO; a message that was not handed over was sent at no time. */
export interface MessageFilter {
  to?: string | undefined;
  from?: string | undefined;
  /** Inclusive. */
  sentSince?: string | undefined;
  /** Inclusive. */
  sentUntil?: string | undefined;
}

const MESSAGES_A_READ = 100;

/**
 * Lists the single messages of an account, sent and received, newest first. A page ends when it is full, at the end of
 * the list, or after two seconds, perhaps empty.
 *
 * @param options.place place at which the page begins; absent: at the beginning
 */
export async function listMessages(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  options: {
    account: Retention & { id: string };
    filter: MessageFilter;
    limit: number;
    place: string | undefined;
  },
): Promise<{ messages: Message[]; nextPlace: string | undefined }> {
  const { account, filter, limit } = options;
  const endsAtMs = epochMs(clock) + SEARCH_AT_MOST_MS;
  const since = overSince(account, clock.now());
  const messages: Message[] = [];
  let { place } = options;
  for (;;) {
    const { items } = await table.queryPage({
      KeyConditionExpression: `pk = :pk${place === undefined ? '' : ' AND sk < :place'}`,
      ExpressionAttributeValues: {
        ':pk': messageListPk(account.id),
        ...(place !== undefined && { ':place': place }),
      },
      ScanIndexForward: false,
      Limit: MESSAGES_A_READ,
    });
    const ids = items.map((item) => listedMessageItem.read(item).messageId);
    const found = await table.batchGet(ids.map(messageKey));
    for (const [index, { sk }] of items.entries()) {
      const item = found[index];
      const message = item && readMessage(item);
      if (message && message.createdAt > since && isMeant(message, filter)) {
        if (messages.length === limit) return { messages, nextPlace: place };
        messages.push(message);
      }
      place = sk;
    }
    if (items.length < MESSAGES_A_READ) return { messages, nextPlace: undefined };
    if (epochMs(clock) >= endsAtMs) return { messages, nextPlace: place };
  }
}

function isMeant(message: Message, { to, from, sentSince, sentUntil }: MessageFilter): boolean {
  if (to !== undefined && (message.erased || message.to !== to)) return false;
  if (from !== undefined && message.from !== from) return false;
  if (sentSince === undefined && sentUntil === undefined) return true;
  const { sentAt } = message;
  if (sentAt === undefined) return false;
  return sentAt >= (sentSince ?? '') && sentAt <= (sentUntil ?? '~');
}
