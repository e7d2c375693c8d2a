import { overSince, type Retention } from '../accounts/retention';
import { SEARCH_AT_MOST_MS } from '../limits';
import type { Message } from '../messages/message';
import { newestOfAccount } from '../messages/newest-messages';
import { epochMs } from '../platform/clock';
import type { Platform } from '../platform/platform';

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
  const newest = newestOfAccount(table, { accountId: account.id, before: place, atOnce: MESSAGES_A_READ });
  for await (const { place: next, message } of newest) {
    if (message.createdAt <= since) break;
    if (isMeant(message, filter)) {
      if (messages.length === limit) return { messages, nextPlace: place };
      messages.push(message);
    }
    place = next;
    if (epochMs(clock) >= endsAtMs) return { messages, nextPlace: place };
  }
  return { messages, nextPlace: undefined };
}

function isMeant(message: Message, { to, from, sentSince, sentUntil }: MessageFilter): boolean {
  if (to !== undefined && (message.erased || message.to !== to)) return false;
  if (from !== undefined && message.from !== from) return false;
  if (sentSince === undefined && sentUntil === undefined) return true;
  const { sentAt } = message;
  if (sentAt === undefined) return false;
  return sentAt >= (sentSince ?? '') && sentAt <= (sentUntil ?? '~');
}
