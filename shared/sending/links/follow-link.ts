import { addLogContext } from '../../platform/observability/log';
import { isoNow } from '../../platform/clock';
import type { Platform } from '../../platform/platform';
import { findLink } from './find-link';
import { findClickedMessage, linkTokenIn } from './internal/find-clicked-message';
import { recordClick } from './internal/record-click';
import { classifyUserAgent } from './internal/user-agent-class';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids' | 'log'>;

/**
 * Finds the target of a short link and records the click with its time, its message and the kind of program. No
 * address, cookie or user agent is stored.
 *
 * @param options.host host of the request, in lower case and without its port
 * @param options.token link token of the message; when it is absent or unknown, the click counts for the link only
 * @param options.isAutomatic true when the request itself says that no person has followed the link
 * @returns the registered target, never a URL from the request; `undefined` for an unknown link
 */
export async function followLink(
  deps: Deps,
  options: {
    host: string;
    path: string;
    token: string | undefined;
    userAgent: string | undefined;
    isAutomatic: boolean;
  },
): Promise<string | undefined> {
  const link = await findLink(deps.table, options);
  if (!link) return undefined;
  const { accountId, url } = link;
  const token = linkTokenIn(options.token);
  try {
    const found =
      token === undefined ? undefined : await findClickedMessage(deps.table, { accountId, token });
    if (token !== undefined) addLogContext({ accountId, messageId: found?.messageId });
    const userAgentClass = options.isAutomatic ? 'bot' : classifyUserAgent(options.userAgent);
    const now = { at: isoNow(deps.clock), id: deps.ids.next('clk') };
    await recordClick(deps, { ...link, ...now, message: found?.message, userAgentClass });
  } catch (error) {
    // The redirect works even if the click cannot be recorded.
    deps.log.error('Click not recorded', error);
  }
  return url;
}
