import {
  presentDefinition,
  readSchema,
  visibleFields,
} from '../../shared/audience/custom-fields/custom-field-schema';
import { presentGroup, readGroup } from '../../shared/audience/groups/group';
import { findGroupId, readGroupId } from '../../shared/audience/groups/group-id';
import { listGroups } from '../../shared/audience/groups/list-groups';
import { readListQuery } from '../../shared/audience/groups/list-query';
import { ServiceError } from '../../shared/errors/service-error';
import { byRoute } from '../../shared/http/by-route';
import { endpoint } from '../../shared/http/endpoint';
import { groupKey, groupListKey, schemaKey } from '../../shared/platform/store/keys';
import * as contacts from './contacts.routes';
import * as routes from './groups.routes';

/** GET /api/v1/groups. **Source:** rules 4.7. */
const list = endpoint({
  route: routes.listGroups,
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

/** GET /api/v1/groups/{id}. **Source:** rules 4.7. */
const get = endpoint({
  route: routes.getGroup,
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

/** GET /api/v1/contacts/custom-fields/schema. **Source:** rules 4.8. */
const getCustomFields = endpoint({
  route: contacts.getCustomFieldSchema,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  handle: async ({ prefetched }) => {
    const fields = visibleFields(readSchema(prefetched.schema)).map(presentDefinition);
    return { status: 200, body: { fields } };
  },
});

/** The routes that read groups and the schema of custom fields. */
export const handler = byRoute([
  { route: routes.listGroups, handler: list },
  { route: routes.getGroup, handler: get },
  { route: contacts.getCustomFieldSchema, handler: getCustomFields },
]);
