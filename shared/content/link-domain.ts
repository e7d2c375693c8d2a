import { object, string } from 'valibot';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import {
  accountKey,
  accountLinkDomainKey,
  LINK_DOMAIN_PREFIX,
  linkDomainOwnerKey,
} from '../platform/store/keys';
import type { Table, TransactItem } from '../platform/store/table';

/** Domain that the operator gave to an account for its short links. **Source:** rules 2.7. */
const LINK_DOMAIN = object({ domain: string(), accountId: string(), createdAt: string() });

/** Domain in the account's list. */
export const linkDomainItem = defineItem({
  entity: 'linkDomain',
  key: (address: { accountId: string; domain: string }) =>
    accountLinkDomainKey(address.accountId, address.domain),
  value: LINK_DOMAIN,
});
/** The same domain under its own key, where links find its account. This key makes it belong to one account only. */
export const linkDomainOwnerItem = defineItem({
  entity: 'linkDomainOwner',
  key: linkDomainOwnerKey,
  value: LINK_DOMAIN,
});
export type LinkDomain = ValueOf<typeof linkDomainItem>;

/** Lists the domains of an account in alphabetical order. */
export async function listLinkDomains(table: Table, accountId: string): Promise<LinkDomain[]> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': accountKey(accountId).pk, ':prefix': LINK_DOMAIN_PREFIX },
  });
  return items.map(linkDomainItem.read);
}

/** Builds a condition check that holds while the account has the domain. */
export function checkLinkDomain({ accountId, domain }: { accountId: string; domain: string }): TransactItem {
  return {
    ConditionCheck: {
      Key: linkDomainOwnerKey(domain),
      ConditionExpression: 'accountId = :account',
      ExpressionAttributeValues: { ':account': accountId },
    },
  };
}

/** Returns true for the service's own host name, its subdomains and its parent domains. */
export function isServiceName(host: string, baseUrl: string): boolean {
  const own = new URL(baseUrl).hostname;
  return host === own || host.endsWith(`.${own}`) || own.endsWith(`.${host}`);
}
