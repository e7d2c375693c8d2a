import { presentGroup } from '../../shared/audience/groups/group';
import { listGroups } from '../../shared/audience/groups/list-groups';
import { readListQuery } from '../../shared/audience/groups/list-query';
import { endpoint } from '../../shared/http/endpoint';
import { groupListKey } from '../../shared/platform/store/keys';
import { route } from './list-groups.route';

export { route };

/** GET /api/v1/groups. **Source:** rules 4.7. */
export const handler = endpoint({
  route,
  prefetch: ({ accountId }) => ({ head: groupListKey(accountId) }),
  handle: async ({ platform, account, query: rawQuery, prefetched }) => {
    const query = readListQuery(rawQuery);
    const { totalCount, groups } = await listGroups(platform.table, {
      accountId: account.id,
      query,
      head: prefetched.head,
    });
    const { page, limit } = query;
    return { status: 200, body: { page, limit, totalCount, results: groups.map(presentGroup) } };
  },
});
