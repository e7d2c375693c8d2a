import { BOOK_START, type BookPosition } from '../../shared/audience/book/walk-book';
import { createGroup } from '../../shared/audience/groups/create-group';
import type { Group } from '../../shared/audience/groups/group';
import { addTag, removeTag } from '../../shared/audience/groups/group-tags';
import { listAllGroups, listDeletedGroups } from '../../shared/audience/groups/list-groups';
import { updateGroup } from '../../shared/audience/groups/update-group';
import { changesBetween } from '../../shared/audit/tell-changes';
import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import { readListCursor, writeListCursor } from '../../shared/lists/list-query';
import { deleteGroupPart, type DeletionPlace } from '../../shared/operations/delete-group-in-parts';
import { patchText } from '../../shared/text/patch-text';
import validateTag from '../../shared/platform/validation/generated/add-group-tag';
import validateCreate from '../../shared/platform/validation/generated/create-group';
import validateUpdate from '../../shared/platform/validation/generated/update-group';
import * as routes from './groups.routes';

/** Time of a part of a deletion, well below the time of the function. */
const DELETION_PART_MS = 5_000;

type Listed = Group & { deletedAt?: string };

/** Routes of groups and their settings. **Source:** rules 2.5. */
export const GROUP_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listGroupSettings.route,
    handler: endpoint({
      route: routes.listGroupSettings.route,
      handle: async ({ platform, account }) => {
        const [groups, deleted] = await Promise.all([
          listAllGroups(platform.table, account.id),
          listDeletedGroups(platform.table, account.id),
        ]);
        return { status: 200, body: { results: [...groups, ...deleted].map(present) } };
      },
    }),
  },
  {
    route: routes.createGroup.route,
    handler: endpoint({
      route: routes.createGroup.route,
      validate: validateCreate,
      handle: async ({ platform, audit, account, body }) => {
        audit.tell({ changes: changesBetween({}, { name: body.name, optInType: body.optInType }) });
        const group = await createGroup(platform, {
          ...{ ...body, accountId: account.id },
          optInMessage: patchText(undefined, body.optInMessage),
          confirmationMessage: patchText(undefined, body.confirmationMessage),
          from: patchText(undefined, body.from),
        });
        return { status: 201, body: present(group) };
      },
    }),
  },
  {
    route: routes.updateGroup.route,
    handler: endpoint({
      route: routes.updateGroup.route,
      validate: validateUpdate,
      handle: async ({ platform, audit, account, pathParameters, body }) => {
        const { groupId = '' } = pathParameters;
        const group = await updateGroup(platform, {
          ...{ accountId: account.id, groupId, changes: body },
          beforeWrite: (before, after) => audit.tell({ changes: changesBetween(before, after) }),
        });
        return { status: 200, body: present(group) };
      },
    }),
  },
  {
    route: routes.deleteGroup.route,
    handler: endpoint({
      route: routes.deleteGroup.route,
      handle: async ({ platform, audit, account, pathParameters: { groupId = '' }, query: { cursor } }) => {
        const scope = { accountId: account.id, list: `deletion of ${groupId}` };
        const from = cursor === undefined ? undefined : readPlace(readListCursor(scope, cursor));
        // The log has the deletion once, with its first part.
        if (from === undefined) audit.tell({ target: { type: 'group', id: groupId } });
        else audit.skip();
        const part = await deleteGroupPart(platform, {
          ...{ accountId: account.id, groupId, from, worksForMs: DELETION_PART_MS },
        });
        if (!part) throw new ServiceError('GroupNotFound');
        const { left, next } = part;
        return {
          status: 200,
          body: { left, ...(next && { nextCursor: writeListCursor(scope, writePlace(next)) }) },
        };
      },
    }),
  },
  {
    route: routes.addGroupTag.route,
    handler: endpoint({
      route: routes.addGroupTag.route,
      validate: validateTag,
      handle: async ({ platform, audit, account, pathParameters, body }) => {
        const { groupId = '' } = pathParameters;
        audit.tell({ changes: [{ what: 'tag', to: body.name }] });
        const group = await addTag(platform, { accountId: account.id, groupId, name: body.name });
        return { status: 200, body: present(group) };
      },
    }),
  },
  {
    route: routes.removeGroupTag.route,
    handler: endpoint({
      route: routes.removeGroupTag.route,
      handle: async ({ platform, audit, account, pathParameters }) => {
        const { groupId = '', name = '' } = pathParameters;
        audit.tell({ changes: [{ what: 'tag', from: name }] });
        const group = await removeTag(platform, { accountId: account.id, groupId, name });
        return { status: 200, body: present(group) };
      },
    }),
  },
];

/** @throws ServiceError InvalidRequest for anything but a position in the whole contact book */
function readPlace(text: string): DeletionPlace {
  const [hasLeft, ...position] = text.split(' ');
  if (position.length !== BOOK_START.length)
    throw invalidRequest({ pointer: '?cursor', reason: 'is not a cursor of this deletion' });
  return { position: position as unknown as BookPosition, hasLeft: hasLeft === HAS_LEFT };
}

const HAS_LEFT = 'left';
const writePlace = ({ position, hasLeft }: DeletionPlace): string =>
  [hasLeft ? HAS_LEFT : 'none', ...position].join(' ');

function present({ id, name, isDefault, optInType, contactCount, tags, createdAt, ...rest }: Listed) {
  const { optInMessage, confirmationMessage, from, deletedAt } = rest;
  return {
    ...{ id, name, isDefault, optInType, contactCount, tags, createdAt },
    ...{ optInMessage, confirmationMessage, from, deletedAt },
  };
}
