import { type Clock, isoNow } from '../platform/clock';
import { commit } from '../platform/store/commit';
import { accountKey, LINK_PREFIX } from '../platform/store/keys';
import { DEFAULT_RETENTION_DAYS } from '../limits';
import type { Table } from '../platform/store/table';
import { type Link, linkItem, linkOwnerItem } from './link';

export type AddLinkResult = { added: Link } | { refused: 'noSuchAccount' | 'registeredElsewhere' };

/** Registers a short link, or changes the target of one of the account's links. A link belongs to one account only. */
export async function addLink(
  deps: { table: Table; clock: Clock },
  options: { accountId: string; link: string; url: string; retentionDays?: Link['retentionDays'] },
): Promise<AddLinkResult> {
  const { accountId, link, url, retentionDays = DEFAULT_RETENTION_DAYS } = options;
  const added: Link = { link, accountId, url, retentionDays, createdAt: isoNow(deps.clock) };
  const result = await commit(deps.table, [
    {
      write: { ConditionCheck: { Key: accountKey(accountId), ConditionExpression: 'attribute_exists(pk)' } },
      onFail: 'noSuchAccount',
    },
    {
      write: {
        Put: {
          Item: linkOwnerItem.item(link, added),
          ConditionExpression: 'attribute_not_exists(pk) OR accountId = :account',
          ExpressionAttributeValues: { ':account': accountId },
        },
      },
      onFail: 'registeredElsewhere',
    },
    { write: { Put: { Item: linkItem.item(added, added) } } },
  ]);
  return result.committed ? { added } : { refused: result.refusal };
}

/** Has clicks of all links of an account kept for so long from now on. */
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

/** @returns `false` when the account has no such link */
export async function removeLink(
  table: Table,
  options: { accountId: string; link: string },
): Promise<boolean> {
  const result = await commit(table, [
    {
      write: {
        Delete: {
          Key: linkOwnerItem.key(options.link),
          ConditionExpression: 'accountId = :account',
          ExpressionAttributeValues: { ':account': options.accountId },
        },
      },
      onFail: 'noSuchLink',
    },
    { write: { Delete: { Key: linkItem.key(options) } } },
  ]);
  return result.committed;
}
