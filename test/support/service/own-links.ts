import { domainOf, type Link } from '../../../shared/content/link';
import { addLink } from '../../../shared/content/link-store';
import { addLinkDomain } from '../../../shared/operations/link-domains';
import type { Platform } from '../../../shared/platform/platform';

/** Returns a domain for the links of an account, which no other account has. */
export const linkDomainOf = (accountId: string) =>
  `${accountId.replace(/^acc_/, '').toLowerCase()}.example.com`;

/** Registers a short link, after the domain was added to the account. */
export async function registerLink(
  deps: Pick<Platform, 'table' | 'clock'>,
  { accountId, link, url = 'https://example.com/' }: { accountId: string; link: string; url?: string },
): Promise<Link> {
  await addLinkDomain(deps, { accountId, domain: domainOf(link) });
  const result = await addLink(deps, { accountId, link, url });
  if ('added' in result) return result.added;
  throw new Error(`${link} is not registered: ${result.refused}`);
}
