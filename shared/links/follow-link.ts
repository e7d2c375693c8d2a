import { isoNow } from '../platform/clock';
import { clickKey, linkOwnerKey, linkTokenKey } from '../platform/keys';
import type { Platform } from '../platform/platform';
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
 * @returns the registered target, never anything that the request itself names; `undefined` for an unknown link
 */
export async function followLink(
  platform: Pick<Platform, 'table' | 'clock' | 'ids' | 'log'>,
  options: { host: string; path: string; token: string | undefined; userAgent: string | undefined },
): Promise<string | undefined> {
  const link = `${options.host.toLowerCase().replace(/:\d+$/, '')}${options.path}`;
  if (!isLinkIdentifier(link)) return undefined;
  const token = /^[A-Za-z0-9]{1,10}$/.exec(options.token ?? '')?.[0];
  const [linkItem, tokenItem] = await platform.table.batchGet([
    linkOwnerKey(link),
    linkTokenKey(token ?? 'none'),
  ]);
  if (!linkItem) return undefined;
  const { url, accountId } = readLink(linkItem);
  const isOwnToken = tokenItem?.accountId === accountId;
  try {
    await platform.table.put({
      Item: {
        ...clickKey(link, { at: isoNow(platform.clock), id: platform.ids.next('clk') }),
        entity: 'click',
        at: isoNow(platform.clock),
        messageId: isOwnToken ? tokenItem.messageId : undefined,
        token: isOwnToken ? token : undefined,
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
