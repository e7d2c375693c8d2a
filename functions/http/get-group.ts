import { ServiceError } from '../../shared/errors/service-error';
import { presentGroup, readGroup } from '../../shared/audience/groups/group';
import { findGroupId, readGroupId } from '../../shared/audience/groups/group-id';
import { endpoint } from '../../shared/http/endpoint';
import { groupKey } from '../../shared/platform/store/keys';
import { route } from './get-group.route';

export { route };

/** GET /api/v1/groups/{id}. **Source:** rules 4.7. */
export const handler = endpoint({
  route,
  prefetch: ({ accountId, pathParameters }) => {
    const groupId = findGroupId(pathParameters);
    return groupId === undefined ? undefined : { group: groupKey(accountId, groupId) };
  },
  handle: async ({ pathParameters, prefetched }) => {
    readGroupId(pathParameters);
    if (!prefetched.group) throw new ServiceError('GroupNotFound');
    return { status: 200, body: presentGroup(readGroup(prefetched.group)) };
  },
});
