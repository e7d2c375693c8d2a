import { addLogContext } from '../../platform/observability/log';
import type { Platform } from '../../platform/platform';
import type { Message } from '../../messages/message';
import { findMessage } from '../single/find-message';
import { findClickedMessage } from './internal/find-clicked-message';
import { isLinkIdentifier, type Link, linkOwnerItem } from '../../content/link';
import { linkDomainOwnerItem } from '../../content/link-domain';
import { recordClick } from './internal/record-click';
import { classifyUserAgent } from './internal/user-agent-class';
import type { Table } from '../../platform/store/table';

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

/** Finds the link of this name, provided that its account still has the domain. */
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

/**
 * Finds the message of a token. When the message was deleted or its person was erased, the click counts for the link
 * only.
 */
async function findMessageOf(
  table: Table,
  { accountId, token }: { accountId: string; token: string },
): Promise<Message | undefined> {
  const messageId = await findClickedMessage(table, { accountId, token });
  addLogContext({ accountId, messageId });
  const message = messageId === undefined ? undefined : await findMessage(table, accountId, messageId);
  return message?.erased ? undefined : message;
}
