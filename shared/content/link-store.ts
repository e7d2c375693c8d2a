import { type Clock, isoNow } from '../platform/clock';
import { accountKey, accountLinkKey, LINK_PREFIX, linkOwnerKey } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import { transactPatiently } from '../platform/store/transact-patiently';
import { type Link, readLink } from './link';

export type AddLinkResult = { added: Link } | { refused: 'noSuchAccount' | 'registeredElsewhere' };

/** Registers a short link, or gives one that the account has another target. A link belongs to one account only. */
export async function addLink(
  deps: { table: Table; clock: Clock },
  options: { accountId: string; link: string; url: string },
): Promise<AddLinkResult> {
  const { accountId, link, url } = options;
  const added: Link = { link, accountId, url, createdAt: isoNow(deps.clock) };
  const result = await transactPatiently(deps.table, [
    { ConditionCheck: { Key: accountKey(accountId), ConditionExpression: 'attribute_exists(pk)' } },
    {
      Put: {
        Item: { ...linkOwnerKey(link), entity: 'linkOwner', ...added },
        ConditionExpression: 'attribute_not_exists(pk) OR accountId = :account',
        ExpressionAttributeValues: { ':account': accountId },
      },
    },
    { Put: { Item: { ...accountLinkKey(accountId, link), entity: 'link', ...added } } },
  ]);
  if (result.committed) return { added };
  return {
    refused: result.failed.some(({ index, reason }) => index === 0 && reason === 'conditionFailed')
      ? 'noSuchAccount'
      : 'registeredElsewhere',
  };
}

export async function listLinks(table: Table, accountId: string): Promise<Link[]> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': accountKey(accountId).pk, ':prefix': LINK_PREFIX },
  });
  return items.map(readLink);
}

/** `false` when the account has no such link. */
export async function removeLink(
  table: Table,
  options: { accountId: string; link: string },
): Promise<boolean> {
  const result = await transactPatiently(table, [
    {
      Delete: {
        Key: linkOwnerKey(options.link),
        ConditionExpression: 'accountId = :account',
        ExpressionAttributeValues: { ':account': options.accountId },
      },
    },
    { Delete: { Key: accountLinkKey(options.accountId, options.link) } },
  ]);
  return result.committed;
}
