import { array, boolean, type InferOutput, number, object, optional, picklist, string } from 'valibot';
import { defineItem } from '../../platform/store/define-item';
import { deletedGroupKey, groupKey } from '../../platform/store/keys';

/** Label for members of one group. **Source:** rules 2.5. */
const TAG = object({
  id: string(),
  name: string(),
  createdAt: string(),
  updatedAt: string(),
});
export type Tag = InferOutput<typeof TAG>;

/** List that contacts opt in to; only the operator creates and edits it. **Source:** rules 2.5. */
const GROUP = object({
  id: string(),
  accountId: string(),
  name: string(),
  isDefault: optional(boolean(), false),
  optInType: picklist(['SINGLE', 'DOUBLE']),
  /** Number of active members, written in the same transaction as the membership. */
  contactCount: optional(number(), 0),
  /** Oldest first. */
  tags: optional(array(TAG), []),
  /** Text on `DIRECT`; absent: none is sent. */
  optInMessage: optional(string()),
  /** Text on `CONFIRM`; absent: the default text. */
  confirmationMessage: optional(string()),
  /** Sender of the group's texts; absent: the account's default number. */
  from: optional(string()),
  createdAt: string(),
});
export type Group = InferOutput<typeof GROUP>;
export type OptInType = Group['optInType'];

interface GroupAddress {
  accountId: string;
  groupId: string;
}

export const groupItem = defineItem({
  entity: 'group',
  key: ({ accountId, groupId }: GroupAddress) => groupKey(accountId, groupId),
  value: GROUP,
});

/** Group with its page in the group list; it is the same item. */
export const listedGroupItem = defineItem({
  entity: 'group',
  key: groupItem.key,
  value: object({
    ...GROUP.entries,
    /** Page of the group list that has the group's name. */
    groupListPage: number(),
  }),
});

/** Group during its deletion: no contact can join it, and its members leave it. */
export const deletedGroupItem = defineItem({
  entity: 'deletedGroup',
  key: ({ accountId, groupId }: GroupAddress) => deletedGroupKey(accountId, groupId),
  value: object({ ...GROUP.entries, deletedAt: string() }),
});

export const readGroup = groupItem.read;

/** Builds the API form of a group. **Source:** rules 2.5. */
export function presentGroup(group: Group) {
  const { id, name, isDefault, optInType, contactCount, tags, createdAt } = group;
  return { id, name, isDefault, optInType, contactCount, tags, createdAt };
}
