import { createGroup, type NewGroup } from '../../shared/audience/groups/create-group';
import type { Group } from '../../shared/audience/groups/group';
import { addTag, removeTag } from '../../shared/audience/groups/group-tags';
import { listAllGroups } from '../../shared/audience/groups/list-groups';
import { type GroupChanges, updateGroup } from '../../shared/audience/groups/update-group';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import validateTag from '../../shared/platform/validation/generated/add-group-tag';
import validateCreate from '../../shared/platform/validation/generated/create-group';
import validateUpdate from '../../shared/platform/validation/generated/update-group';
import * as routes from './groups.routes';

/** Groups as their settings. **Source:** rules 2.5. */
export const GROUP_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listGroupSettings.route,
    handler: endpoint({
      route: routes.listGroupSettings.route,
      handle: async ({ platform, account }) => {
        const groups = await listAllGroups(platform.table, account.id);
        return { status: 200, body: { results: groups.map(present) } };
      },
    }),
  },
  {
    route: routes.createGroup.route,
    handler: endpoint({
      route: routes.createGroup.route,
      validate: validateCreate<Omit<NewGroup, 'accountId'>>,
      handle: async ({ platform, account, body }) => {
        const given = Object.fromEntries(
          Object.entries(body).filter(([, value]) => value !== ''),
        ) as typeof body;
        const group = await createGroup(platform, { ...given, accountId: account.id });
        return { status: 201, body: present(group) };
      },
    }),
  },
  {
    route: routes.updateGroup.route,
    handler: endpoint({
      route: routes.updateGroup.route,
      validate: validateUpdate<GroupChanges>,
      handle: async ({ platform, account, pathParameters, body }) => {
        const { groupId = '' } = pathParameters;
        const group = await updateGroup(platform, { accountId: account.id, groupId, changes: body });
        return { status: 200, body: present(group) };
      },
    }),
  },
  {
    route: routes.addGroupTag.route,
    handler: endpoint({
      route: routes.addGroupTag.route,
      validate: validateTag<{ name: string }>,
      handle: async ({ platform, account, pathParameters, body }) => {
        const { groupId = '' } = pathParameters;
        const group = await addTag(platform, { accountId: account.id, groupId, name: body.name });
        return { status: 200, body: present(group) };
      },
    }),
  },
  {
    route: routes.removeGroupTag.route,
    handler: endpoint({
      route: routes.removeGroupTag.route,
      handle: async ({ platform, account, pathParameters }) => {
        const { groupId = '', name = '' } = pathParameters;
        const group = await removeTag(platform, { accountId: account.id, groupId, name });
        return { status: 200, body: present(group) };
      },
    }),
  },
];

function present({ id, name, isDefault, optInType, contactCount, tags, createdAt, ...rest }: Group) {
  const { optInMessage, confirmationMessage, from } = rest;
  return {
    ...{ id, name, isDefault, optInType, contactCount, tags, createdAt },
    ...{ optInMessage, confirmationMessage, from },
  };
}
