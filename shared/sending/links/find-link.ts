import { isLinkIdentifier, type Link, linkOwnerItem } from '../../content/link';
import { linkDomainOwnerItem } from '../../content/link-domain';
import type { Table } from '../../platform/store/table';

/**
 * Finds the link of this name, provided that its account still has the domain.
 *
 * @param name.host host of the request, in lower case and without its port
 *
 * **Source:** rules 2.7.
 */
export async function findLink(
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
