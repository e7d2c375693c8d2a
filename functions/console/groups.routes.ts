import { MAX_BODY_CHARACTERS, MAX_GROUP_NAME_CHARACTERS } from '../../shared/limits';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { deletedGroupItem, listedGroupItem } from '../../shared/audience/groups/group';
import { listHeadItem, listPageItem } from '../../shared/audience/groups/group-list';
import { declare } from './declare';
import {
  COUNT,
  FLAG,
  GROUP_ID,
  listOf,
  oneOf,
  record,
  resultsOf,
  SENDER,
  TEXT,
  textOf,
  TIME,
} from './schemas';

const GROUP = record(
  {
    id: GROUP_ID,
    name: TEXT,
    isDefault: FLAG,
    optInType: oneOf(['SINGLE', 'DOUBLE']),
    contactCount: COUNT,
    tags: listOf({ $ref: '#/components/schemas/Tag' }),
    createdAt: TIME,
  },
  { optInMessage: TEXT, confirmationMessage: TEXT, from: SENDER, deletedAt: TIME },
);
const EXAMPLE = {
  id: 'grp_01KJMNEX00T8QGJ3Y6Z0RSC4VN',
  name: 'Newsletter',
  isDefault: true,
  optInType: 'DOUBLE',
  contactCount: 1250,
  tags: [],
  createdAt: '2026-03-01T12:00:00.000Z',
  confirmationMessage: 'Reply YES to get our news. Reply STOP to end.',
};

const NAME = textOf(MAX_GROUP_NAME_CHARACTERS);
const clearable = (most: number) => ({ ...textOf(most), minLength: 0 });
const TEXTS = {
  isDefault: FLAG,
  optInMessage: clearable(MAX_BODY_CHARACTERS),
  confirmationMessage: clearable(MAX_BODY_CHARACTERS),
  from: clearable(100),
};

/** Attributes of a group, and of its entry in the list of groups, which are both in the partition of the account. */
const ATTRIBUTES = [listedGroupItem, listHeadItem, listPageItem].flatMap(({ attributes }) => attributes);
const access: TableAccess = {
  read: ['account'],
  query: ['account'],
  updateOnly: { account: ATTRIBUTES },
  putOnly: { account: ATTRIBUTES },
  check: ['account'],
};

export const listGroupSettings = declare({
  operationId: 'listGroupSettings',
  method: 'GET',
  path: 'groups',
  scope: 'contacts:read',
  summary: 'List all groups with their texts, newest first',
  description: 'After them those with `deletedAt`: their deletion has begun, and not ended.',
  access: { read: ['account'], query: ['account'] },
  answer: { name: 'GroupSettingsList', schema: resultsOf(GROUP), example: { results: [EXAMPLE] } },
});

export const createGroup = declare({
  operationId: 'createGroup',
  method: 'POST',
  path: 'groups',
  scope: 'account:admin',
  summary: 'Create a group',
  access,
  request: {
    schema: record(
      { name: NAME, optInType: oneOf(['SINGLE', 'DOUBLE']) },
      { ...TEXTS, tags: { ...listOf(NAME), maxItems: 100 } },
    ),
    example: { name: 'Newsletter', optInType: 'DOUBLE', tags: ['VIP'] },
  },
  answer: { status: 201, name: 'GroupSettings', schema: GROUP, example: EXAMPLE },
  errors: [33004],
});

export const updateGroup = declare({
  operationId: 'updateGroup',
  method: 'PATCH',
  path: 'groups/{groupId}',
  scope: 'account:admin',
  summary: 'Change a group; an empty text clears',
  access,
  request: { schema: record({}, { name: NAME, ...TEXTS }), example: { name: 'News' } },
  answer: { name: 'GroupSettings', schema: GROUP, example: EXAMPLE },
  errors: [33004, 33031],
});

export const addGroupTag = declare({
  operationId: 'addGroupTag',
  method: 'POST',
  path: 'groups/{groupId}/tags',
  scope: 'account:admin',
  summary: 'Define a tag on a group',
  access,
  request: { schema: record({ name: NAME }), example: { name: 'VIP' } },
  answer: { name: 'GroupSettings', schema: GROUP, example: EXAMPLE },
  errors: [33031],
});

export const removeGroupTag = declare({
  operationId: 'removeGroupTag',
  method: 'DELETE',
  path: 'groups/{groupId}/tags/{name}',
  scope: 'account:admin',
  summary: 'Remove a tag from a group and from its members',
  access,
  answer: { name: 'GroupSettings', schema: GROUP, example: EXAMPLE },
  errors: [33031, 33100],
});

export const deleteGroup = declare({
  operationId: 'deleteGroup',
  method: 'DELETE',
  path: 'groups/{groupId}',
  scope: 'account:admin',
  summary: 'Delete a group, or the next part of a large one',
  description:
    'From the first request on no contact can join the group. Each request takes members out of it for some seconds; while there is a `nextCursor`, repeat it with `?cursor=`. A deletion that was interrupted begins again without one.',
  access: {
    read: ['account', 'contact', 'erasedPerson'],
    query: ['account'],
    update: ['contact'],
    updateOnly: { account: ATTRIBUTES },
    put: ['contact', 'outbox'],
    putOnly: { account: deletedGroupItem.attributes },
    delete: ['account', 'review'],
    listContacts: true,
  },
  query: [{ name: 'cursor', description: '`nextCursor` of the answer before.', schema: { type: 'string' } }],
  answer: {
    name: 'DeletedGroupPart',
    schema: record({ left: COUNT }, { nextCursor: TEXT }),
    example: { left: 120 },
  },
  errors: [33031, 33100],
});

export const GROUP_ROUTES = [
  listGroupSettings,
  createGroup,
  updateGroup,
  deleteGroup,
  addGroupTag,
  removeGroupTag,
];
