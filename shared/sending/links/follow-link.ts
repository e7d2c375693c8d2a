import { addLogContext } from '../../platform/log';
import { linkOwnerKey } from '../../platform/store/keys';
import type { Platform } from '../../platform/platform';
import type { Message } from '../../messages/message';
import { findMessage } from '../single/find-message';
import { findClickedMessage } from './find-clicked-message';
import { isLinkIdentifier, readLink } from '../../content/link';
import { recordClick } from './record-click';
import { classifyUserAgent } from '../../content/user-agent-class';
import type { Table } from '../../platform/store/table';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids' | 'log'>;

/**
 * Finds where a short link leads and notes the click: when, of which message, and with what kind of program. No
 * address, no cookie and no user agent is kept.
 *
 * @param options.host of the request, which may carry a port
 * @param options.token what stands for the message; absent or unknown, the click counts for the link alone
 * @param options.isAutomatic the request says by itself that no person has followed the link
 * @returns the registered target, never anything that the request itself names; `undefined` for an unknown link
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
  const name = `${options.host.toLowerCase().replace(/:\d+$/, '')}${options.path}`;
  if (!isLinkIdentifier(name)) return undefined;
  const item = await deps.table.get(linkOwnerKey(name));
  if (!item) return undefined;
  const { link, accountId, url, retentionDays } = readLink(item);
  const token = /^[A-Za-z0-9]{1,10}$/.exec(options.token ?? '')?.[0];
  try {
    const message = token === undefined ? undefined : await findMessageOf(deps.table, { accountId, token });
    const userAgentClass = options.isAutomatic ? 'bot' : classifyUserAgent(options.userAgent);
    await recordClick(deps, { link, accountId, message, userAgentClass, retentionDays });
  } catch (error) {
    // The redirect works even if the click cannot be recorded.
    deps.log.error('Click not recorded', error);
  }
  return url;
}

/** Of a message that is gone, or whose person was erased, a click counts for the link alone. */
async function findMessageOf(
  table: Table,
  { accountId, token }: { accountId: string; token: string },
): Promise<Message | undefined> {
  const messageId = await findClickedMessage(table, { accountId, token });
  addLogContext({ accountId, messageId });
  const message = messageId === undefined ? undefined : await findMessage(table, accountId, messageId);
  return message?.erased ? undefined : message;
}
