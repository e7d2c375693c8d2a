import type { Item } from '../platform/store/item';

/** A short link registered on an account, for `{{trackingLink}}`. **Source:** rules 2.7. */
export interface Link {
  /** `<domain>/<path>`, exactly as bodies must spell it. */
  link: string;
  accountId: string;
  /** Where it leads. */
  url: string;
  createdAt: string;
}

export function readLink(item: Item): Link {
  return {
    link: item.link as string,
    accountId: item.accountId as string,
    url: item.url as string,
    createdAt: item.createdAt as string,
  };
}

const DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const PATH = /^[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*$/;
const LONGEST_LINK = 200;

/**
 * Whether `text` has the form of a link's identifier: domain in lower case, slash, path; no scheme, no slash at the
 * end, no query, no anchor.
 *
 * **Source:** rules 2.7.
 */
export function isLinkIdentifier(text: string): boolean {
  const slash = text.indexOf('/');
  if (slash < 1 || text.length > LONGEST_LINK) return false;
  return DOMAIN.test(text.slice(0, slash)) && PATH.test(text.slice(slash + 1));
}
