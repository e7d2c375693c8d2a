import { linkOwnerKey } from '../../platform/store/keys';
import type { Platform } from '../../platform/platform';
import { findClickedMessage } from './find-clicked-message';
import { isLinkIdentifier, readLink } from '../../content/link';
import { recordClick } from './record-click';
import { classifyUserAgent } from '../../content/user-agent-class';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids' | 'log'>;

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
  deps: Deps,
  options: {
    host: string;
    path: string;
    token: string | undefined;
    userAgent: string | undefined;
    isClick: boolean;
  },
): Promise<string | undefined> {
  const name = `${options.host.toLowerCase().replace(/:\d+$/, '')}${options.path}`;
  if (!isLinkIdentifier(name)) return undefined;
  const item = await deps.table.get(linkOwnerKey(name));
  if (!item) return undefined;
  const { link, accountId, url, retentionDays } = readLink(item);
  if (!options.isClick) return url;
  const token = /^[A-Za-z0-9]{1,10}$/.exec(options.token ?? '')?.[0];
  try {
    const messageId =
      token === undefined ? undefined : await findClickedMessage(deps.table, { accountId, token });
    const userAgentClass = classifyUserAgent(options.userAgent);
    await recordClick(deps, { link, accountId, messageId, userAgentClass }, { retentionDays });
  } catch (error) {
    // The redirect works even if the click cannot be recorded.
    deps.log.error('Click not recorded', error);
  }
  return url;
}
