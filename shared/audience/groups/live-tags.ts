import { array, object, string } from 'valibot';
import { defineItem } from '../../platform/store/define-item';
import { accountKey, GROUP_PREFIX, groupKey } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';

/** Tag with the group that has it. */
export interface LiveTag {
  groupId: string;
  tagId: string;
}

const taggedGroupItem = defineItem({
  entity: 'group',
  key: ({ accountId, groupId }: { accountId: string; groupId: string }) => groupKey(accountId, groupId),
  value: object({ id: string(), tags: array(object({ id: string() })) }),
});

/**
 * Returns the tags that the groups of the account have. Members keep the ids of tags that were removed from their group,
 * which no longer count.
 *
 * @param options.tagIds the tags that are looked for; absent: all
 */
export async function findLiveTags(
  table: Table,
  { accountId, tagIds }: { accountId: string; tagIds?: readonly string[] | undefined },
): Promise<LiveTag[]> {
  const live: LiveTag[] = [];
  const groups = table.query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    FilterExpression: 'size(tags) > :none',
    ProjectionExpression: 'pk, sk, id, tags',
    ExpressionAttributeValues: { ':pk': accountKey(accountId).pk, ':prefix': GROUP_PREFIX, ':none': 0 },
    ConsistentRead: true,
  });
  for await (const item of groups) {
    const { id: groupId, tags } = taggedGroupItem.read(item);
    const wanted = tags.filter(({ id }) => tagIds === undefined || tagIds.includes(id));
    live.push(...wanted.map(({ id: tagId }) => ({ groupId, tagId })));
  }
  return live;
}
