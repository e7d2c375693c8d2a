import { parse } from 'tldts';
import { ACCOUNT_IS_OPEN } from '../accounts/account-store';
import { domainOf, isDomain } from '../content/link';
import { isServiceName, type LinkDomain, linkDomainItem, linkDomainOwnerItem } from '../content/link-domain';
import { listLinks, removeLink } from '../content/link-store';
import { isoNow } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { commit } from '../platform/store/commit';
import { accountKey } from '../platform/store/keys';
import type { Table } from '../platform/store/table';

/** Reason why a domain cannot be assigned: it is no registrable name, or it cannot be used for links. */
type RefusedDomain = 'notADomain' | 'publicSuffix' | 'ofTheService';

/**
 * Checks a name that is to become a link domain.
 *
 * @param domain in lower case, non-ASCII labels in punycode
 * @returns `undefined` for a domain that can be assigned to an account
 *
 * **Source:** rules 2.7.
 */
export function judgeLinkDomain(domain: string, baseUrl: string): RefusedDomain | undefined {
  if (!isDomain(domain) || !isNameForBrowsers(domain)) return 'notADomain';
  if (parse(domain, { allowPrivateDomains: true }).domain === null) return 'publicSuffix';
  return isServiceName(domain, baseUrl) ? 'ofTheService' : undefined;
}

/** Returns the requirement that a refused name violates, to follow "it" or the name of the property. */
export function describeRefusedDomain(refused: RefusedDomain): string {
  switch (refused) {
    case 'notADomain':
      return 'must be a domain in lower case, such as go.acme.com, without scheme, port and path';
    case 'publicSuffix':
      return 'must have at least one dot before a public suffix, such as go.acme.com or acme.com';
    case 'ofTheService':
      return "must not be the service's own name, nor below or above it";
  }
}

/**
 * Returns false for names that browsers read otherwise: `0x7f.1` is an address to them, and invalid punycode is no
 * host.
 */
function isNameForBrowsers(domain: string): boolean {
  const url = `https://${domain}/`;
  return (
    URL.canParse(url) && new URL(url).hostname === domain && /[a-z]/.test(domain.split('.').at(-1) ?? '')
  );
}

/**
 * Assigns a domain to an account, for its short links. A domain belongs to one account only. Assigning it again changes
 * nothing.
 */
export async function addLinkDomain(
  deps: Pick<Platform, 'table' | 'clock'>,
  { accountId, domain }: { accountId: string; domain: string },
): Promise<{ added: LinkDomain } | { refused: 'noSuchAccount' | 'ofAnotherAccount' }> {
  const added: LinkDomain = { domain, accountId, createdAt: isoNow(deps.clock) };
  const result = await commit(deps.table, [
    {
      write: { ConditionCheck: { Key: accountKey(accountId), ConditionExpression: ACCOUNT_IS_OPEN } },
      onFail: 'noSuchAccount',
    },
    {
      write: {
        Put: {
          Item: linkDomainOwnerItem.item(domain, added),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      onFail: 'ofAnotherAccount',
    },
    { write: { Put: { Item: linkDomainItem.item(added, added) } } },
  ]);
  if (result.committed) return { added };
  if (result.refusal === 'noSuchAccount') return { refused: result.refusal };
  const known = linkDomainOwnerItem.readIfAny(result.found);
  return known?.accountId === accountId ? { added: known } : { refused: result.refusal };
}

/**
 * Removes a domain from an account, together with the links under it: they stop working at once, and any account can
 * get the domain. May be repeated; continues where it was interrupted.
 *
 * @returns the links that were removed; `undefined` when the account has neither the domain nor links under it
 */
export async function removeLinkDomain(
  table: Table,
  { accountId, domain }: { accountId: string; domain: string },
): Promise<string[] | undefined> {
  if (!isDomain(domain)) return undefined;
  // 1. Remove the domain first: from then on no link under it can be created or followed.
  const result = await commit(table, [
    {
      write: {
        Delete: {
          Key: linkDomainOwnerItem.key(domain),
          ConditionExpression: 'accountId = :account',
          ExpressionAttributeValues: { ':account': accountId },
        },
      },
      onFail: 'notGiven' as const,
    },
    { write: { Delete: { Key: linkDomainItem.key({ accountId, domain }) } } },
  ]);

  // 2. Remove its links.
  const links = await linksUnder(table, { accountId, domain });
  for (const link of links) await removeLink(table, { accountId, link });
  return result.committed || links.length > 0 ? links : undefined;
}

/** Lists the links of an account under a domain. */
export async function linksUnder(
  table: Table,
  { accountId, domain }: { accountId: string; domain: string },
): Promise<string[]> {
  return (await listLinks(table, accountId))
    .map(({ link }) => link)
    .filter((link) => domainOf(link) === domain);
}
