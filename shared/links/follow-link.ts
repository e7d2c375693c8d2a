import { jobMessageId } from '../jobs/job-message-id';
import { readRecipientToken, type RecipientTokenPlace } from '../jobs/link-token';
import { isoNow } from '../platform/clock';
import { clickKey, linkOwnerKey, linkTokenKey } from '../platform/keys';
import type { Platform } from '../platform/platform';
import type { Item } from '../platform/table';
import { isLinkIdentifier, readLink } from './link';
import { classifyUserAgent } from './user-agent-class';

/** Clicks are kept for a year. */
const KEPT_FOR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Finds where a short link leads and notes the click: when, of which message, and with what kind of program. No
 * address, no cookie and no user agent is kept.
 *
 * @param options.host of the request, which may carry a port
 * @param options.token what stands for the message; absent or unknown, the click counts for the link alone
 * @param options.isClick false for a request that only asks where the link leads, as previews do: it is not noted
 * @returns the registered target, never anything that the request itself names; `undefined` for an unknown link
 */
export async function followLink(
  platform: Pick<Platform, 'table' | 'clock' | 'ids' | 'log'>,
  options: {
    host: string;
    path: string;
    token: string | undefined;
    userAgent: string | undefined;
    isClick: boolean;
  },
): Promise<string | undefined> {
  const link = `${options.host.toLowerCase().replace(/:\d+$/, '')}${options.path}`;
  if (!isLinkIdentifier(link)) return undefined;
  const token = /^[A-Za-z0-9]{1,10}$/.exec(options.token ?? '')?.[0];
  const place = token === undefined ? undefined : readRecipientToken(token);
  const [linkItem, tokenItem, jobTokenItem] = await platform.table.batchGet([
    linkOwnerKey(link),
    linkTokenKey(token ?? 'none'),
    linkTokenKey(place?.jobToken ?? 'none'),
  ]);
  if (!linkItem) return undefined;
  const { url, accountId } = readLink(linkItem);
  if (!options.isClick) return url;
  const messageId = messageOf({ accountId, tokenItem, jobTokenItem, place });
  try {
    await platform.table.put({
      Item: {
        ...clickKey(link, { at: isoNow(platform.clock), id: platform.ids.next('clk') }),
        entity: 'click',
        at: isoNow(platform.clock),
        messageId,
        token: messageId === undefined ? undefined : token,
        userAgentClass: classifyUserAgent(options.userAgent),
        expiresAtEpochSeconds: Math.floor(platform.clock.now().getTime() / 1000) + KEPT_FOR_SECONDS,
      },
    });
  } catch (error) {
    // A person who clicks must arrive, whatever becomes of the statistics.
    platform.log.error('Click not recorded', error);
  }
  return url;
}

/** The message whose link was followed: a single one, or a recipient's of a job; `undefined` for nobody's token. */
function messageOf(options: {
  accountId: string;
  tokenItem: Item | undefined;
  jobTokenItem: Item | undefined;
  place: RecipientTokenPlace | undefined;
}): string | undefined {
  const { accountId, tokenItem, jobTokenItem, place } = options;
  if (tokenItem?.accountId === accountId) return tokenItem.messageId as string;
  if (!place || jobTokenItem?.accountId !== accountId) return undefined;
  return jobMessageId({ jobId: jobTokenItem.jobId as string, chunk: place.chunk, position: place.position });
}
