import { object, string } from 'valibot';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import {
  accountKey,
  accountLinkDomainKey,
  LINK_DOMAIN_PREFIX,
  linkDomainOwnerKey,
} from '../platform/store/keys';
import type { Table, TransactItem } from '../platform/store/table';

/** A domain that the operator gave to an account for its short links. **Source:** rules 2.7. */
const LINK_DOMAIN = object({ domain: string(), accountId: string(), createdAt: string() });

/** A domain in the account's list. */
export const linkDomainItem = defineItem({
  entity: 'linkDomain',
  key: (address: { accountId: string; domain: string }) =>
    accountLinkDomainKey(address.accountId, address.domain),
  value: LINK_DOMAIN,
});
/** The same domain where links look for its account: what makes it one account's only. */
export const linkDomainOwnerItem = defineItem({
  entity: 'linkDomainOwner',
  key: linkDomainOwnerKey,
  value: LINK_DOMAIN,
});
export type LinkDomain = ValueOf<typeof linkDomainItem>;

/** The domains of an account, in the order of the alphabet. */
export async function listLinkDomains(table: Table, accountId: string): Promise<LinkDomain[]> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': accountKey(accountId).pk, ':prefix': LINK_DOMAIN_PREFIX },
  });
  return items.map(linkDomainItem.read);
}

/** Part of a transaction: holds while the account has the domain. */
export function checkLinkDomain({ accountId, domain }: { accountId: string; domain: string }): TransactItem {
  return {
    ConditionCheck: {
      Key: linkDomainOwnerKey(domain),
      ConditionExpression: 'accountId = :account',
      ExpressionAttributeValues: { ':account': accountId },
    },
  };
}

/** Whether a host is the service's own name, below it or above it. */
export function isServiceName(host: string, baseUrl: string): boolean {
  const own = new URL(baseUrl).hostname;
  return host === own || host.endsWith(`.${own}`) || own.endsWith(`.${host}`);
}
