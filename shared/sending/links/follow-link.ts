import { addLogContext } from '../../platform/log';
import type { Platform } from '../../platform/platform';
import type { Message } from '../../messages/message';
import { findMessage } from '../single/find-message';
import { findClickedMessage } from './find-clicked-message';
import { isLinkIdentifier, type Link, linkOwnerItem } from '../../content/link';
import { linkDomainOwnerItem } from '../../content/link-domain';
import { recordClick } from './record-click';
import { classifyUserAgent } from '../../content/user-agent-class';
import type { Table } from '../../platform/store/table';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids' | 'log'>;

/**
 * Finds where a short link leads and notes the click: when, of which message, and with what kind of program. No
 * address, no cookie and no user agent is kept.
 *
 * @param options.host of the request, in lower case and without its port
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
  const link = await findLink(deps.table, options);
  if (!link) return undefined;
  const { accountId, url } = link;
  const token = /^[A-Za-z0-9]{1,10}$/.exec(options.token ?? '')?.[0];
  try {
    const message = token === undefined ? undefined : await findMessageOf(deps.table, { accountId, token });
    const userAgentClass = options.isAutomatic ? 'bot' : classifyUserAgent(options.userAgent);
    await recordClick(deps, { ...link, message, userAgentClass });
  } catch (error) {
    // The redirect works even if the click cannot be recorded.
    deps.log.error('Click not recorded', error);
  }
  return url;
}

/** The link of this name, while its account has the domain. */
async function findLink(
  table: Table,
  { host, path }: { host: string; path: string },
): Promise<Link | undefined> {
  const name = `${host}${path}`;
  if (!isLinkIdentifier(name)) return undefined;
  const [linkItem, domainItem] = await table.batchGet([
    linkOwnerItem.key(name),
    linkDomainOwnerItem.key(host),
  ]);
  const link = linkOwnerItem.readIfAny(linkItem);
  return link && linkDomainOwnerItem.readIfAny(domainItem)?.accountId === link.accountId ? link : undefined;
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
