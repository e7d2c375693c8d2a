import type { Account } from '../../accounts/account';
import { isLinkIdentifier } from '../../content/link';
import { findTrackingLinks } from '../../content/merge-tags';
import { accountLinkKey } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import type { Campaign } from '../record/campaign';

/** Those of the links in the body of a campaign that are registered on the account. */
export async function findRegisteredLinks(
  table: Table,
  { account, campaign }: { account: Pick<Account, 'id'>; campaign: Pick<Campaign, 'body'> },
): Promise<ReadonlySet<string>> {
  const links = findTrackingLinks(campaign.body ?? '').filter(isLinkIdentifier);
  const items = await table.batchGet(links.map((link) => accountLinkKey(account.id, link)));
  return new Set(links.filter((_, index) => items[index] !== undefined));
}
