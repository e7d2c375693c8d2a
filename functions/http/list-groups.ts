import { presentGroup } from '../../shared/audience/groups/group';
import { keysOfGroupList, listGroups } from '../../shared/audience/groups/list-groups';
import { readListQuery } from '../../shared/audience/groups/list-query';
import { endpoint } from '../../shared/http/endpoint';

/** GET /api/v1/groups. **Source:** rules 4.7. */
export const handler = endpoint({
  operationId: 'listGroups',
  prefetch: ({ accountId }) => keysOfGroupList(accountId),
  handle: async ({ platform, account, query: rawQuery, prefetched }) => {
    const query = readListQuery(rawQuery);
    const { totalCount, groups } = await listGroups(platform.table, {
      accountId: account.id,
      query,
      items: prefetched,
    });
    const { page, limit } = query;
    return { status: 200, body: { page, limit, totalCount, results: groups.map(presentGroup) } };
  },
});
