import { DEFAULT_RETENTION_DAYS } from '../limits';
import { isoNow } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { commit, omittable } from '../platform/store/commit';
import { accountKey, LINK_PREFIX } from '../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Table } from '../platform/store/table';
import { domainOf, type Link, linkItem, linkOwnerItem, toAsciiUrl } from './link';
import { checkLinkDomain } from './link-domain';

/** Result of registering a link; registering it unchanged has no effect. */
type AddLinkResult = { added: Link } | { refused: 'notOwned' | 'leadsElsewhere' };

/**
 * Registers a short link under a domain of the account, or changes the target of one of its links.
 *
 * @param options.url an absolute URL; stored in ASCII
 * @param options.mayTurn true when the caller may change the target of a registered link, with which texts may have
 *   been sent
 * @param options.beforeWrite called with the former target, if there is one, and the new target
 *
 * **Source:** rules 2.7.
 */
export async function addLink(
  deps: Pick<Platform, 'table' | 'clock'>,
  options: {
    accountId: string;
    link: string;
    url: string;
    mayTurn?: boolean;
    retentionDays?: Link['retentionDays'];
    beforeWrite?: (from: string | undefined, to: string) => void;
  },
): Promise<AddLinkResult> {
  const { accountId, link, mayTurn = false, retentionDays = DEFAULT_RETENTION_DAYS } = options;
  const url = toAsciiUrl(options.url);
  return retryOnConflict(deps.table.waits, async () => {
    // 1. Read the registered link. A link of an account that had the domain before does not count.
    const registered = linkOwnerItem.readIfAny(await deps.table.get(linkOwnerItem.key(link)));
    const own = registered?.accountId === accountId ? registered : undefined;
    if (own && own.url !== url && !mayTurn) return { refused: 'leadsElsewhere' as const };

    // 2. Store it, on condition that the account has the domain and no other change came first.
    const added: Link = {
      ...{ link, accountId, url, retentionDays },
      createdAt: own?.createdAt ?? isoNow(deps.clock),
    };
    const unchanged = registered
      ? {
          ConditionExpression: 'accountId = :owner AND #url = :from',
          ExpressionAttributeNames: { '#url': 'url' },
          ExpressionAttributeValues: { ':owner': registered.accountId, ':from': registered.url },
        }
      : { ConditionExpression: 'attribute_not_exists(pk)' };
    const isThere = own?.url === url && own.retentionDays === retentionDays;
    if (!isThere) options.beforeWrite?.(own?.url, url);
    const result = await commit(deps.table, [
      { write: checkLinkDomain({ accountId, domain: domainOf(link) }), onFail: 'notOwned' as const },
      ...(isThere
        ? []
        : [
            {
              write: { Put: { Item: linkOwnerItem.item(link, added), ...unchanged } },
              onFail: 'changed' as const,
            },
            { write: { Put: { Item: linkItem.item(added, added) } } },
          ]),
    ]);
    if (result.committed) return { added };
    return result.refusal === 'changed' ? CONFLICT : { refused: result.refusal };
  });
}

/** Sets how long clicks of all links of an account are kept from now on. */
export async function setClickRetention(
  table: Table,
  { accountId, retentionDays }: { accountId: string; retentionDays: Link['retentionDays'] },
): Promise<void> {
  for (const { link } of await listLinks(table, accountId)) {
    const change = {
      UpdateExpression: 'SET retentionDays = :days',
      ConditionExpression: 'accountId = :account',
      ExpressionAttributeValues: { ':days': retentionDays, ':account': accountId },
    };
    await table.update({ Key: linkOwnerItem.key(link), ...change });
    await table.update({ Key: linkItem.key({ accountId, link }), ...change });
  }
}

export async function listLinks(table: Table, accountId: string): Promise<Link[]> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': accountKey(accountId).pk, ':prefix': LINK_PREFIX },
  });
  return items.map(linkItem.read);
}

/**
 * @param options.beforeWrite called with the target of the link
 * @returns `false` when the account has no such link
 */
export async function removeLink(
  table: Table,
  options: { accountId: string; link: string; beforeWrite?: (from: string) => void },
): Promise<boolean> {
  return retryOnConflict(table.waits, async () => {
    const known = linkItem.readIfAny(await table.get(linkItem.key(options)));
    if (!known) return false;
    options.beforeWrite?.(known.url);
    return (await deleteLink(table, known)) ? true : CONFLICT;
  });
}

/** @returns `false` when the link has another target by now, or is gone */
async function deleteLink(table: Table, { accountId, link, url }: Link): Promise<boolean> {
  const result = await commit(table, [
    {
      write: {
        Delete: {
          Key: linkItem.key({ accountId, link }),
          ConditionExpression: '#url = :url',
          ExpressionAttributeNames: { '#url': 'url' },
          ExpressionAttributeValues: { ':url': url },
        },
      },
      onFail: 'changed',
    },
    // Another account may have registered it again after it got the domain.
    ...omittable([
      {
        Delete: {
          Key: linkOwnerItem.key(link),
          ConditionExpression: 'accountId = :account',
          ExpressionAttributeValues: { ':account': accountId },
        },
      },
    ]),
  ]);
  return result.committed;
}
