import { literal, number, object, optional, string, union } from 'valibot';
import { DEFAULT_RETENTION_DAYS, MAX_LINK_CHARACTERS } from '../limits';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { accountLinkKey, linkOwnerKey } from '../platform/store/keys';

/** Short link registered on an account, for `{{trackingLink}}`. **Source:** rules 2.7. */
const LINK = object({
  /** `<domain>/<path>`, exactly as bodies must spell it. */
  link: string(),
  accountId: string(),
  /** Target of the redirect. */
  url: string(),
  /** Retention of the account for the clicks, stored here because the redirect reads no account. */
  retentionDays: optional(union([number(), literal('none')]), DEFAULT_RETENTION_DAYS),
  createdAt: string(),
});

/** Link in the account's list. */
export const linkItem = defineItem({
  entity: 'link',
  key: (address: { accountId: string; link: string }) => accountLinkKey(address.accountId, address.link),
  value: LINK,
});
/** The same link under its own key, where the redirect finds it without the account. */
export const linkOwnerItem = defineItem({ entity: 'linkOwner', key: linkOwnerKey, value: LINK });
export type Link = ValueOf<typeof linkItem>;

const DOMAIN_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Path of a link. Browsers never request a path with a segment `.` or `..`. */
const PATH = /^(?!(?:.*\/)?\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*$/;

/**
 * Returns true when `text` has the form of a link's identifier: domain in lower case, slash, path; no scheme, no slash
 * at the end, no query, no anchor.
 *
 * **Source:** rules 2.7.
 */
export function isLinkIdentifier(text: string): boolean {
  const slash = text.indexOf('/');
  if (slash < 1 || text.length > MAX_LINK_CHARACTERS) return false;
  return isDomain(domainOf(text)) && PATH.test(text.slice(slash + 1));
}

/** Returns true when `text` has the form of a domain in lower case. */
export const isDomain = (text: string): boolean => DOMAIN_NAME.test(text);

/** Returns the URL for a `Location` header, with non-ASCII characters escaped and its host in punycode. */
export const toAsciiUrl = (url: string): string => (/^[!-~]*$/.test(url) ? url : new URL(url).href);

/** @param link `<domain>/<path>` */
export const domainOf = (link: string): string => link.slice(0, link.indexOf('/'));
