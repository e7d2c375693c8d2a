import type { Account } from '../../accounts/account';
import { isLinkIdentifier, linkItem } from '../../content/link';
import { findTrackingLinks } from '../../content/merge-tags';
import type { Table } from '../../platform/store/table';
import type { Campaign } from './campaign';

/** Finds the links in the body of a campaign that are registered on the account, with their targets. */
export async function findLinkTargets(
  table: Table,
  { account, campaign }: { account: Pick<Account, 'id'>; campaign: Pick<Campaign, 'body'> },
): Promise<ReadonlyMap<string, string>> {
  const links = findTrackingLinks(campaign.body ?? '').filter(isLinkIdentifier);
  const items = await table.batchGet(links.map((link) => linkItem.key({ accountId: account.id, link })));
  return new Map(
    links.flatMap((link, index) => {
      const registered = linkItem.readIfAny(items[index]);
      return registered ? [[link, registered.url] as const] : [];
    }),
  );
}

/** Finds the same links without their targets. */
export async function findRegisteredLinks(
  ...parameters: Parameters<typeof findLinkTargets>
): Promise<ReadonlySet<string>> {
  return new Set((await findLinkTargets(...parameters)).keys());
}
